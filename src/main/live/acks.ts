import { AppError } from '../../base/errors.ts';

/** Requests to a session that wait for the service's acknowledgement. */
export interface Acks {
  /**
   * Sends a message and resolves with its acknowledgement: the service's answers to a kind of message come in order.
   * Rejects when it cannot be sent, and with `service_unreachable` after a while.
   */
  readonly request: (kind: string, send: () => void) => Promise<void>;
  /** Resolves the oldest pending message of that kind. */
  readonly settle: (kind: string) => void;
  /** Rejects the oldest pending message of that kind. Returns whether a caller waited for it. */
  readonly refuse: (kind: string, reason: AppError) => boolean;
  /** Rejects all pending messages; with `cancelled` when no reason is given. */
  readonly fail: (reason?: AppError) => void;
}

/** An image is decoded and its face found before it is acknowledged. */
const ACK_MS = 20_000;

/** Begins without any. */
export function createAcks(): Acks {
  type Entry = { readonly kind: string; readonly answer: PromiseWithResolvers<void> };
  const waiting: Entry[] = [];
  const remove = (entry: Entry): void => {
    const at = waiting.indexOf(entry);
    if (at !== -1) {
      waiting.splice(at, 1);
    }
  };
  /** Removed at once: two answers may arrive before the first caller continues. */
  const shift = (kind: string): Entry | undefined => {
    const entry = waiting.find((candidate) => candidate.kind === kind);
    if (entry !== undefined) {
      remove(entry);
    }
    return entry;
  };
  return {
    request: async (kind, send) => {
      send();
      const entry = { kind, answer: Promise.withResolvers<void>() };
      waiting.push(entry);
      const late = setTimeout(() => {
        entry.answer.reject(new AppError('service_unreachable', 'The service did not answer.'));
      }, ACK_MS);
      try {
        await entry.answer.promise;
      } finally {
        clearTimeout(late);
        remove(entry);
      }
    },
    settle: (kind) => {
      shift(kind)?.answer.resolve();
    },
    refuse: (kind, reason) => {
      const entry = shift(kind);
      entry?.answer.reject(reason);
      return entry !== undefined;
    },
    fail: (reason = new AppError('cancelled', 'The session has ended.')) => {
      for (const { answer } of waiting) {
        answer.reject(reason);
      }
    },
  };
}
