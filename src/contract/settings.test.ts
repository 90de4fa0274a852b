import { expect, it } from 'vitest';
import { settingsSchema, storedSettingsSchema } from './settings.ts';

it('keeps the keys of an older file, and drops unknown ones', () => {
  const former = {
    theme: 'light',
    hotkeys: { cover: 'F10', mute: null, talk: 'nonsense', other: 'F1' },
  };
  expect(storedSettingsSchema.parse(former)).toEqual(
    settingsSchema.parse({
      theme: 'light',
      onboarding: { isOver: true },
      shortcuts: { 'live.cover': { keys: 'F10' }, 'voice.mute': { keys: null }, 'voice.talk': {} },
    }),
  );
});

it('takes no keys for a choice that were the usual ones', () => {
  const usual = {
    cover: 'F9',
    mute: 'CommandOrControl+Alt+M',
    talk: 'F8',
    next_character: 'CommandOrControl+Alt+N',
    next_preset: 'CommandOrControl+Alt+PageDown',
    previous_preset: 'CommandOrControl+Alt+PageUp',
  };
  expect(storedSettingsSchema.parse({ hotkeys: usual }).shortcuts).toEqual({});
});

it('shows the first run to new users only', () => {
  const read = (stored: object) => storedSettingsSchema.parse(stored).onboarding;
  expect(read({ live: { heightP: 1080 } }).isOver).toBe(true);
  expect(read({ theme: 'dark', onboarding: { step: 'speed' } })).toMatchObject({
    isOver: false,
    step: 'speed',
  });
  expect(read({}).isOver).toBe(false);
});

it('leaves a file as it is that knows shortcuts', () => {
  const now = { shortcuts: { 'live.cover': { keys: 'F11' } }, hotkeys: { cover: 'F10' } };
  expect(storedSettingsSchema.parse(now).shortcuts).toEqual(now.shortcuts);
  expect(storedSettingsSchema.parse({})).toEqual(settingsSchema.parse({}));
});
