import type { App } from '../app-context.ts';
import { listCommands } from './commands.ts';
import { isPressed, typesSign } from './keys.ts';

/** Runs the commands from the keyboard, everywhere in the window. */
export function followKeyboard(app: App, target: Window): void {
  const isMac = app.about.platform === 'darwin';
  target.addEventListener('keydown', (event) => {
    // A list under a search field gets a copy of each key; only the real one counts.
    if (event.repeat || !event.isTrusted || app.view.getState().closeReason !== null) {
      return;
    }
    const command = listCommands(app).find(
      ({ keys }) =>
        keys !== null &&
        isPressed(event, keys, isMac) &&
        !(typesSign(keys) && isTyping(event.target)),
    );
    if (command !== undefined) {
      event.preventDefault();
      command.run();
    }
  });
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select'))
  );
}
