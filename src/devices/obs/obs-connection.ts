import {
  EventSubscription,
  OBSWebSocket,
  type OBSRequestTypes,
  type OBSResponseTypes,
} from 'obs-websocket-js/json';
import { AppError } from '../../base/errors.ts';
import { faultDetails } from '../../base/faults.ts';
import { ObsProblem, toObsProblem } from './obs-problem.ts';

/** Address of OBS on this computer. */
export interface ObsAddress {
  readonly port: number;
  readonly password: string | null;
}

/** OBS answers within a few frames; after this time it counts as hung. */
const ANSWER_MS = 5000;

/** Codes of answers (the protocol's "RequestStatus"). */
export const obsCodes = {
  notReady: 207,
  resourceNotFound: 600,
  resourceExists: 601,
  invalidResourceState: 604,
} as const;

/** Relevant changes in OBS: existence, names and settings of inputs and scenes. */
const subscriptions =
  EventSubscription.General |
  EventSubscription.Config |
  EventSubscription.Scenes |
  EventSubscription.Inputs |
  EventSubscription.Outputs;

const watched = [
  'CurrentSceneCollectionChanged',
  'SceneRemoved',
  'SceneNameChanged',
  'InputCreated',
  'InputRemoved',
  'InputNameChanged',
  'InputAudioSyncOffsetChanged',
  'VirtualcamStateChanged',
] as const;

/** A connection to OBS by the protocol obs-websocket 5. */
export class ObsConnection {
  readonly #socket: OBSWebSocket;
  readonly #ended = Promise.withResolvers<void>();

  private constructor(socket: OBSWebSocket) {
    this.#socket = socket;
    socket.once('ConnectionClosed', () => this.#ended.resolve());
  }

  /** Connects on loopback. Throws an {@link ObsProblem}. */
  static async open({ port, password }: ObsAddress): Promise<ObsConnection> {
    const socket = new OBSWebSocket();
    const connection = new ObsConnection(socket);
    try {
      await within(
        socket.connect(`ws://127.0.0.1:${port}`, password ?? undefined, {
          rpcVersion: 1,
          eventSubscriptions: subscriptions,
        }),
        // OBS speaks first. A server of obs-websocket 4 waits to be spoken to.
        () =>
          new ObsProblem(
            'update_obs',
            `What listens on port ${port} does not greet as OBS 28 does.`,
          ),
      );
      return connection;
    } catch (cause) {
      connection.close();
      throw toObsProblem(cause, port, password !== null);
    }
  }

  /** Resolves when OBS has ended the connection, or {@link close} has. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  /**
   * Asks OBS something. Rejects with an error of `code` (see {@link obsCodes}) when it refuses, with `service_unreachable`
   * when it does not answer.
   */
  call<Name extends keyof OBSRequestTypes>(
    name: Name,
    input?: OBSRequestTypes[Name],
  ): Promise<OBSResponseTypes[Name]> {
    const silent = (): AppError =>
      new AppError('service_unreachable', `OBS does not answer ${name}.`, {
        details: faultDetails('obs_silent'),
      });
    // The library forgets questions when the connection ends.
    const ended = this.#ended.promise.then(() => {
      throw silent();
    });
    return within(Promise.race([this.#socket.call(name, input), ended]), silent);
  }

  /** Calls the listener after relevant changes in OBS. */
  onChange(listener: () => void): void {
    for (const event of watched) {
      this.#socket.on(event, listener);
    }
  }

  close(): void {
    this.#socket.removeAllListeners();
    this.#ended.resolve();
    void this.#socket.disconnect().catch(() => {});
  }
}

/** Returns whether OBS refused a request with this code. */
export function isObsRefusal(error: unknown, code: number): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

async function within<T>(work: Promise<T>, failure: () => Error): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(failure()), ANSWER_MS);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
