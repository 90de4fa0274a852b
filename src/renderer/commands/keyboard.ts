import type { App } from '../app/app-context.ts';
import { isSuspendedInTextFields, toPressedAccelerator } from './accelerator.ts';
import { panicCommand } from './command.ts';
import { runCommand } from './run-command.ts';

/**
 * Runs the commands from the keyboard, everywhere in the window. Listens before the controls do: they
 * keep keys to themselves. Keys that the desktop holds for Guise never arrive here.
 */
export function listenToKeyboard(app: App, target: Window): void {
  const isMac = app.about.platform === 'darwin';
  /** Release actions of held keys, by physical key. */
  const held = new Map<string, () => void>();
  const handleDown = (event: KeyboardEvent): void => {
    if (!event.isTrusted) {
      return;
    }
    const struck = event.getModifierState('AltGraph') ? null : toPressedAccelerator(event, isMac);
    const rests = struck === null || (isSuspendedInTextFields(struck) && isTyping(event.target));
    if (rests || isKeyRecorder(event.target)) {
      return;
    }
    const command = app.commands().find(({ keys }) => keys === struck);
    // Only the panic key passes the question whether to close the window.
    const isAsked = app.view.getState().closeReason !== null;
    if (command === undefined || (isAsked && command.id !== panicCommand)) {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    if (event.repeat) {
      return;
    }
    const { press, release } = command.wish ?? {};
    if (press !== undefined && release !== undefined) {
      held.set(event.code, () => void app.attempt(() => app.act(release)));
      void app.attempt(() => app.act(press));
    } else {
      runCommand(app, command);
    }
  };
  const releaseKey = (code: string): void => {
    held.get(code)?.();
    held.delete(code);
  };
  target.addEventListener('keydown', handleDown, { capture: true });
  target.addEventListener('keyup', ({ code }) => releaseKey(code), { capture: true });
  // A release in another window is not observed: leaving the window ends push-to-talk.
  target.addEventListener('blur', () => [...held.keys()].forEach(releaseKey));
}

/** Returns whether an element records keys for a shortcut; such keys do nothing else. */
export function isKeyRecorder(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('[data-records-keys]');
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select'))
  );
}
