import * as z from 'zod';
import { limits } from './api/limits.ts';
import { voiceIdSchema } from './api/voice-id.ts';

/** Longest script of any operation, in UTF-16 units: a character may take two. */
const scriptSchema = z.string().max(2 * limits.textToSpeechScriptChars);

/** Details of a voice from the local service, beyond the REST API. */
export const voiceFactsSchema = z.object({
  /** BCP 47, such as `pt-BR`. */
  tag: z.string(),
  /** Register of the voice; null when the user's model does not state it. */
  register: z.enum(['low', 'high', 'child']).nullable(),
  /** Intelligibility, measured or as stated by the authors of a model; see the catalogue. */
  quality: z.enum(['good', 'fair', 'basic']),
  /** Display name: "Flite". */
  engine: z.string(),
  /** True when the converter changes the voice of the engine. */
  isConverted: z.boolean(),
  /** SPDX name; for a model of the user, whatever is known. */
  licence: z.string(),
});

/** See {@link voiceFactsSchema}. */
export type VoiceFacts = z.output<typeof voiceFactsSchema>;

/** The facts of every voice of this computer. */
export const knownVoicesSchema = z.array(
  z.object({ id: voiceIdSchema, name: z.string(), facts: voiceFactsSchema }),
);

/** See {@link knownVoicesSchema}. */
export type KnownVoices = z.output<typeof knownVoicesSchema>;

/** A script to check before its submission. */
export const speechQuestionSchema = z.strictObject({
  /** Null to choose a voice by the script. */
  voiceId: voiceIdSchema.nullable(),
  /** Tag or name; detected from the script when absent. */
  language: z.string().max(64).optional(),
  script: scriptSchema,
});

/** See {@link speechQuestionSchema}. */
export type SpeechQuestion = z.output<typeof speechQuestionSchema>;

/** Voice and language for a script. */
export const speechPlanSchema = z.object({
  voiceId: z.string(),
  /** BCP 47. */
  tag: z.string(),
  /** Reason why the voice differs from the requested one, in a sentence; null when it does not. */
  reason: z.string().nullable(),
});

/** See {@link speechPlanSchema}. */
export type SpeechPlan = z.output<typeof speechPlanSchema>;

/**
 * Text of a sample: the default sentence of the voice's language when `script` is null, else the script's
 * beginning.
 */
export const sampleQuestionSchema = z.union([
  speechQuestionSchema,
  speechQuestionSchema.extend({ voiceId: voiceIdSchema, script: z.null() }),
]);

/** See {@link sampleQuestionSchema}. */
export type SampleQuestion = z.output<typeof sampleQuestionSchema>;

/** A short speech sample in a file. */
export const spokenSampleSchema = speechPlanSchema.extend({
  /** The spoken words. */
  text: z.string(),
  durationMs: z.number().nonnegative(),
});

/** See {@link spokenSampleSchema}. */
export type SpokenSample = z.output<typeof spokenSampleSchema>;
