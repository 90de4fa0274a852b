import { maxPastSeconds } from '../../contract/ipc/captures.ts';

/** Persons shown and heard in the current output, by the SHA-256 of their image or recording. */
export interface OnAir {
  /** `sha256` is null without a person, as for a built-in character. */
  readonly set: (part: 'face' | 'voice', sha256: string | null) => void;
  /** Persons who are on air, or were within the last `pastSeconds`. */
  readonly read: (pastSeconds?: number) => ReadonlySet<string>;
  /** Calls the listener for each person who comes on air. */
  readonly listen: (listener: (sha256: string) => void) => void;
}

/** Creates an empty tracker. Times are milliseconds of a monotonic clock. */
export function createOnAir(nowMs: () => number = () => performance.now()): OnAir {
  const current = new Map<'face' | 'voice', string>();
  /** Persons who left the output, with the time: each once, as long as it may be queried. */
  const gone = new Map<string, number>();
  const listeners: ((sha256: string) => void)[] = [];
  return {
    set: (part, sha256) => {
      const before = current.get(part);
      if (before !== undefined) {
        gone.set(before, nowMs());
      }
      for (const [other, atMs] of gone) {
        if (nowMs() - atMs > maxPastSeconds * 1000) {
          gone.delete(other);
        }
      }
      if (sha256 === null) {
        current.delete(part);
        return;
      }
      current.set(part, sha256);
      for (const listener of listeners) {
        listener(sha256);
      }
    },
    read: (pastSeconds = 0) => {
      const sinceMs = nowMs() - pastSeconds * 1000;
      const past = [...gone].filter(([, atMs]) => pastSeconds > 0 && atMs >= sinceMs);
      return new Set([...current.values(), ...past.map(([sha256]) => sha256)]);
    },
    listen: (listener) => {
      listeners.push(listener);
    },
  };
}
