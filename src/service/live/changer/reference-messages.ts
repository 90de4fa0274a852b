import * as z from 'zod';
import { wireErrorSchema } from '../../../contract/wire-error.ts';

/** What the process that decodes a reference says, once. */
export const referenceAnswerSchema = z.union([
  z.object({
    sound: z.object({
      wav: z.instanceof(Uint8Array),
      durationMs: z.number().nonnegative(),
      isCut: z.boolean(),
    }),
  }),
  z.object({ error: wireErrorSchema }),
]);

/** See {@link referenceAnswerSchema}. */
export type ReferenceAnswer = z.output<typeof referenceAnswerSchema>;
