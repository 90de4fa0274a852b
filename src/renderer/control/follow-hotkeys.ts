import { type HotkeyAction, hotkeyActions, toLiveAction } from '../../contract/hotkeys.ts';
import type { App } from '../app/app-context.ts';
import { toStruckAccelerator } from '../commands/accelerator.ts';
import { recordsKeys } from '../commands/keys.ts';
import { carryOut } from './carry-out.ts';

/** In the window the keys work as well where the desktop gives none to programs. Where it does, it keeps them from the page. */
export function followHotkeys(app: App, target: Window): void {
  const { hotkeys, settings, about, attempt } = app;
  const isMac = about.platform === 'darwin';
  let talkCode: string | null = null;
  void attempt(() => hotkeys.getState().refresh());
  const act = (action: HotkeyAction, isDown: boolean): void => {
    const wish = toLiveAction(action, isDown, true);
    if (wish !== null) {
      void attempt(() => carryOut(app, wish));
    }
  };
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
      act(action, true);
    },
    { capture: true },
  );
  const release = (): void => {
    if (talkCode !== null) {
      talkCode = null;
      act('talk', false);
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
