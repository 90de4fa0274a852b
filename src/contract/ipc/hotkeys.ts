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
  /** Whether it is known when a key is let go of; otherwise talking is switched by presses. */
  hasRelease: z.boolean(),
  /** Commands whose keys another program has grabbed; empty until a grab was tried. */
  refused: z.array(z.string()),
});

/** See {@link hotkeyViewSchema}. */
export type HotkeyView = z.output<typeof hotkeyViewSchema>;

const nothing = z.strictObject({});

/** Calls about keys that work from anywhere; the page says which ones, because it has the list of commands. */
export const hotkeyCalls = {
  /** These keys and no others from now on; they stay while the page is gone. */
  'hotkeys.use': {
    input: z.strictObject({ keys: z.array(hotkeySchema).max(maxHotkeys) }),
    output: hotkeyViewSchema,
  },
  /** Tries the keys for a moment, because they are held only while something goes out. */
  'hotkeys.check': { input: nothing, output: hotkeyViewSchema },
} as const satisfies Readonly<Record<string, CallShape>>;

/** Events about them. */
export const hotkeyEvents = { 'hotkeys.changed': hotkeyViewSchema } as const;
