import * as z from 'zod';
import type { LiveAction } from './live-action.ts';
import { wireErrorSchema } from './wire-error.ts';

/** What a key does that works from anywhere on the desktop. */
export const hotkeyActions = [
  'cover',
  'mute',
  'talk',
  'next_character',
  'next_preset',
  'previous_preset',
] as const;

/** See {@link hotkeyActions}. */
export type HotkeyAction = (typeof hotkeyActions)[number];

/**
 * What a key has the page do when it goes down or up; null for nothing. Where releases are not seen (`hasRelease`), the key
 * that one talks with turns talking on and off in turn.
 */
export function toLiveAction(
  action: HotkeyAction,
  isDown: boolean,
  hasRelease: boolean,
): LiveAction | null {
  if (action === 'talk') {
    return hasRelease ? { type: 'set_talking', isOn: isDown } : { type: 'toggle_talking' };
  }
  if (!isDown) {
    return null;
  }
  switch (action) {
    case 'cover':
      return { type: 'set_cover', isOn: true };
    case 'mute':
      return { type: 'toggle_mute' };
    case 'next_character':
      return { type: 'step_character', by: 1 };
    case 'next_preset':
      return { type: 'step_preset', by: 1 };
    case 'previous_preset':
      return { type: 'step_preset', by: -1 };
  }
}

/** Modifiers in the order in which they are written; `CommandOrControl` is Ctrl, on macOS Cmd. */
export const acceleratorModifiers = ['CommandOrControl', 'Alt', 'Shift', 'Super'] as const;

/** Keys with a name, beside letters, digits and F1 to F24. */
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

const keyPattern = new RegExp(`^(?:[A-Z0-9]|F(?:[1-9]|1\\d|2[0-4])|${namedKeys.join('|')})$`);

/** Keys that are pressed together, taken apart. */
export interface KeyStroke {
  readonly modifiers: ReadonlySet<(typeof acceleratorModifiers)[number]>;
  readonly key: string;
}

/** Reads `CommandOrControl+Alt+M`, as Electron writes it; null where it is none that may be taken from everybody. */
export function readAccelerator(accelerator: string): KeyStroke | null {
  const parts = accelerator.split('+');
  const key = parts.at(-1) ?? '';
  const modifiers = new Set(acceleratorModifiers.filter((name) => parts.includes(name)));
  const isWhole = toAccelerator({ modifiers, key }) === accelerator;
  // A key that types, alone or with Shift, would be missing in every other program.
  const isFunctionKey = /^F\d/.test(key);
  const hasModifier = [...modifiers].some((name) => name !== 'Shift');
  return isWhole && keyPattern.test(key) && (isFunctionKey || hasModifier)
    ? { modifiers, key }
    : null;
}

/** The other way round. */
export function toAccelerator({ modifiers, key }: KeyStroke): string {
  return [...acceleratorModifiers.filter((name) => modifiers.has(name)), key].join('+');
}

/** Keys as `CommandOrControl+Alt+M`; null for none. */
export const acceleratorSchema = z
  .string()
  .max(64)
  .refine((text) => readAccelerator(text) !== null, 'A function key, or a key with Ctrl or Alt.')
  .nullable();

/** Which keys the user chose. */
export const hotkeyChoiceSchema = z.object({
  cover: acceleratorSchema.catch('F9').default('F9'),
  mute: acceleratorSchema.catch(null).default('CommandOrControl+Alt+M'),
  talk: acceleratorSchema.catch(null).default('F8'),
  next_character: acceleratorSchema.catch(null).default('CommandOrControl+Alt+N'),
  next_preset: acceleratorSchema.catch(null).default('CommandOrControl+Alt+PageDown'),
  previous_preset: acceleratorSchema.catch(null).default('CommandOrControl+Alt+PageUp'),
}) satisfies z.ZodType<Readonly<Record<HotkeyAction, string | null>>>;

/** See {@link hotkeyChoiceSchema}. */
export type HotkeyChoice = z.output<typeof hotkeyChoiceSchema>;

const heldKeySchema = z.object({ action: z.enum(hotkeyActions), accelerator: z.string().max(64) });

/** A key that is taken from the desktop. */
export type HeldKey = z.output<typeof heldKeySchema>;

/** What the process that holds keys is told: these keys and no others from now on. */
export const hotkeyQuestionSchema = z.object({
  call: z.int(),
  keys: z.array(heldKeySchema).max(32),
});

/** What it says: which keys it did not get, what was pressed and released, or why it cannot hold any. */
export const hotkeyMessageSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('held'),
    call: z.int(),
    refused: z.array(z.enum(hotkeyActions)),
  }),
  z.object({ type: z.literal('key'), action: z.enum(hotkeyActions), isDown: z.boolean() }),
  z.object({ type: z.literal('failed'), call: z.int(), error: wireErrorSchema }),
]);

/** See {@link hotkeyMessageSchema}. */
export type HotkeyMessage = z.output<typeof hotkeyMessageSchema>;
