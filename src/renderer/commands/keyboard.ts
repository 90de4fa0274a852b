import type { App } from '../app/app-context.ts';
import { listCommands } from './commands.ts';
import { isPressed, recordsKeys, typesSign } from './keys.ts';

/**
 * Runs the commands from the keyboard, everywhere in the window. Listens before the controls do: they
 * keep keys to themselves, and a list under a search field is sent a copy of each key.
 */
export function followKeyboard(app: App, target: Window): void {
  const isMac = app.about.platform === 'darwin';
  const handle = (event: KeyboardEvent): void => {
    if (event.repeat || !event.isTrusted || app.view.getState().closeReason !== null) {
      return;
    }
    const command = listCommands(app).find(
      ({ keys }) =>
        keys !== null &&
        isPressed(event, keys, isMac) &&
        !(typesSign(keys) && isTyping(event.target)) &&
        !recordsKeys(event.target),
    );
    if (command !== undefined) {
      event.preventDefault();
      event.stopPropagation();
      command.run();
    }
  };
  target.addEventListener('keydown', handle, { capture: true });
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select'))
  );
}
