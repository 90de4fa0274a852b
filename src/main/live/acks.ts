import { AppError } from '../../base/errors.ts';

/**
 * Messages to a session that wait for the service's answer. Those of a kind are answered in order, with one exception:
 * the service prepares one image at a time, and gives up the waiting one for a newer one.
 */
export interface Acks {
  /**
   * Sends a message and resolves with its acknowledgement. Rejects when it cannot be sent, and with
   * `service_unreachable` after a while.
   */
  readonly request: (kind: string, send: () => void) => Promise<void>;
  /**
   * Notes a message at the start of a connection, which repeats all pending ones: its answer is theirs, because those
   * of the previous connection are lost.
   */
  readonly repeat: (kind: string) => void;
  /** Resolves the oldest pending message of that kind. */
  readonly settle: (kind: string) => void;
  /**
   * Rejects the oldest pending message of that kind, or with `cancelled` the one that was given up for a newer one.
   * Returns whether a caller waited for it.
   */
  readonly refuse: (kind: string, reason: AppError) => boolean;
  /** Rejects all pending messages; with `cancelled` when no reason is given. */
  readonly fail: (reason?: AppError) => void;
}

interface Caller {
  readonly answer: PromiseWithResolvers<void>;
  isWaiting: boolean;
}

interface Entry {
  readonly kind: string;
  readonly callers: readonly Caller[];
}

/** An image is decoded and its face found before it is acknowledged. */
const ACK_MS = 20_000;
/** A late answer belongs to its own message, but one that never comes must not shift those of all later messages. */
const LATEST_MS = 80_000;

/** Begins without any. */
export function createAcks(): Acks {
  let pending: readonly Entry[] = [];
  /** Removed at once: two answers may arrive before the first caller continues. */
  const remove = (entry: Entry | undefined): readonly Caller[] => {
    pending = pending.filter((other) => other !== entry);
    return entry?.callers ?? [];
  };
  const add = (kind: string, callers: readonly Caller[]): void => {
    const entry = { kind, callers };
    pending = [...pending, entry];
    setTimeout(() => remove(entry), LATEST_MS).unref();
  };
  const findAll = (kind: string): Entry[] => pending.filter((entry) => entry.kind === kind);
  return {
    request: async (kind, send) => {
      send();
      const caller = { answer: Promise.withResolvers<void>(), isWaiting: true };
      add(kind, [caller]);
      const late = setTimeout(() => {
        caller.answer.reject(new AppError('service_unreachable', 'The service did not answer.'));
      }, ACK_MS);
      try {
        await caller.answer.promise;
      } finally {
        clearTimeout(late);
        caller.isWaiting = false;
      }
    },
    repeat: (kind) => {
      const callers = pending.flatMap((entry) => entry.callers);
      pending = [];
      add(
        kind,
        callers.filter(({ isWaiting }) => isWaiting),
      );
    },
    settle: (kind) => {
      for (const { answer } of remove(findAll(kind)[0])) {
        answer.resolve();
      }
    },
    refuse: (kind, reason) => {
      const entries = findAll(kind);
      // The first is being prepared and the second waits for it; the newest was never given up.
      const at = reason.code === 'cancelled' && entries.length > 2 ? 1 : 0;
      const callers = remove(entries[at]).filter(({ isWaiting }) => isWaiting);
      for (const { answer } of callers) {
        answer.reject(reason);
      }
      return callers.length > 0;
    },
    fail: (reason = new AppError('cancelled', 'The session has ended.')) => {
      for (const { answer } of pending.flatMap((entry) => entry.callers)) {
        answer.reject(reason);
      }
      pending = [];
    },
  };
}
