import * as z from 'zod';
import { chosenFileSchema } from './files.ts';
import type { CallShape } from './kit.ts';

/** Calls about the media that come with the app: drawings, in which nobody is seen. */
export const sampleCalls = {
  /** The clip, and the picture whose face goes onto it, as files the user chose. */
  'sample.open': {
    input: z.strictObject({}),
    output: z.object({ clip: chosenFileSchema, face: chosenFileSchema }),
  },
} as const satisfies Readonly<Record<string, CallShape>>;
