/** Methods of the app's own child programs. */
import * as z from 'zod';
import { markerSchema } from './marker.ts';
import type { AskedMethods } from './peer-methods.ts';

/** Decodes an audio file of the user. */
export const referenceProgram = {
  decode: {
    question: z.strictObject({ path: z.string().min(1) }),
    /**
     * `wav` is ready for the socket of the voice changer; `isCut` when the file is longer than the used part.
     */
    answer: z.object({
      wav: z.instanceof(Uint8Array),
      durationMs: z.number().nonnegative(),
      isCut: z.boolean(),
    }),
  },
} as const;

/** See {@link referenceProgram}. */
export type ReferenceProgram = AskedMethods<typeof referenceProgram>;

/** Makes the file at `to` of the recording at `from`. */
export const finishProgram = {
  finish: {
    question: z.strictObject({
      from: z.string().min(1),
      to: z.string().min(1),
      /** Chapters in the order of their times. */
      chapters: z.array(markerSchema),
    }),
    answer: z.void(),
  },
} as const;

/** See {@link finishProgram}. */
export type FinishProgram = AskedMethods<typeof finishProgram>;
