import { expect, it } from 'vitest';
import { createText } from '../i18n/text.ts';
import { isPressed, type PressedKeys, toKeyCaps, typesSign } from './keys.ts';

function pressed(key: string, held: Partial<PressedKeys> = {}): PressedKeys {
  return { key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...held };
}

it('takes Ctrl for mod, on macOS Cmd', () => {
  expect(isPressed(pressed('k', { ctrlKey: true }), 'mod+k', false)).toBe(true);
  expect(isPressed(pressed('k', { metaKey: true }), 'mod+k', false)).toBe(false);
  expect(isPressed(pressed('k', { metaKey: true }), 'mod+k', true)).toBe(true);
  expect(isPressed(pressed('k'), 'mod+k', false)).toBe(false);
});

it('tells letters with and without Shift apart', () => {
  const shifted = pressed('L', { ctrlKey: true, shiftKey: true });
  expect(isPressed(shifted, 'mod+shift+l', false)).toBe(true);
  expect(isPressed(shifted, 'mod+l', false)).toBe(false);
  expect(isPressed(pressed('l', { ctrlKey: true }), 'mod+shift+l', false)).toBe(false);
});

it('takes a sign wherever the keyboard has it', () => {
  expect(isPressed(pressed('?', { shiftKey: true }), '?', false)).toBe(true);
  expect(isPressed(pressed('+', { ctrlKey: true }), 'mod+plus', false)).toBe(true);
  expect(isPressed(pressed('=', { ctrlKey: true }), 'mod+plus', false)).toBe(true);
  expect(isPressed(pressed('?', { altKey: true }), '?', false)).toBe(false);
});

it('names the caps in the language and for the system', () => {
  const { t } = createText('de');
  expect(toKeyCaps('mod+shift+l', false, t)).toEqual(['Strg', 'Umschalt', 'L']);
  expect(toKeyCaps('mod+plus', true, t)).toEqual(['⌘', '+']);
});

it('knows which combinations type a sign', () => {
  expect(typesSign('?')).toBe(true);
  expect(typesSign('mod+k')).toBe(false);
  expect(typesSign('f8')).toBe(false);
  expect(typesSign('f')).toBe(true);
});
