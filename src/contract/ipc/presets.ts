import * as z from 'zod';
import { presetSetupSchema, presetNameSchema, presetSchema } from '../presets.ts';
import { chosenFileSchema } from './files.ts';
import type { CallShape } from './kit.ts';

const id = z.string().max(64);
const list = z.array(presetSchema);
const nothing = z.strictObject({});

/** Calls about presets; those that change one return all of them, in order. */
export const presetCalls = {
  'presets.list': { input: nothing, output: list },
  'presets.add': {
    input: z.strictObject({ name: presetNameSchema, setup: presetSetupSchema }),
    output: list,
  },
  'presets.change': {
    input: z.strictObject({
      id,
      name: presetNameSchema.optional(),
      setup: presetSetupSchema.optional(),
    }),
    output: list,
  },
  /** Puts a preset at a place of the list, counted from 0. */
  'presets.move': { input: z.strictObject({ id, to: z.int().min(0).max(1000) }), output: list },
  'presets.remove': { input: z.strictObject({ id }), output: list },
  /** Asks where to and writes a file there; false where the user changed their mind. */
  'presets.export': {
    input: z.strictObject({ id, hasPicture: z.boolean() }),
    output: z.object({ isWritten: z.boolean() }),
  },
  /**
   * Asks for a file and reads it; null when the user cancels. An image in it becomes a chosen file that needs
   * consent, even if consent was given for the same image before.
   */
  'presets.import': {
    input: nothing,
    output: z
      .object({
        name: presetNameSchema,
        setup: presetSetupSchema,
        picture: chosenFileSchema.nullable(),
      })
      .nullable(),
  },
  /** Ends the import: its image is discarded, of which the gallery may have a copy. */
  'presets.end_import': { input: nothing, output: z.null() },
} as const satisfies Readonly<Record<string, CallShape>>;

/** Events about presets. */
export const presetEvents = { 'presets.changed': list } as const;
