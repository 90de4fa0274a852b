import type { RawData, WebSocket } from 'ws';
import * as z from 'zod';
import { AppError, toWireError, type WireError } from '../../base/errors.ts';
import { selectFault } from '../../base/faults.ts';
import {
  type ConnectResult,
  connectRequest,
  controlCloseCodes,
  type ControlEvent,
  controlLimits,
  type ControlMethod,
  controlMethods,
  type ControlReply,
  controlRequestSchema,
  controlVersion,
} from '../../contract/control.ts';
import { parseInput } from '../ipc/parse-input.ts';
import type { Log } from '../log/log.ts';
import type { ConsentQuestion } from './consent-question.ts';
import type { AllowedClient, ControlClients } from './control-clients.ts';
import { RequestBudget } from './request-budget.ts';

/** Carries out the request of a client whose access and parameters were checked. */
export type ControlHandler = (
  method: ControlMethod,
  params: unknown,
  client: AllowedClient,
) => Promise<unknown>;

/** Dependencies of a connection. */
export interface ControlConnectionDependencies {
  readonly clients: ControlClients;
  readonly question: ConsentQuestion;
  readonly handle: ControlHandler;
  readonly log: Log;
  /** Called when the set of connections changed. */
  readonly onClients: () => void;
}

type Request = z.output<typeof controlRequestSchema>;

/**
 * One connection of the control API.
 *
 *   new ──connect with a key────────────────────▶ allowed ──▶ closed
 *    └───connect without──▶ asking ──the user──────▲            ▲
 *                              └── refused, no answer ──────────┘
 */
export class ControlConnection {
  readonly #socket: WebSocket;
  readonly #dependencies: ControlConnectionDependencies;
  readonly #budget = new RequestBudget();
  readonly #closed = new AbortController();
  readonly #late: NodeJS.Timeout;
  #stage: 'new' | 'asking' | 'allowed' = 'new';
  #clientId: string | null = null;
  #openRequests = 0;
  #isSubscribed = false;

  constructor(socket: WebSocket, dependencies: ControlConnectionDependencies) {
    this.#socket = socket;
    this.#dependencies = dependencies;
    this.#late = setTimeout(() => this.close('refused'), controlLimits.connectMs);
    socket.on('message', (bytes: RawData, isBinary: boolean) => {
      void this.#receive(bytes, isBinary);
    });
    socket.on('error', () => undefined); // 'close' follows.
    socket.once('close', () => {
      clearTimeout(this.#late);
      this.#closed.abort();
      this.#clientId = null;
      dependencies.onClients();
    });
  }

  /** Null until the client is allowed, and again once it left. */
  get clientId(): string | null {
    return this.#clientId;
  }

  /** True when the client receives changes of the state. */
  get isSubscribed(): boolean {
    return this.#isSubscribed;
  }

  send(message: ControlReply | ControlEvent): void {
    if (this.#socket.bufferedAmount > controlLimits.waitingBytes) {
      this.#socket.terminate();
    } else if (this.#socket.readyState === this.#socket.OPEN) {
      this.#socket.send(JSON.stringify(message));
    }
  }

  close(why: keyof typeof controlCloseCodes): void {
    this.#clientId = null;
    this.#socket.close(controlCloseCodes[why]);
    this.#closed.abort();
  }

  async #receive(bytes: RawData, isBinary: boolean): Promise<void> {
    if (this.#closed.signal.aborted) {
      return; // A client may keep sending until it replies to the close.
    }
    let id: string | null = null;
    try {
      const request = readRequest(bytes, isBinary);
      id = request.id;
      this.#admit(request);
      this.#openRequests += 1;
      try {
        const result = await this.#answer(request);
        this.send({ id, ok: true, result });
      } finally {
        this.#openRequests -= 1;
      }
    } catch (error) {
      if (!(error instanceof AppError)) {
        this.#dependencies.log('error', 'control.failed', { error });
      }
      this.send({ id, ok: false, error: toOutsideError(error) });
      if (this.#stage !== 'allowed') {
        this.close('refused');
      }
    }
  }

