import { type Hotkey, maxHotkeys } from '../../contract/hotkeys.ts';
import type { App } from '../app/app-context.ts';
import { type Command, panicCommand } from './command.ts';

/**
 * Reports the global keys to main, and again when they change. While a shortcut is recorded only the panic key is held:
 * the window would not receive the others.
 */
export function syncHotkeys(app: App): void {
  let sent = '';
  const update = (): void => {
    const all = toHotkeys(app.commands());
    const { isRecording } = app.hotkeys.getState();
    const keys = isRecording ? all.filter(({ id }) => id === panicCommand) : all;
    const text = JSON.stringify(keys);
    if (text !== sent) {
      sent = text;
      void app.attempt(() => app.hotkeys.getState().use(keys));
    }
  };
  update();
  app.settings.subscribe(({ settings }, before) => {
    if (settings.shortcuts !== before.settings.shortcuts) {
      update();
    }
  });
  app.hotkeys.subscribe(({ isRecording }, before) => {
    if (isRecording !== before.isRecording) {
      update();
    }
  });
  app.presets.subscribe(({ presets }, before) => {
    if (presets !== before.presets) {
      update();
    }
  });
}

/** Keys to grab from other programs, with their actions. */
export function toHotkeys(commands: readonly Command[]): readonly Hotkey[] {
  const keys = commands.flatMap(({ id, keys: accelerator, isGlobal, wish }) =>
    accelerator === null || !isGlobal || wish === undefined
      ? []
      : [
          {
            id,
            accelerator,
            press: wish.press,
            release: wish.release ?? null,
            toggle: wish.toggle ?? null,
          },
        ],
  );
  return keys.slice(0, maxHotkeys);
}
