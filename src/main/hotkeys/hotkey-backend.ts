import type { GrabbedKey } from '../../contract/hotkeys.ts';

/** How keys are taken from the desktop. */
export interface HotkeyBackend {
  /** Whether it says when a key is let go of. */
  readonly hasRelease: boolean;
  /**
   * Holds these keys and no others; answers the ids of those that another program has. Throws `capability_unavailable` where
   * keys cannot be had.
   */
  readonly hold: (keys: readonly GrabbedKey[]) => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
}

/** Told what was pressed and, where that is known, let go of. */
export type OnHotkey = (id: string, isDown: boolean) => void;
