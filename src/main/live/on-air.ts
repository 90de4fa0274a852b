import { maxPastSeconds } from '../../contract/ipc/captures.ts';

/** Who is shown and heard in the output now, each by the SHA-256 of the picture or recording. */
export interface OnAir {
  /** Null for nobody, and for a character that comes with the app. */
  readonly set: (part: 'face' | 'voice', sha256: string | null) => void;
  /** Who is on air, or was within so many seconds. */
  readonly read: (pastSeconds?: number) => ReadonlySet<string>;
  /** Tells of everybody who comes on air. */
  readonly listen: (listener: (sha256: string) => void) => void;
}

/** Nobody is on air at first. Times are milliseconds of a clock that only rises. */
export function createOnAir(nowMs: () => number = () => performance.now()): OnAir {
  const current = new Map<'face' | 'voice', string>();
  /** Who went off air, by when: each once, as long as somebody may ask. */
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
