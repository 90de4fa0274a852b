import * as z from 'zod';
import { chunkSchema } from './chunks.ts';
import { chosenFileSchema } from './files.ts';
import type { CallShape } from './kit.ts';

/** Longest recording of a form, in seconds. */
export const maxRecordingS = 60;

const recordingId = z.string().max(64);

/** Calls about recordings made in a form: mono audio of 16 bits, sent in chunks, in order. */
export const recordingCalls = {
  /** Creates an empty WAV file; discards an unfinished previous one. */
  'recordings.begin': {
    input: z.strictObject({ sampleRateHz: z.int().min(8000).max(96_000) }),
    output: z.object({ id: recordingId }),
  },
  /** Rejects with `input_too_large` beyond {@link maxRecordingS}. */
  'recordings.write': {
    input: z.strictObject({
      id: recordingId,
      /** Whole samples, little endian. */
      bytes: chunkSchema.refine(
        (bytes) => bytes.byteLength % 2 === 0,
        'Whole samples of two bytes.',
      ),
    }),
    output: z.null(),
  },
  /** Closes the file; from now on it is one the user chose. */
  'recordings.end': { input: z.strictObject({ id: recordingId }), output: chosenFileSchema },
} as const satisfies Readonly<Record<string, CallShape>>;
