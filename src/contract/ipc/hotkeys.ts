import * as z from 'zod';
import { hotkeySchema, maxHotkeys } from '../hotkeys.ts';
import type { CallShape } from './kit.ts';

/** State of global hotkeys on this desktop. */
export const hotkeyViewSchema = z.object({
  /**
   * Reason why global hotkeys are unavailable; null when they are available. `desktop`: the desktop does not
   * offer them (Wayland).
   */
  missing: z.enum(['desktop', 'library', 'system']).nullable(),
  /** True when key releases are observed; otherwise push-to-talk toggles at each press. */
  hasRelease: z.boolean(),
  /** Commands whose keys another program has grabbed; empty until a grab was tried. */
  refused: z.array(z.string()),
});

/** See {@link hotkeyViewSchema}. */
export type HotkeyView = z.output<typeof hotkeyViewSchema>;

const nothing = z.strictObject({});

/** Calls about global hotkeys; the page provides the keys, because it has the list of commands. */
export const hotkeyCalls = {
  /** Sets the complete list of keys; they stay while the page is gone. */
  'hotkeys.use': {
    input: z.strictObject({ keys: z.array(hotkeySchema).max(maxHotkeys) }),
    output: hotkeyViewSchema,
  },
  /** Grabs the keys for a moment to test them, because they are grabbed only while the output is live. */
  'hotkeys.check': { input: nothing, output: hotkeyViewSchema },
} as const satisfies Readonly<Record<string, CallShape>>;

/** Events about them. */
export const hotkeyEvents = { 'hotkeys.changed': hotkeyViewSchema } as const;
