import * as z from 'zod';
import { markerSchema } from '../marker.ts';
import { chunkSchema } from './chunks.ts';
import type { CallShape } from './kit.ts';

/** Kinds of captures: a video, or one frame. */
export const captureKindSchema = z.enum(['video', 'picture']);

/** See {@link captureKindSchema}. */
export type CaptureKind = z.output<typeof captureKindSchema>;

/** Longest replay in seconds, including what its buffer holds beyond its nominal length. */
export const maxPastSeconds = 180;
/** Most markers of one recording. */
export const maxMarkers = 1_000;

const captureId = z.string().max(64);
const nothing = z.strictObject({});
const done = z.null();
const folderSchema = z.object({ folder: z.string() });

/** Calls about recordings and snapshots. They are written piece by piece, in order. */
export const captureCalls = {
  /** Makes an empty file in the folder of captures; only the page that made it may write it. */
  'captures.begin': {
    input: z.strictObject({
      kind: captureKindSchema,
      /** Age of the oldest content, in seconds: everyone on air since then is in the file. */
      pastSeconds: z.number().min(0).max(maxPastSeconds).default(0),
    }),
    output: z.object({ id: captureId, name: z.string() }),
  },
  'captures.write': {
    input: z.strictObject({
      id: captureId,
      bytes: chunkSchema,
    }),
    output: done,
  },
  /**
   * Adds a marker to a recording. It is written to disk immediately, beside the recording, and becomes a
   * chapter of the finished file. Rejects with `input_too_large` beyond {@link maxMarkers}.
   */
  'captures.mark': {
    input: z.strictObject({ id: captureId, marker: markerSchema }),
    output: done,
  },
  /** Closes the file under its name; a recording is made playable everywhere first, which may take a while. */
  'captures.end': {
    input: z.strictObject({ id: captureId }),
    output: z.object({ path: z.string(), sizeBytes: z.number() }),
  },
  /** Discards the file. */
  'captures.drop': { input: z.strictObject({ id: captureId }), output: done },
  /** Shows a finished file in the file manager. */
  'captures.reveal': { input: z.strictObject({ id: captureId }), output: done },
  'captures.folder': { input: nothing, output: folderSchema },
  /** Asks the user for another folder; the answer is the one in use. */
  'captures.choose_folder': { input: nothing, output: folderSchema },
} as const satisfies Readonly<Record<string, CallShape>>;