  #admit({ method, params }: Request): void {
    const isCover =
      this.#stage === 'allowed' &&
      method === 'set_cover' &&
      controlMethods.set_cover.params.safeParse(params).data?.is_on === true;
    if (isCover) {
      return;
    }
    if (!this.#budget.spend()) {
      if (this.#budget.isFlooded()) {
        this.close('flooded');
      }
      throw new AppError(
        'rate_limited',
        `At most ${controlLimits.requestsPerSec} requests a second; wait a moment.`,
      );
    }
    if (this.#openRequests >= controlLimits.openRequests) {
      throw new AppError(
        'at_capacity',
        `At most ${controlLimits.openRequests} requests at a time; wait for replies.`,
      );
    }
  }

  #answer(request: Request): Promise<unknown> {
    return request.method === 'connect' ? this.#connect(request) : this.#carryOut(request);
  }

  async #connect({ params }: Request): Promise<ConnectResult> {
    if (this.#stage !== 'new') {
      throw new AppError('invalid_input', 'This connection has asked for access already.');
    }
    const { key, name } = parseInput(connectRequest.params, params ?? {}, 'connect');
    clearTimeout(this.#late);
    this.#stage = 'asking';
    const { clients, question, onClients } = this.#dependencies;
    let allowed: { readonly client: AllowedClient; readonly key?: string };
    if (key === undefined) {
      clients.requireCapacity();
      await question.ask(name, this.#closed.signal);
      allowed = clients.allow(name);
    } else {
      const client = clients.findByKey(key);
      if (client === null) {
        throw new AppError('unauthorized', 'The key is not known, or was taken back.');
      }
      allowed = { client };
    }
    this.#stage = 'allowed';
    this.#clientId = allowed.client.id;
    onClients();
    return {
      version: controlVersion,
      ...(allowed.key === undefined ? {} : { key: allowed.key }),
      permissions: toPermissions(allowed.client),
    };
  }

  async #carryOut({ method, params }: Request): Promise<unknown> {
    const client = this.#clientId === null ? null : this.#dependencies.clients.find(this.#clientId);
    if (client === null) {
      throw new AppError('unauthorized', 'Connect first: {"method":"connect"}.');
    }
    if (!isControlMethod(method)) {
      const known = Object.keys(controlMethods).join(', ');
      throw new AppError('not_found', `There is no such method. There are: ${known}.`);
    }
    const { params: paramsSchema, result } = controlMethods[method];
    const input = parseInput<z.ZodType>(paramsSchema, params ?? {}, method);
    const answered = await this.#dependencies.handle(method, input, client);
    if (method === 'subscribe' || method === 'unsubscribe') {
      this.#isSubscribed = method === 'subscribe';
    }
    return z.parse<z.ZodType>(result, answered);
  }
}

/** Error for an external program: the fault and its facts, without addresses, folders or keys of the user. */
export function toOutsideError(error: unknown): WireError {
  const { code, message, details } = toWireError(error);
  return {
    code,
    message: code === 'storage_failed' ? 'Guise could not read or write on the disk.' : message,
    ...selectFault(details),
  };
}

/** Permissions of a client, in the form sent to it. */
export function toPermissions(client: AllowedClient): ConnectResult['permissions'] {
  return client.allowsPassthrough ? ['control', 'passthrough'] : ['control'];
}

function isControlMethod(method: string): method is ControlMethod {
  return Object.hasOwn(controlMethods, method);
}

function readRequest(bytes: RawData, isBinary: boolean): Request {
  let message: unknown;
  try {
    message = isBinary || !Buffer.isBuffer(bytes) ? null : JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new AppError('invalid_input', 'A request is one JSON object in a text message.');
  }
  return parseInput(controlRequestSchema, message, 'request');
}
