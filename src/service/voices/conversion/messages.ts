import * as z from 'zod';
import { conversionChoiceSchema, convertedSoundSchema } from '../../../contract/conversion.ts';
import { wireErrorSchema } from '../../../contract/wire-error.ts';

/** What a process that converts is asked for; one question for each process. */
export const conversionTaskSchema = conversionChoiceSchema.extend({
  path: z.string(),
  /** Of the WAV file that is written. */
  outputPath: z.string(),
  /** Where models of the user lie; null where there are none. */
  folder: z.string().nullable(),
});

/** See {@link conversionTaskSchema}. */
export type ConversionTask = z.output<typeof conversionTaskSchema>;

/** What the process says: how far it is, then how it ended. */
export const conversionAnswerSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('progress'), share: z.number() }),
  z.object({ type: z.literal('converted'), converted: convertedSoundSchema }),
  z.object({ type: z.literal('failed'), error: wireErrorSchema }),
]);

/** See {@link conversionAnswerSchema}. */
export type ConversionAnswer = z.output<typeof conversionAnswerSchema>;
