import * as z from 'zod';

/** Modifiers in the order in which they are written; `CommandOrControl` is Ctrl, on macOS Cmd. */
export const acceleratorModifiers = ['CommandOrControl', 'Alt', 'Shift', 'Super'] as const;

/** Keys with a name, beside letters, digits, signs and F1 to F24. */
export const namedKeys = [
  'Space',
  'Up',
  'Down',
  'Left',
  'Right',
  'Home',
  'End',
  'PageUp',
  'PageDown',
  'Insert',
  'Delete',
] as const;

/** Signs of keys, with or without Shift; `+` is written `Plus`, because it separates keys, and `=` is its key. */
const signPattern = /^(?:[!-*,-/:-<>-@[-`{-~]|Plus)$/;
const functionPattern = /^F(?:[1-9]|1\d|2[0-4])$/;
const typedPattern = /^[A-Z0-9]$/;

/** Keys that are pressed together, taken apart. */
export interface KeyStroke {
  readonly modifiers: ReadonlySet<(typeof acceleratorModifiers)[number]>;
  readonly key: string;
}

/**
 * Parses an Electron accelerator such as `CommandOrControl+Alt+M`; returns null when it is invalid or has no
 * effect.
 */
export function parseAccelerator(accelerator: string): KeyStroke | null {
  const parts = accelerator.split('+');
  const key = parts.at(-1) ?? '';
  const modifiers = new Set(acceleratorModifiers.filter((name) => parts.includes(name)));
  const stroke = { modifiers, key };
  return toAccelerator(stroke) === accelerator && isKnown(stroke) ? stroke : null;
}

/** The other way round. */
export function toAccelerator({ modifiers, key }: KeyStroke): string {
  return [...acceleratorModifiers.filter((name) => modifiers.has(name)), key].join('+');
}

/**
 * Returns whether the keys produce a character, alone or with Shift. Such keys are suspended in text fields and cannot
 * be taken from other programs.
 */
export function producesCharacter({ modifiers, key }: KeyStroke): boolean {
  return !hasModifier(modifiers) && !functionPattern.test(key);
}

/**
 * Returns whether the keys may be grabbed from all other programs. Keys that produce a character may not, since other
 * programs need them.
 */
export function canBeGlobal(accelerator: string): boolean {
  const stroke = parseAccelerator(accelerator);
  return stroke !== null && !producesCharacter(stroke) && !signPattern.test(stroke.key);
}

function isKnown({ modifiers, key }: KeyStroke): boolean {
  if (signPattern.test(key)) {
    return !modifiers.has('Shift'); // Signs need Shift on some keyboards only.
  }
  const isNamed = namedKeys.some((name) => name === key);
  // Alone, keys with a name work the control that has the focus.
  return isNamed ? hasModifier(modifiers) : functionPattern.test(key) || typedPattern.test(key);
}

function hasModifier(modifiers: KeyStroke['modifiers']): boolean {
  return [...modifiers].some((name) => name !== 'Shift');
}

/** Keys as `CommandOrControl+Alt+M`. */
export const acceleratorSchema = z
  .string()
  .max(64)
  .refine((text) => parseAccelerator(text) !== null, 'Keys such as F9 or CommandOrControl+Alt+M.');

/** Keys that may be taken from every other program. */
export const globalAcceleratorSchema = acceleratorSchema.refine(
  canBeGlobal,
  'A function key, or a key with Ctrl or Alt.',
);
