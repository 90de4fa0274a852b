import { type HotkeyAction, hotkeyActions } from '../../contract/hotkeys.ts';
import type { LiveAction } from '../../contract/live-action.ts';
import type { App } from '../app/app-context.ts';
import { toStruckAccelerator } from '../commands/accelerator.ts';
import { carryOut } from './carry-out.ts';

/** In the window the keys work as well where the desktop gives none to programs. Where it does, it keeps them from the page. */
export function followHotkeys(app: App, target: Window): void {
  const { hotkeys, settings, about, attempt } = app;
  const isMac = about.platform === 'darwin';
  let talkCode: string | null = null;
  void attempt(() => hotkeys.getState().refresh());
  const act = (action: LiveAction): void => void attempt(() => carryOut(app, action));
  target.addEventListener(
    'keydown',
    (event) => {
      if (!event.isTrusted || recordsKeys(event.target)) {
        return;
      }
      const struck = toStruckAccelerator(event, isMac);
      const choice = settings.getState().settings.hotkeys;
      const action = hotkeyActions.find((name) => struck !== null && choice[name] === struck);
      if (action === undefined) {
        return;
      }
      event.preventDefault();
      if (event.repeat) {
        return;
      }
      if (action === 'talk') {
        talkCode = event.code;
      }
      act(toAction(action));
    },
    { capture: true },
  );
  const release = (): void => {
    if (talkCode !== null) {
      talkCode = null;
      act({ type: 'set_talking', isOn: false });
    }
  };
  target.addEventListener(
    'keyup',
    (event) => {
      if (event.code === talkCode) {
        release();
      }
    },
    { capture: true },
  );
  // The release is not seen in another window: whoever leaves is not heard any more.
  target.addEventListener('blur', release);
}

function toAction(action: HotkeyAction): LiveAction {
  switch (action) {
    case 'cover':
      return { type: 'set_cover', isOn: true };
    case 'mute':
      return { type: 'toggle_mute' };
    case 'talk':
      return { type: 'set_talking', isOn: true };
    case 'next_character':
      return { type: 'step_character', by: 1 };
    case 'next_preset':
      return { type: 'step_preset', by: 1 };
    case 'previous_preset':
      return { type: 'step_preset', by: -1 };
  }
}

/** Whether keys are being chosen there, which then do nothing else. */
function recordsKeys(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('[data-records-keys]');
}
