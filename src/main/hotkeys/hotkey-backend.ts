import type { GrabbedKey } from '../../contract/hotkeys.ts';

/** Backend that grabs keys from the desktop. */
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

/** Called for presses and, where supported, releases. */
export type OnHotkey = (id: string, isDown: boolean) => void;
