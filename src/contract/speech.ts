import * as z from 'zod';
import { limits } from './api/limits.ts';
import { voiceIdSchema } from './api/voice-id.ts';

/** Longest script of any operation, in UTF-16 units: a character may take two. */
const scriptSchema = z.string().max(2 * limits.textToSpeechScriptChars);

/** What the service of this computer knows of a voice beyond the REST API. */
export const voiceFactsSchema = z.object({
  /** BCP 47, such as `pt-BR`. */
  tag: z.string(),
  /** Whose voice it resembles; null where a model of the user does not say. */
  register: z.enum(['low', 'high', 'child']).nullable(),
  /** How well it is understood, as it was measured, or as the makers of a model state it; see the catalogue. */
  quality: z.enum(['good', 'fair', 'basic']),
  /** As shown: "Flite". */
  engine: z.string(),
  /** Whether the converter changes what the engine says. */
  isConverted: z.boolean(),
  /** SPDX name; of a model of the user, what is known of it. */
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

/** A script that is looked at before it is sent. */
export const speechQuestionSchema = z.strictObject({
  /** Null for one that suits the script. */
  voiceId: voiceIdSchema.nullable(),
  /** A tag or name; told by the script when absent. */
  language: z.string().max(64).optional(),
  script: scriptSchema,
});

/** See {@link speechQuestionSchema}. */
export type SpeechQuestion = z.output<typeof speechQuestionSchema>;

/** Who would speak a script, and in which language. */
export const speechPlanSchema = z.object({
  voiceId: z.string(),
  /** BCP 47. */
  tag: z.string(),
  /** Why it is another voice than was asked for, in a sentence; null when it is the one. */
  reason: z.string().nullable(),
});

/** See {@link speechPlanSchema}. */
export type SpeechPlan = z.output<typeof speechPlanSchema>;

/** What is spoken for listening: the sentence of the voice's language when `script` is null, else its beginning. */
export const sampleQuestionSchema = z.union([
  speechQuestionSchema,
  speechQuestionSchema.extend({ voiceId: voiceIdSchema, script: z.null() }),
]);

/** See {@link sampleQuestionSchema}. */
export type SampleQuestion = z.output<typeof sampleQuestionSchema>;

/** A short piece of speech that lies in a file. */
export const spokenSampleSchema = speechPlanSchema.extend({
  /** The words that are heard. */
  text: z.string(),
  durationMs: z.number().nonnegative(),
});

/** See {@link spokenSampleSchema}. */
export type SpokenSample = z.output<typeof spokenSampleSchema>;
