/** A picture that waits its turn. */
export interface QueuedCharacter {
  readonly image: Uint8Array;
  readonly prompt: string | null;
}

/** Prepares one picture at a time. */
export interface CharacterQueue {
  /** Whether one is being prepared. */
  readonly isBusy: boolean;
  /** The newest waits alone: one that waited before is given up, which `onGivenUp` is told. */
  add(character: QueuedCharacter): void;
}

/** `prepare` settles in any case. */
export function createCharacterQueue(options: {
  readonly prepare: (character: QueuedCharacter) => Promise<void>;
  readonly onGivenUp: () => void;
}): CharacterQueue {
  let waiting: QueuedCharacter | null = null;
  let isBusy = false;

  async function work(): Promise<void> {
    isBusy = true;
    while (waiting !== null) {
      const next = waiting;
      waiting = null;
      await options.prepare(next);
    }
    isBusy = false;
  }

  return {
    get isBusy() {
      return isBusy;
    },
    add(character) {
      if (waiting !== null) {
        options.onGivenUp();
      }
      waiting = character;
      if (!isBusy) {
        void work();
      }
    },
  };
}
