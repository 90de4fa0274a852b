import * as z from 'zod';

/**
 * What the user chose for the whole app. Every field has a default, unknown fields are dropped when
 * read, so an older or newer file never stops the start.
 */
export const settingsSchema = z.object({
  /** Colour theme; `system` follows the desktop. */
  theme: z.enum(['system', 'dark', 'light']).default('system'),
  /** Language of the interface; `system` follows the desktop where a catalogue exists. */
  language: z.enum(['system', 'en', 'de']).default('system'),
  /** `reduced` switches transitions off; `system` follows the desktop. */
  motion: z.enum(['system', 'reduced']).default('system'),
  /** Factor on every font size, beside the scale the desktop sets. */
  textScale: z.number().min(0.8).max(1.6).default(1),
});

/** See {@link settingsSchema}. */
export type Settings = z.output<typeof settingsSchema>;

/** A change of some settings; the others keep their value. */
export const settingsPatchSchema = z.strictObject({
  theme: settingsSchema.shape.theme.unwrap().optional(),
  language: settingsSchema.shape.language.unwrap().optional(),
  motion: settingsSchema.shape.motion.unwrap().optional(),
  textScale: settingsSchema.shape.textScale.unwrap().optional(),
});

/** See {@link settingsPatchSchema}. */
export type SettingsPatch = z.output<typeof settingsPatchSchema>;
