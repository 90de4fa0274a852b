/** An image that waits to be prepared. */
export interface QueuedCharacter {
  readonly image: Uint8Array;
  readonly prompt: string | null;
}

/** Prepares one image at a time. */
export interface CharacterQueue {
  /** True when an image is being prepared. */
  readonly isBusy: boolean;
  /** Enqueues an image in place of a waiting one, for which `onGivenUp` is called. */
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
