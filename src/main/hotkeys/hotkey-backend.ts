import type { GrabbedKey } from '../../contract/hotkeys.ts';

/** Backend that grabs keys from the desktop. */
export interface HotkeyBackend {
  /** True when the backend reports key releases. */
  readonly hasRelease: boolean;
  /**
   * Grabs exactly these keys; returns the ids of those that another program has. Throws
   * `capability_unavailable` when keys cannot be grabbed.
   */
  readonly hold: (keys: readonly GrabbedKey[]) => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
}

/** Called for presses and, where supported, releases. */
export type OnHotkey = (id: string, isDown: boolean) => void;
