import type { Readable, Writable } from 'node:stream';
import { type CborMap, decodeMessage, encodeMessage } from './cbor.ts';
import { MessageSplitter } from './framing.ts';
import type { CommandName, Commands, EventName, Events } from './protocol.ts';

/** A command the browser refused; `method` says which. */
export class CdpError extends Error {
  override readonly name = 'CdpError';
  readonly method: string;
  readonly code: number;

  constructor(method: string, code: number, message: string) {
    super(`${method}: ${message}`);
    this.method = method;
    this.code = code;
  }
}

/** The browser went away while a command was under way, or before it was sent. */
export class BrowserGoneError extends Error {
  override readonly name = 'BrowserGoneError';
}

type Listener = (params: unknown) => void;

interface Pending {
  readonly method: string;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

interface Incoming {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly sessionId?: string;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

/** Commands and events of one target, or of the browser itself. */
export interface CdpSession {
  readonly send: <N extends CommandName>(
    method: N,
    params: Commands[N]['params'],
  ) => Promise<Commands[N]['result']>;
  /** Calls `listener` for each event; events arrive in the order in which the browser sent them. */
  readonly on: <N extends EventName>(method: N, listener: (params: Events[N]) => void) => void;
  /** Forgets all listeners. */
  readonly close: () => void;
}

const browserSession = '';

/** The DevTools protocol over a pair of streams, with flat sessions. */
export class CdpConnection {
  readonly #toBrowser: Writable;
  readonly #pending = new Map<number, Pending>();
  readonly #listeners = new Map<string, Map<string, Listener[]>>();
  readonly #onListenerError: (error: unknown) => void;
  #lastId = 0;
  #isClosed = false;
  /** The browser as a whole. */
  readonly browser: CdpSession;

  constructor(streams: {
    readonly fromBrowser: Readable;
    readonly toBrowser: Writable;
    readonly onListenerError: (error: unknown) => void;
  }) {
    this.#toBrowser = streams.toBrowser;
    this.#onListenerError = streams.onListenerError;
    const splitter = new MessageSplitter((message) => this.#receive(message));
    streams.fromBrowser.on('data', (chunk: Uint8Array) => splitter.push(chunk));
    // A broken pipe shows as the end of the process, which closes the connection.
    streams.fromBrowser.on('error', () => this.close());
    streams.toBrowser.on('error', () => this.close());
    this.browser = this.session(browserSession);
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** A view on one session id of `Target.attachedToTarget`. */
  session(id: string): CdpSession {
    return {
      send: (method, params) => this.#send(id, method, params),
      on: (method, listener) => this.#on(id, method, listener),
      close: () => {
        this.#listeners.delete(id);
      },
    };
  }

  /** Rejects pending commands with {@link BrowserGoneError}; later commands reject immediately. */
  close(): void {
    if (this.#isClosed) {
      return;
    }
    this.#isClosed = true;
    for (const { method, reject } of this.#pending.values()) {
      reject(new BrowserGoneError(`${method}: the browser has ended.`));
    }
    this.#pending.clear();
    this.#listeners.clear();
  }

  #send<N extends CommandName>(
    sessionId: string,
    method: N,
    params: Commands[N]['params'],
  ): Promise<Commands[N]['result']> {
    if (this.#isClosed) {
      return Promise.reject(new BrowserGoneError(`${method}: the browser has ended.`));
    }
    this.#lastId += 1;
    const id = this.#lastId;
    const message =
      sessionId === browserSession ? { id, method, params } : { id, method, params, sessionId };
    const { promise, resolve, reject } = Promise.withResolvers<Commands[N]['result']>();
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the answer of a command has the type its name fixes
    this.#pending.set(id, { method, resolve: resolve as (value: unknown) => void, reject });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- parameters are plain data
    this.#toBrowser.write(encodeMessage(message as CborMap));
    return promise;
  }

  #on<N extends EventName>(
    sessionId: string,
    method: N,
    listener: (params: Events[N]) => void,
  ): void {
    const ofSession = this.#listeners.get(sessionId) ?? new Map<string, Listener[]>();
    this.#listeners.set(sessionId, ofSession);
    const ofMethod = ofSession.get(method) ?? [];
    ofSession.set(method, ofMethod);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the map is keyed by the event's name, which fixes the type of its parameters
    ofMethod.push(listener as Listener);
  }

  #receive(bytes: Uint8Array): void {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the browser we started is trusted to speak its own protocol
    const message = decodeMessage(bytes) as Incoming;
    if (message.id === undefined) {
      this.#deliver(message);
      return;
    }
    const pending = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    if (message.error !== undefined) {
      const { code, message: reason } = message.error;
      pending?.reject(new CdpError(pending.method, code, reason));
    } else {
      pending?.resolve(message.result);
    }
  }

  #deliver({ method, params, sessionId }: Incoming): void {
    if (method === undefined) {
      return;
    }
    const listeners = this.#listeners.get(sessionId ?? browserSession)?.get(method);
    for (const listener of listeners ?? []) {
      try {
        listener(params);
      } catch (error) {
        this.#onListenerError(error);
      }
    }
  }
}
