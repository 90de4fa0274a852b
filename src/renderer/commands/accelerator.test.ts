import { expect, it } from 'vitest';
import { hotkeyChoiceSchema, readAccelerator } from '../../contract/hotkeys.ts';
import { createText } from '../i18n/text.ts';
import {
  findConflict,
  type StruckKeys,
  toAcceleratorCaps,
  toStruckAccelerator,
} from './accelerator.ts';

function struck(key: string, code: string, held: Partial<StruckKeys> = {}): StruckKeys {
  return { key, code, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...held };
}

it('reads keys that may be taken from everybody, and no others', () => {
  expect(toStruckAccelerator(struck('F9', 'F9'), false)).toBe('F9');
  const both = { ctrlKey: true, altKey: true };
  expect(toStruckAccelerator(struck('m', 'KeyM', both), false)).toBe('CommandOrControl+Alt+M');
  // With Alt held, macOS types another sign.
  expect(toStruckAccelerator(struck('µ', 'KeyM', { metaKey: true, altKey: true }), true)).toBe(
    'CommandOrControl+Alt+M',
  );
  expect(toStruckAccelerator(struck(' ', 'Space', { ctrlKey: true }), false)).toBe(
    'CommandOrControl+Space',
  );
  for (const event of [
    struck('m', 'KeyM'),
    struck('M', 'KeyM', { shiftKey: true }),
    struck('Control', 'ControlLeft', { ctrlKey: true }),
    struck('Escape', 'Escape'),
  ]) {
    expect(toStruckAccelerator(event, false), event.key).toBeNull();
  }
});

it('takes apart only what it writes itself', () => {
  for (const text of ['', '+', 'M', 'Shift+M', 'Alt+CommandOrControl+M', 'F25', 'F9+F9', 'f9']) {
    expect(readAccelerator(text), text).toBeNull();
  }
  expect(readAccelerator('CommandOrControl+Shift+PageUp')?.key).toBe('PageUp');
});

it('falls back to a usual key where a file holds none that can be', () => {
  expect(hotkeyChoiceSchema.parse({ cover: 'M', mute: 'M', talk: null })).toMatchObject({
    cover: 'F9',
    mute: null,
    talk: null,
  });
});

it('names what else wants a key', () => {
  const choice = hotkeyChoiceSchema.parse({ mute: 'F9', talk: 'CommandOrControl+K' });
  const commands = [{ title: 'Commands', keys: 'mod+k' }] as const;
  const others = { commands, refused: ['next_character'] as const };
  expect(findConflict('cover', choice, others)).toEqual({ is: 'action', other: 'mute' });
  expect(findConflict('talk', choice, others)).toEqual({ is: 'command', title: 'Commands' });
  expect(findConflict('next_character', choice, others)).toEqual({ is: 'program' });
  expect(findConflict('cover', { ...choice, mute: null }, others)).toBeNull();
});

it('names the caps in the language and for the system', () => {
  const { t } = createText('de');
  expect(toAcceleratorCaps('CommandOrControl+Shift+M', false, t)).toEqual([
    'Strg',
    'Umschalt',
    'M',
  ]);
  expect(toAcceleratorCaps('CommandOrControl+Alt+M', true, t)).toEqual(['⌘', '⌥', 'M']);
});
