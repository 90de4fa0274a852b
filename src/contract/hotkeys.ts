import * as z from 'zod';
import { globalAcceleratorSchema } from './accelerator.ts';
import { liveActionSchema } from './live-action.ts';
import { wireErrorSchema } from './wire-error.ts';

/** Maximum keys grabbed from the desktop at a time. */
export const maxHotkeys = 64;

const hotkeyIdSchema = z.string().min(1).max(80);

const heldKeySchema = z.object({
  /** Id of the command that it is for. */
  id: hotkeyIdSchema,
  accelerator: globalAcceleratorSchema,
});

/** A key that is taken from the desktop. */
export type GrabbedKey = z.output<typeof heldKeySchema>;

/** A global hotkey, and the page's action at its press or release. */
export const hotkeySchema = heldKeySchema.extend({
  press: liveActionSchema,
  /** Null when its release has no effect. */
  release: liveActionSchema.nullable(),
  /** Replaces both where key releases cannot be observed; null when `press` does that. */
  toggle: liveActionSchema.nullable(),
});

/** See {@link hotkeySchema}. */
export type Hotkey = z.output<typeof hotkeySchema>;

/** Message to the hotkey process: the complete set of keys to grab from now on. */
export const hotkeyQuestionSchema = z.object({
  call: z.int(),
  keys: z.array(heldKeySchema).max(maxHotkeys),
});

/** Messages of the hotkey process: refused keys, presses and releases, or the reason why it cannot grab any. */
export const hotkeyMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('held'), call: z.int(), refused: z.array(hotkeyIdSchema) }),
  z.object({ type: z.literal('key'), id: hotkeyIdSchema, isDown: z.boolean() }),
  z.object({ type: z.literal('failed'), call: z.int(), error: wireErrorSchema }),
]);

/** See {@link hotkeyMessageSchema}. */
export type HotkeyMessage = z.output<typeof hotkeyMessageSchema>;
