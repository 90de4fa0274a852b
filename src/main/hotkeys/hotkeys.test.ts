import { expect, it } from 'vitest';
import type { Hotkey } from '../../contract/hotkeys.ts';
import type { LiveAction } from '../../contract/live-action.ts';
import type { OnHotkey } from './hotkey-backend.ts';
import { Hotkeys } from './hotkeys.ts';

const talk: Hotkey = {
  id: 'voice.talk',
  accelerator: 'F8',
  press: { type: 'set_talking', isOn: true },
  release: { type: 'set_talking', isOn: false },
  toggle: { type: 'toggle_talking' },
};

/** Keys of a desktop that releases pressed keys when other keys are registered, as X11 does. */
function openKeys(hasRelease = true) {
  const ran: LiveAction[] = [];
  const pressed = new Set<string>();
  let tell: OnHotkey = () => undefined;
  const strike: OnHotkey = (id, isDown) => {
    if (isDown) {
      pressed.add(id);
    } else {
      pressed.delete(id);
    }
    tell(id, isDown);
  };
  const hotkeys = new Hotkeys({
    openBackend: (onKey) => {
      tell = onKey;
      return {
        hasRelease,
        hold: async () => {
          for (const id of pressed) {
            strike(id, false);
          }
          return [];
        },
        close: async () => undefined,
      };
    },
    run: async (action) => void ran.push(action),
    emit: () => undefined,
    log: () => undefined,
  });
  const use = (...keys: readonly Hotkey[]) => hotkeys.calls['hotkeys.use']({ keys: [...keys] });
  return { hotkeys, ran, strike, use };
}

it('ends the action of a held key that is taken away', async () => {
  const { hotkeys, ran, strike, use } = openKeys();
  hotkeys.want(true);
  await use(talk);
  strike('voice.talk', true);
  await use();
  expect(ran).toEqual([talk.press, talk.release]);
  strike('voice.talk', false);
  expect(ran).toHaveLength(2);
});

it('ends the action that a key began, even after the key was changed', async () => {
  const { ran, strike, use } = openKeys();
  await use(talk);
  strike('voice.talk', true);
  await use({ ...talk, release: null });
  expect(ran).toEqual([talk.press, talk.release]);
  strike('voice.talk', true);
  strike('voice.talk', false);
  expect(ran).toEqual([talk.press, talk.release, talk.press]);
});

it('turns on and off by presses alone where releases are not seen', async () => {
  const { ran, strike, use } = openKeys(false);
  await use(talk);
  strike('voice.talk', true);
  strike('voice.talk', true);
  expect(ran).toEqual([talk.toggle, talk.toggle]);
});
