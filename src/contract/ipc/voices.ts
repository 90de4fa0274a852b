import * as z from 'zod';
import {
  sampleQuestionSchema,
  speechPlanSchema,
  speechQuestionSchema,
  spokenSampleSchema,
  voiceFactsSchema,
} from '../speech.ts';
import type { CallShape } from './kit.ts';

/** A voice of the service in use. */
export const listedVoiceSchema = z.object({
  id: z.string(),
  /** Character and tone: "Rowan, steady narrator". */
  name: z.string(),
  /** Language as named by the service. */
  language: z.string(),
  /** Null for a remote service, which reports nothing more. */
  facts: voiceFactsSchema.nullable(),
});

/** See {@link listedVoiceSchema}. */
export type ListedVoice = z.output<typeof listedVoiceSchema>;

/** The voices of the service in use, in its order. */
export const voiceListSchema = z.object({
  profileId: z.string(),
  /** True when voices have samples that play without a job. */
  canListen: z.boolean(),
  voices: z.array(listedVoiceSchema),
});

/** See {@link voiceListSchema}. */
export type VoiceList = z.output<typeof voiceListSchema>;

/** Speech that the page can play. */
export const audibleSampleSchema = spokenSampleSchema.extend({
  /** Relative to the page. */
  url: z.string(),
});

/** See {@link audibleSampleSchema}. */
export type AudibleSample = z.output<typeof audibleSampleSchema>;

/** Calls about the voices of text-to-speech. */
export const voiceCalls = {
  'voices.list': { input: z.strictObject({}), output: voiceListSchema },
  /**
   * Synthesises a sentence with the service of this computer, without a job and without cost. Rejects with
   * `capability_unavailable` for a remote service, and with the cause when synthesis is impossible.
   */
  'voices.listen': { input: sampleQuestionSchema, output: audibleSampleSchema },
  /**
   * Chooses the voice for a script; null for a remote service, which chooses itself. Rejects with
   * `invalid_input` when no voice speaks the script's language.
   */
  'voices.plan': { input: speechQuestionSchema, output: speechPlanSchema.nullable() },
} as const satisfies Readonly<Record<string, CallShape>>;
