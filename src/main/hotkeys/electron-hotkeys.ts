import type { GrabbedKey } from '../../contract/hotkeys.ts';
import type { HotkeyBackend, OnHotkey } from './hotkey-backend.ts';

/** The part of Electron's `globalShortcut` that is needed. */
export interface ShortcutRegistry {
  register(accelerator: string, callback: () => void): boolean;
  unregister(accelerator: string): void;
}

/** Global keys by Electron, which reports presses but no releases. */
export function createElectronHotkeys(registry: ShortcutRegistry, onKey: OnHotkey): HotkeyBackend {
  let held: readonly GrabbedKey[] = [];
  const release = (): void => {
    for (const { accelerator } of held) {
      registry.unregister(accelerator);
    }
    held = [];
  };
  return {
    hasRelease: false,
    hold: async (keys) => {
      release();
      held = keys.filter(({ id, accelerator }) =>
        registry.register(accelerator, () => onKey(id, true)),
      );
      return keys.filter((key) => !held.includes(key)).map(({ id }) => id);
    },
    close: async () => release(),
  };
}
