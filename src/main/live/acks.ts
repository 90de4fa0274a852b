import { AppError } from '../../base/errors.ts';

/** Requests to a session that wait for the service's acknowledgement. */
export interface Acks {
  /** Resolves with the next ack for a kind of message. Rejects with `service_unreachable` after a while. */
  readonly wait: (kind: string) => Promise<void>;
  readonly settle: (kind: string) => void;
  /** Rejects a message of that kind. Returns whether a caller waited for it. */
  readonly refuse: (kind: string, reason: AppError) => boolean;
  /** Rejects all pending messages; with `cancelled` when no reason is given. */
  readonly fail: (reason?: AppError) => void;
}

/** An image is decoded and its face found before it is acknowledged. */
const ACK_MS = 20_000;

/** Begins without any. */
export function createAcks(): Acks {
  const waiting: { readonly kind: string; readonly answer: PromiseWithResolvers<void> }[] = [];
  return {
    wait: async (kind) => {
      const entry = { kind, answer: Promise.withResolvers<void>() };
      waiting.push(entry);
      const late = setTimeout(() => {
        entry.answer.reject(new AppError('service_unreachable', 'The service did not answer.'));
      }, ACK_MS);
      try {
        await entry.answer.promise;
      } finally {
        clearTimeout(late);
        waiting.splice(waiting.indexOf(entry), 1);
      }
    },
    settle: (kind) => {
      waiting.find((entry) => entry.kind === kind)?.answer.resolve();
    },
    refuse: (kind, reason) => {
      const entry = waiting.find((candidate) => candidate.kind === kind);
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
