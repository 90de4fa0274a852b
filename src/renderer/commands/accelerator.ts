import {
  acceleratorModifiers,
  namedKeys,
  parseAccelerator,
  toAccelerator,
  producesCharacter,
} from '../../contract/accelerator.ts';
import type { TextKey } from '../i18n/en/catalogue.ts';

/** Part of a keyboard event that identifies the pressed keys. */
export type PressedKeys = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'
>;

/** Keys that the browser calls otherwise. The plus key makes text larger, whether or not it needs Shift there. */
const browserNames: Readonly<Record<string, string>> = {
  ' ': 'Space',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  '+': 'Plus',
  '=': 'Plus',
};

/**
 * Converts pressed keys to an accelerator such as `CommandOrControl+Alt+M`; null when they have no effect, such
 * as a modifier alone.
 */
export function toPressedAccelerator(event: PressedKeys, isMac: boolean): string | null {
  const command = isMac ? event.metaKey : event.ctrlKey;
  const key = toKey(event);
  const held = {
    CommandOrControl: command,
    Alt: event.altKey,
    Shift: event.shiftKey && !isSign(key),
    Super: isMac ? false : event.metaKey,
  };
  const modifiers = new Set(acceleratorModifiers.filter((name) => held[name]));
  const text = toAccelerator({ modifiers, key });
  return parseAccelerator(text) === null ? null : text;
}

/**
 * Returns whether the keys produce a character, so that they have to be suspended while a text field has the focus.
 */
export function isSuspendedInTextFields(accelerator: string): boolean {
  const stroke = parseAccelerator(accelerator);
  return stroke !== null && producesCharacter(stroke);
}

/**
 * Returns the name of the pressed key. A letter or digit key that produces another character, with Alt or in another
 * keyboard layout, is named by its position; the minus of the digit row stays a minus, because it reduces the text
 * size.
 */
function toKey(event: PressedKeys): string {
  const { key, code, altKey, ctrlKey, metaKey } = event;
  const upper = key.toUpperCase();
  if (/^(?:[A-Z0-9]|F\d{1,2})$/.test(upper)) {
    return upper;
  }
  const named = browserNames[key] ?? key;
  if (namedKeys.some((name) => name === named) || named === 'Plus') {
    return named;
  }
  const physicalKey = code.replace(/^(?:Key|Digit)/, '');
  const isDigit = /^\d$/.test(physicalKey) && key !== '-' && (ctrlKey || metaKey);
  const isPlaced = isDigit || (altKey && /^[A-Z0-9]$/.test(physicalKey));
  return isSign(key) && !isPlaced ? key : physicalKey;
}

function isSign(key: string): boolean {
  return key === 'Plus' || /^[!-/:-@[-`{-~]$/.test(key);
}

/** The caps of keys, as shown. */
export function toKeyCaps(
  accelerator: string,
  isMac: boolean,
  t: (key: TextKey) => string,
): readonly string[] {
  const caps = new Map([
    ['CommandOrControl', isMac ? '⌘' : t('key.ctrl')],
    ['Alt', isMac ? '⌥' : t('key.alt')],
    ['Shift', isMac ? '⇧' : t('key.shift')],
    ['Super', t('key.super')],
    ['Plus', '+'],
    ['Space', t('key.space')],
    ['Up', '↑'],
    ['Down', '↓'],
    ['Left', '←'],
    ['Right', '→'],
    ['Home', t('key.home')],
    ['End', t('key.end')],
    ['PageUp', t('key.page_up')],
    ['PageDown', t('key.page_down')],
    ['Insert', t('key.insert')],
    ['Delete', t('key.delete')],
  ]);
  return accelerator.split('+').map((part) => caps.get(part) ?? part);
}
