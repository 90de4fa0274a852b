import { maxPastSeconds } from '../../contract/ipc/captures.ts';

type OnAirPart = 'face' | 'voice';

/** Persons shown and heard in the current output, by the SHA-256 of their image or recording. */
export interface OnAir {
  /** `sha256` is null without a person, as for a built-in character. */
  readonly set: (part: OnAirPart, sha256: string | null) => void;
  /** Adds a person who may be shown from now on, beside the present one; no effect with null. */
  readonly expect: (part: OnAirPart, sha256: string | null) => void;
  /** Removes an expected person who was never shown. */
  readonly refuse: (part: OnAirPart, sha256: string | null) => void;
  /** Persons who are on air, or were within the last `pastSeconds`. */
  readonly read: (pastSeconds?: number) => ReadonlySet<string>;
  /** Calls the listener for each person who comes on air. */
  readonly listen: (listener: (sha256: string) => void) => void;
}

/** Creates an empty tracker. Times are milliseconds of a monotonic clock. */
export function createOnAir(nowMs: () => number = () => performance.now()): OnAir {
  const current = new Map<OnAirPart, string>();
  const expected: Readonly<Record<OnAirPart, Set<string>>> = { face: new Set(), voice: new Set() };
  /** Persons who left the output, with the time: each once, as long as it may be queried. */
  const gone = new Map<string, number>();
  const listeners: ((sha256: string) => void)[] = [];
  const announce = (sha256: string): void => {
    for (const listener of listeners) {
      listener(sha256);
    }
  };
  /** Whoever was expected and not refused may have been shown. */
  const endExpected = (part: OnAirPart): void => {
    for (const sha256 of expected[part]) {
      announce(sha256);
      gone.set(sha256, nowMs());
    }
    expected[part].clear();
  };
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
        endExpected(part);
        return;
      }
      expected[part].delete(sha256);
      current.set(part, sha256);
      announce(sha256);
    },
    expect: (part, sha256) => {
      if (sha256 !== null) {
        expected[part].add(sha256);
      }
    },
    refuse: (part, sha256) => {
      if (sha256 !== null) {
        expected[part].delete(sha256);
      }
    },
    read: (pastSeconds = 0) => {
      const sinceMs = nowMs() - pastSeconds * 1000;
      const past = [...gone].filter(([, atMs]) => pastSeconds > 0 && atMs >= sinceMs);
      const present = [...current.values(), ...expected.face, ...expected.voice];
      return new Set([...present, ...past.map(([sha256]) => sha256)]);
    },
    listen: (listener) => {
      listeners.push(listener);
    },
  };
}
