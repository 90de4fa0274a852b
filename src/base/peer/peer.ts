import { AppError, fromWireError, InvariantError } from '../errors.ts';
import type { PeerCall, PeerReply } from './messages.ts';
import type { Port } from './port.ts';
import type { Transferred, PeerMethods } from './serve-peer.ts';

/** Question of a method. */
export type MethodQuestion<Method extends PeerMethods[string]> = Parameters<Method>[0];

/** Answer of a method. */
export type MethodAnswer<Method> = Method extends (...rest: never) => infer Answer
  ? Awaited<Answer> extends Transferred<infer Inner>
    ? Inner
    : Awaited<Answer>
  : never;

/** Options of a call. */
export interface CallOptions {
  /** Memory that is transferred with the request: it is detached here afterwards. */
  readonly transfer?: readonly ArrayBuffer[] | undefined;
  /** Notifies the other side that the answer is no longer wanted; how it refuses is up to the method. */
  readonly signal?: AbortSignal | undefined;
  /** Called with each progress report of the method. */
  readonly onProgress?: ((progress: unknown) => void) | undefined;
}

interface Waiting extends PromiseWithResolvers<unknown> {
  readonly method: string;
  readonly onProgress: ((progress: unknown) => void) | undefined;
}

/** Calls the program at the other end of a port; `ended` creates the error of pending calls when it exits. */
export class Peer<Methods extends PeerMethods> {
  readonly #port: Port;
  readonly #waiting = new Map<number, Waiting>();
  #failure: { readonly error: unknown } | null = null;
  #lastCall = 0;

  constructor(port: Port, ended: (cause?: unknown) => unknown) {
    this.#port = port;
    port.onMessage((message) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- ports of programs that are not trusted check it
      this.#receive(message as PeerReply);
    });
    port.onClosed((cause) => this.fail(ended(cause)));
  }

  /** True when the connection failed; a new peer has to be opened. */
  get hasFailed(): boolean {
    return this.#failure !== null;
  }

  /** Questions without an answer. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** Calls a method and waits. Throws the method's error, and the error of `fail`. */
  async call<Name extends keyof Methods & string>(
    method: Name,
    question: MethodQuestion<Methods[Name]>,
    { transfer = [], signal, onProgress }: CallOptions = {},
  ): Promise<MethodAnswer<Methods[Name]>> {
    if (this.#failure !== null) {
      throw this.#failure.error;
    }
    if (signal?.aborted === true) {
      throw new AppError('cancelled', 'The question was withdrawn.');
    }
    this.#lastCall += 1;
    const call = this.#lastCall;
    const answered = Promise.withResolvers<unknown>();
    this.#waiting.set(call, { ...answered, method, onProgress });
    const abort = (): void => this.#send({ type: 'abort', call });
    try {
      this.#send({ type: 'ask', call, method, question }, transfer);
      signal?.addEventListener('abort', abort, { once: true });
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- both ends are typed by the same methods
      return (await answered.promise) as MethodAnswer<Methods[Name]>;
    } finally {
      signal?.removeEventListener('abort', abort);
      this.#waiting.delete(call);
    }
  }

  /** Calls a method without waiting for its answer. */
  post<Name extends keyof Methods & string>(
    method: Name,
    question: MethodQuestion<Methods[Name]>,
    transfer?: readonly ArrayBuffer[],
  ): void {
    this.#send({ type: 'ask', call: null, method, question }, transfer);
  }

  /** Rejects all pending and future calls. The first error is kept. */
  fail(error: unknown): void {
    this.#failure ??= { error };
    for (const { reject } of this.#waiting.values()) {
      reject(this.#failure.error);
    }
    this.#waiting.clear();
  }

  #send(call: PeerCall, transfer: readonly ArrayBuffer[] = []): void {
    this.#port.send(call, transfer);
  }

  #receive(reply: PeerReply): void {
    if (reply.call > this.#lastCall) {
      this.fail(new InvariantError('an answer is to a question that was asked'));
      return;
    }
    const waiting = this.#waiting.get(reply.call);
    if (waiting === undefined) {
      return; // The call has failed meanwhile.
    }
    if (reply.type === 'progress') {
      waiting.onProgress?.(reply.progress);
      return;
    }
    this.#waiting.delete(reply.call);
    if (reply.type === 'refused') {
      waiting.reject(fromWireError(reply.error));
    } else if (reply.method === waiting.method) {
      waiting.resolve(reply.answer);
    } else {
      waiting.reject(new InvariantError('an answer is of the method that was asked'));
    }
  }
}
