import * as z from 'zod';
import { jobFeatureNames } from './api/features.ts';
import { limits } from './api/limits.ts';

/** Longest name of a preset, in characters. */
export const maxFormPresetNameChars = 60;
/** Most presets of all forms together. */
export const maxFormPresets = 100;

/** Settings of a form that the user named, to be used again. */
export const formPresetSchema = z.object({
  id: z.string().min(1).max(64),
  name: z.string().trim().min(1).max(maxFormPresetNameChars),
  feature: z.enum(jobFeatureNames),
  /** Values by field of the request; excludes files, and of free texts includes only prompts. */
  values: z.record(
    z.string().max(64),
    z.union([z.string().max(limits.promptChars), z.number(), z.boolean()]),
  ),
});

/** See {@link formPresetSchema}. */
export type FormPreset = z.output<typeof formPresetSchema>;

/** All presets; unreadable ones are replaced by defaults. */
export const formPresetsSchema = z.array(formPresetSchema).max(maxFormPresets);
