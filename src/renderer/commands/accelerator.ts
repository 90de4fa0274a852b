import {
  acceleratorModifiers,
  hotkeyActions,
  type HotkeyAction,
  type HotkeyChoice,
  namedKeys,
  readAccelerator,
  toAccelerator,
} from '../../contract/hotkeys.ts';
import type { TextKey } from '../i18n/en.ts';
import type { KeyCombination } from './keys.ts';

/** The part of a keyboard event that tells what was pressed. */
export type StruckKeys = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'
>;

/** Keys that the browser calls otherwise. */
const browserNames: Readonly<Record<string, string>> = {
  ' ': 'Space',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
};

/** What was pressed, as `CommandOrControl+Alt+M`; null for what can be no key from anywhere, such as a letter alone. */
export function toStruckAccelerator(event: StruckKeys, isMac: boolean): string | null {
  const command = isMac ? event.metaKey : event.ctrlKey;
  const held = {
    CommandOrControl: command,
    Alt: event.altKey,
    Shift: event.shiftKey,
    Super: isMac ? false : event.metaKey,
  };
  const modifiers = new Set(acceleratorModifiers.filter((name) => held[name]));
  const text = toAccelerator({ modifiers, key: toKey(event) });
  return readAccelerator(text) === null ? null : text;
}

/** With Alt held a letter may be another sign: then the place on the keyboard counts. */
function toKey({ key, code }: Pick<StruckKeys, 'key' | 'code'>): string {
  const upper = key.toUpperCase();
  if (/^(?:[A-Z0-9]|F\d{1,2})$/.test(upper)) {
    return upper;
  }
  const named = browserNames[key] ?? key;
  return namedKeys.some((name) => name === named) ? named : code.replace(/^(?:Key|Digit)/, '');
}

/** The caps of keys from anywhere, as shown. */
export function toAcceleratorCaps(
  accelerator: string,
  isMac: boolean,
  t: (key: TextKey) => string,
): readonly string[] {
  const caps = new Map([
    ['CommandOrControl', isMac ? '⌘' : t('key.ctrl')],
    ['Alt', isMac ? '⌥' : t('key.alt')],
    ['Shift', isMac ? '⇧' : t('key.shift')],
    ['Super', t('key.super')],
  ]);
  return accelerator.split('+').map((part) => caps.get(part) ?? part);
}

/** Why a key cannot do what it is for. */
export type HotkeyConflict =
  | { readonly is: 'action'; readonly other: HotkeyAction }
  | { readonly is: 'command'; readonly title: string }
  | { readonly is: 'program' };

/** What else wants the key of an action: another action, a command of the window, another program. */
export function findConflict(
  action: HotkeyAction,
  choice: HotkeyChoice,
  others: {
    readonly commands: readonly { readonly title: string; readonly keys: KeyCombination | null }[];
    readonly refused: readonly HotkeyAction[];
  },
): HotkeyConflict | null {
  const own = choice[action];
  if (own === null) {
    return null;
  }
  const other = hotkeyActions.find((name) => name !== action && choice[name] === own);
  if (other !== undefined) {
    return { is: 'action', other };
  }
  const command = others.commands.find(({ keys }) => keys !== null && isSame(keys, own));
  if (command !== undefined) {
    return { is: 'command', title: command.title };
  }
  return others.refused.includes(action) ? { is: 'program' } : null;
}

function isSame(keys: KeyCombination, accelerator: string): boolean {
  const parts = keys
    .split('+')
    .map((part) => (part === 'mod' ? 'CommandOrControl' : part === 'shift' ? 'Shift' : part));
  const [key = ''] = parts.slice(-1);
  return [...parts.slice(0, -1), key.toUpperCase()].join('+') === accelerator;
}
