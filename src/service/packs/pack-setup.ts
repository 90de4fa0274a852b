import type { PackSetup } from '../../contract/model-packs.ts';

/** The folder of models and the choice that the next runs get; runs under way keep theirs. */
export interface CurrentPacks {
  /** Null where no folder is set up. */
  read(): PackSetup | null;
  set(setup: PackSetup): void;
}

/** Holds a setup until another is set. */
export function createCurrentPacks(setup: PackSetup | null): CurrentPacks {
  let current = setup;
  return {
    read: () => current,
    set: (next) => {
      current = next;
    },
  };
}
