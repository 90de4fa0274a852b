import * as z from 'zod';
import {
  sampleQuestionSchema,
  speechPlanSchema,
  speechQuestionSchema,
  spokenSampleSchema,
} from '../../../contract/speech.ts';
import { wireErrorSchema } from '../../../contract/wire-error.ts';

const call = z.int();
/** Where models of the user lie; null where there are none. */
const folder = z.string().nullable();

/** To the process that speaks. Questions are answered one after the other. */
export const speechCallSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('plan'), call, question: speechQuestionSchema, folder }),
  z.object({
    type: z.literal('sample'),
    call,
    question: sampleQuestionSchema,
    folder,
    /** Of the WAV file that is written. */
    path: z.string(),
  }),
]);

/** See {@link speechCallSchema}. */
export type SpeechCall = z.output<typeof speechCallSchema>;

/** From that process. */
export const speechAnswerSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('plan'), call, plan: speechPlanSchema }),
  z.object({ type: z.literal('sample'), call, sample: spokenSampleSchema }),
  z.object({ type: z.literal('failed'), call, error: wireErrorSchema }),
]);

/** See {@link speechAnswerSchema}. */
export type SpeechAnswer = z.output<typeof speechAnswerSchema>;
