import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  acceleratorModifiers,
  canBeGlobal,
  namedKeys,
  parseAccelerator,
  toAccelerator,
} from '../../contract/accelerator.ts';
import { storedShortcutsSchema } from '../../contract/shortcuts.ts';
import { loadAllCatalogues } from '../i18n/catalogues.ts';
import { createText } from '../i18n/text.ts';
import {
  isSuspendedInTextFields,
  type PressedKeys,
  toKeyCaps,
  toPressedAccelerator,
} from './accelerator.ts';

await loadAllCatalogues();

function struck(key: string, code: string, held: Partial<PressedKeys> = {}): PressedKeys {
  return { key, code, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...held };
}

const ctrl = { ctrlKey: true };

it('reads the pressed keys on every keyboard', () => {
  const cases: [PressedKeys, string | null][] = [
    [struck('F9', 'F9'), 'F9'],
    [struck('k', 'KeyK', ctrl), 'CommandOrControl+K'],
    [struck('L', 'KeyL', { ...ctrl, shiftKey: true }), 'CommandOrControl+Shift+L'],
    [struck(' ', 'Space', ctrl), 'CommandOrControl+Space'],
    [struck('?', 'Slash', { shiftKey: true }), '?'],
    [struck('+', 'Equal', { ...ctrl, shiftKey: true }), 'CommandOrControl+Plus'],
    [struck('=', 'Equal', ctrl), 'CommandOrControl+Plus'],
    [struck('-', 'Minus', ctrl), 'CommandOrControl+-'],
    // A keyboard that types signs where others have digits, and one of another script.
    [struck('&', 'Digit1', ctrl), 'CommandOrControl+1'],
    [struck('л', 'KeyK', ctrl), 'CommandOrControl+K'],
    // The place counts as soon as Alt makes a letter another sign.
    [struck('@', 'KeyQ', { ...ctrl, altKey: true }), 'CommandOrControl+Alt+Q'],
    [struck('Control', 'ControlLeft', ctrl), null],
    [struck('Escape', 'Escape'), null],
    [struck('Enter', 'Enter', ctrl), null],
    [struck('ArrowDown', 'ArrowDown'), null],
    [struck(' ', 'Space'), null],
  ];
  for (const [event, accelerator] of cases) {
    expect(toPressedAccelerator(event, false), event.key).toBe(accelerator);
  }
});

it('takes Cmd for Ctrl on macOS', () => {
  const event = struck('µ', 'KeyM', { metaKey: true, altKey: true });
  expect(toPressedAccelerator(event, true)).toBe('CommandOrControl+Alt+M');
  expect(toPressedAccelerator(event, false)).toBe('Alt+Super+M');
  expect(toPressedAccelerator(struck('k', 'KeyK', ctrl), true)).toBe('K');
});

it('parses only its own format', () => {
  const wrong = ['', '+', 'Shift+?', 'Alt+CommandOrControl+M', 'F25', 'F9+F9', 'f9', 'Space', '='];
  for (const text of wrong) {
    expect(parseAccelerator(text), text).toBeNull();
  }
  expect(parseAccelerator('CommandOrControl+Shift+PageUp')?.key).toBe('PageUp');
});

it('knows keys that rest in fields, and those that no program may keep from all others', () => {
  expect(['?', 'M', 'Shift+M'].map(isSuspendedInTextFields)).toEqual([true, true, true]);
  expect(['F9', 'CommandOrControl+K'].map(isSuspendedInTextFields)).toEqual([false, false]);
  expect(['F9', 'Alt+Up', 'CommandOrControl+Alt+M'].map(canBeGlobal)).toEqual([true, true, true]);
  expect(['M', 'Shift+M', '?', 'CommandOrControl+,', 'x'].some(canBeGlobal)).toBe(false);
});

const keys = fc.oneof(
  fc.constantFrom('A', 'B', 'C', 'X', 'Y', 'Z', '0', '1', '8', '9'),
  fc.constantFrom('F1', 'F9', 'F24', ...namedKeys),
  fc.constantFrom('?', ',', '-', '/', ';', 'Plus'),
);
const strokes = fc.record({
  modifiers: fc.subarray([...acceleratorModifiers]).map((names) => new Set(names)),
  key: keys,
});

it('reads every stroke back as it was written', () => {
  fc.assert(
    fc.property(strokes, (stroke) => {
      const text = toAccelerator(stroke);
      const read = parseAccelerator(text);
      expect(read === null ? stroke : read).toEqual(stroke);
      expect(canBeGlobal(text) && read === null).toBe(false);
    }),
  );
});

/** The event of a keyboard on which every sign has a key of its own. */
function toEvent({ modifiers, key }: ReturnType<typeof readStroke>): PressedKeys {
  const names: Record<string, string> = {
    Space: ' ',
    Up: 'ArrowUp',
    Down: 'ArrowDown',
    Left: 'ArrowLeft',
    Right: 'ArrowRight',
    Plus: '+',
  };
  return struck(names[key] ?? key, /^[A-Z]$/.test(key) ? `Key${key}` : key, {
    ctrlKey: modifiers.has('CommandOrControl'),
    altKey: modifiers.has('Alt'),
    shiftKey: modifiers.has('Shift'),
    metaKey: modifiers.has('Super'),
  });
}

function readStroke(text: string) {
  const stroke = parseAccelerator(text);
  if (stroke === null) {
    throw new Error(`${text} is no accelerator.`);
  }
  return stroke;
}

it('hears from the keyboard what was chosen at it', () => {
  const written = strokes.map(toAccelerator).filter((text) => parseAccelerator(text) !== null);
  fc.assert(
    fc.property(written, (text) => {
      expect(toPressedAccelerator(toEvent(readStroke(text)), false)).toBe(text);
    }),
  );
});

it('never throws at a file, and falls back to the usual keys entry by entry', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      expect(() => storedShortcutsSchema.parse(value)).not.toThrow();
    }),
  );
  expect(
    storedShortcutsSchema.parse({ 'live.cover': { keys: 'x+y' }, 'voice.mute': { keys: 'F7' } }),
  ).toEqual({ 'live.cover': {}, 'voice.mute': { keys: 'F7' } });
});

it('names the caps in the language and for the system', () => {
  const { t } = createText('de');
  expect(toKeyCaps('CommandOrControl+Shift+M', false, t)).toEqual(['Strg', 'Umschalt', 'M']);
  expect(toKeyCaps('CommandOrControl+Alt+Plus', true, t)).toEqual(['⌘', '⌥', '+']);
  expect(toKeyCaps('Alt+Up', false, t)).toEqual(['Alt', '↑']);
  const english = new Set<string>(namedKeys);
  const caps = namedKeys.flatMap((name) => toKeyCaps(name, false, t));
  expect(caps.filter((cap) => english.has(cap))).toEqual([]);
});
