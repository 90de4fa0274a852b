import * as z from 'zod';
import { chosenFileSchema } from './files.ts';
import type { CallShape } from './kit.ts';

/** Calls about the bundled sample media: drawings that show no real person. */
export const sampleCalls = {
  /** Returns the clip, and the image with the face to put into it, as chosen files. */
  'sample.open': {
    input: z.strictObject({}),
    output: z.object({ clip: chosenFileSchema, face: chosenFileSchema }),
  },
} as const satisfies Readonly<Record<string, CallShape>>;
