import type { TextKey } from '../i18n/en.ts';

/** Keys pressed together: modifiers in the order mod, shift, then one key. `mod` is Ctrl, on macOS Cmd. */
export type KeyCombination = `${'mod+' | ''}${'shift+' | ''}${string}`;

/** The part of a keyboard event that tells what was pressed. */
export type PressedKeys = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'
>;

/** Whether an event is a combination. A sign that needs Shift to be typed, such as `?`, ignores Shift. */
export function isPressed(event: PressedKeys, keys: KeyCombination, isMac: boolean): boolean {
  const { key, needsMod, needsShift } = readCombination(keys);
  const isLetter = /^[a-z]$/.test(key);
  const modifier = isMac ? event.metaKey : event.ctrlKey;
  const other = isMac ? event.ctrlKey : event.metaKey;
  return (
    toKeyName(event.key) === key &&
    modifier === needsMod &&
    !other &&
    !event.altKey &&
    (isLetter ? event.shiftKey === needsShift : event.shiftKey || !needsShift)
  );
}

/** The caps of a combination as shown. */
export function toKeyCaps(
  keys: KeyCombination,
  isMac: boolean,
  t: (key: TextKey) => string,
): readonly string[] {
  const { key, needsMod, needsShift } = readCombination(keys);
  return [
    ...(needsMod ? [isMac ? '⌘' : t('key.ctrl')] : []),
    ...(needsShift ? [isMac ? '⇧' : t('key.shift')] : []),
    key === 'plus' ? '+' : key.toUpperCase(),
  ];
}

/** Whether keys are being chosen there, which then do nothing else. */
export function recordsKeys(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('[data-records-keys]');
}

/** The plus key is the one that makes text larger, whether or not it needs Shift on this keyboard. */
function toKeyName(key: string): string {
  return key === '+' || key === '=' ? 'plus' : key.toLowerCase();
}

/** Whether a combination types a sign, so that it has to rest while a field has the focus. */
export function typesSign(keys: KeyCombination): boolean {
  const { key, needsMod } = readCombination(keys);
  return !needsMod && !/^f\d{1,2}$/.test(key);
}

function readCombination(keys: KeyCombination): {
  readonly key: string;
  readonly needsMod: boolean;
  readonly needsShift: boolean;
} {
  const parts = keys.split('+');
  return {
    key: parts.at(-1) ?? '',
    needsMod: parts.includes('mod'),
    needsShift: parts.includes('shift'),
  };
}
