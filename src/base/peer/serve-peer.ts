import { AppError, toWireError } from '../errors.ts';
import type { PeerCall, PeerReply } from './messages.ts';
import type { Port } from './port.ts';

/** Context of a method call. */
export interface PeerContext {
  /** Fires when the answer is no longer wanted. */
  readonly signal: AbortSignal;
  /** Reports how far the answer is. */
  readonly report: (progress: unknown) => void;
}

/**
 * Methods that the other side may call, by name. A thrown error is rethrown there; the resolved value is the
 * answer.
 */
export type PeerMethods = Readonly<
  Record<string, (question: never, context: PeerContext) => unknown>
>;

/** An answer with memory that is transferred instead of copied. */
export class Transferred<Answer> {
  readonly answer: Answer;
  readonly transfer: readonly ArrayBuffer[];

  constructor(answer: Answer, transfer: readonly ArrayBuffer[]) {
    this.answer = answer;
    this.transfer = transfer;
  }
}

/** Options of a method server. */
export interface ServeOptions {
  /** True when calls run concurrently, each from its arrival; false by default. */
  readonly isConcurrent?: boolean | undefined;
}

/** Answers the calls of the other end in order: each begins after the previous answer. */
export function servePeer(
  port: Pick<Port, 'send' | 'onMessage'>,
  methods: PeerMethods,
  { isConcurrent = false }: ServeOptions = {},
): void {
  const stops = new Map<number, AbortController>();
  let turn: Promise<void> = Promise.resolve();
  const send = (reply: PeerReply, transfer: readonly ArrayBuffer[] = []): void =>
    port.send(reply, transfer);

  async function answer({ call, method, question }: PeerCall & { type: 'ask' }): Promise<void> {
    const signal = (call === null ? undefined : stops.get(call)?.signal) ?? neverAborted;
    const report = (progress: unknown): void => {
      if (call !== null) {
        send({ type: 'progress', call, progress });
      }
    };
    try {
      if (signal.aborted) {
        throw new AppError('cancelled', 'The question was withdrawn.');
      }
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- both ends are typed by the same methods
      const result = await methods[method]?.(question as never, { signal, report });
      if (call !== null) {
        const moved = result instanceof Transferred ? result : new Transferred(result, []);
        send({ type: 'answer', call, method, answer: moved.answer }, moved.transfer);
      }
    } catch (error) {
      if (call === null) {
        throw error; // No caller waits for this error: it ends this program, like any bug.
      }
      send({ type: 'refused', call, error: toWireError(error) });
    } finally {
      if (call !== null) {
        stops.delete(call);
      }
    }
  }

  port.onMessage((message) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- whoever started this program is trusted
    const call = message as PeerCall;
    if (call.type === 'abort') {
      stops.get(call.call)?.abort();
      return;
    }
    if (call.call !== null) {
      stops.set(call.call, new AbortController());
    }
    turn = isConcurrent ? answer(call) : turn.then(() => answer(call));
  });
}

const neverAborted = new AbortController().signal;
