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
  /** By field of the request; no file, and of texts that were written only prompts. */
  values: z.record(
    z.string().max(64),
    z.union([z.string().max(limits.promptChars), z.number(), z.boolean()]),
  ),
});

/** See {@link formPresetSchema}. */
export type FormPreset = z.output<typeof formPresetSchema>;

/** All presets; what cannot be read of them starts afresh. */
export const formPresetsSchema = z.array(formPresetSchema).max(maxFormPresets);
