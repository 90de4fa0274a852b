/** The part of Electron's `globalShortcut` that is needed. */
export interface ShortcutRegistry {
  register(accelerator: string, callback: () => void): boolean;
  unregister(accelerator: string): void;
}

/** The key that covers the output from outside the window. It is taken only while a session runs. */
export interface CoverKey {
  /** How Electron writes it; null where the runtime has no keys outside its window. */
  readonly accelerator: string | null;
  readonly follow: (isRunning: boolean) => void;
}

const accelerator = 'CommandOrControl+Alt+C';

/** `registry` is null where there is none. */
export function createCoverKey(registry: ShortcutRegistry | null, onPress: () => void): CoverKey {
  let isRegistered = false;
  return {
    accelerator: registry === null ? null : accelerator,
    follow: (isRunning) => {
      if (registry === null || isRunning === isRegistered) {
        return;
      }
      if (isRunning) {
        // Another program may have it; Escape in the window works all the same.
        isRegistered = registry.register(accelerator, onPress);
      } else {
        isRegistered = false;
        registry.unregister(accelerator);
      }
    },
  };
}
