import * as z from 'zod';
import { chunkSchema } from './chunks.ts';
import { chosenFileSchema } from './files.ts';
import type { CallShape } from './kit.ts';

const pasteId = z.string().max(64);

/** Calls that transfer a clipboard image, which is not a file: chunk by chunk, in order. */
export const pasteCalls = {
  /** Creates an empty file; discards an unfinished previous one. */
  'pastes.begin': { input: z.strictObject({}), output: z.object({ id: pasteId }) },
  /** Rejects with `input_too_large`. */
  'pastes.write': {
    input: z.strictObject({ id: pasteId, bytes: chunkSchema }),
    output: z.null(),
  },
  /** Closes the file; from now on it is one the user chose. Rejects with `unsupported_format`. */
  'pastes.end': { input: z.strictObject({ id: pasteId }), output: chosenFileSchema },
} as const satisfies Readonly<Record<string, CallShape>>;
