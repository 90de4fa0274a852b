import * as z from 'zod';
import { chunkSchema } from './chunks.ts';
import { chosenFileSchema } from './files.ts';
import type { CallShape } from './kit.ts';

const pasteId = z.string().max(64);

/** Calls about a picture of the clipboard, which lies in no file: sent piece by piece, in order. */
export const pasteCalls = {
  /** Makes an empty file; one that was not ended before is given up. */
  'pastes.begin': { input: z.strictObject({}), output: z.object({ id: pasteId }) },
  /** Rejects with `input_too_large`. */
  'pastes.write': {
    input: z.strictObject({ id: pasteId, bytes: chunkSchema }),
    output: z.null(),
  },
  /** Closes the file; from now on it is one the user chose. Rejects with `unsupported_format`. */
  'pastes.end': { input: z.strictObject({ id: pasteId }), output: chosenFileSchema },
} as const satisfies Readonly<Record<string, CallShape>>;
