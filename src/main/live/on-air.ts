/** Who is shown and heard in the output now, each by the SHA-256 of the picture or recording. */
export interface OnAir {
  /** Null for nobody, and for a character that comes with the app. */
  readonly set: (part: 'face' | 'voice', sha256: string | null) => void;
  readonly read: () => ReadonlySet<string>;
  /** Tells of everybody who comes on air. */
  readonly listen: (listener: (sha256: string) => void) => void;
}

/** Nobody is on air at first. */
export function createOnAir(): OnAir {
  const current = new Map<'face' | 'voice', string>();
  const listeners: ((sha256: string) => void)[] = [];
  return {
    set: (part, sha256) => {
      if (sha256 === null) {
        current.delete(part);
        return;
      }
      current.set(part, sha256);
      for (const listener of listeners) {
        listener(sha256);
      }
    },
    read: () => new Set(current.values()),
    listen: (listener) => {
      listeners.push(listener);
    },
  };
}
