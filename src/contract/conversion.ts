import * as z from 'zod';
import { voiceIdSchema } from './api/voice-id.ts';

/** A voice that a recording can be converted to. */
export const conversionTargetSchema = z.object({
  id: voiceIdSchema,
  name: z.string(),
  description: z.string(),
  /** `model` is one of the user, whose pitch can be moved; `slow_model` is one too slow here for live speech. */
  kind: z.enum(['built_in', 'model', 'slow_model']),
});

/** See {@link conversionTargetSchema}. */
export type ConversionTarget = z.output<typeof conversionTargetSchema>;

/** Semitones that a model may be given the pitch higher by. */
export const transposeLimits = { min: -24, max: 24 } as const;

/** Options of a voice conversion. */
export const conversionChoiceSchema = z.strictObject({
  voiceId: voiceIdSchema,
  transpose: z.number().min(transposeLimits.min).max(transposeLimits.max),
});

/** See {@link conversionChoiceSchema}. */
export type ConversionChoice = z.output<typeof conversionChoiceSchema>;

/** A recording in another voice. */
export const convertedSoundSchema = z.object({
  durationMs: z.number().nonnegative(),
  sampleRateHz: z.number().positive(),
});

/** See {@link convertedSoundSchema}. */
export type ConvertedSound = z.output<typeof convertedSoundSchema>;
