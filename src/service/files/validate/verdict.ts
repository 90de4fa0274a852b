/** Messages between the service and the process that validates files. */
import * as z from 'zod';
import { AppError } from '../../../base/errors.ts';
import { isFormatId, type FormatId } from '../formats.ts';

/** A file to validate. It is of the format by its first bytes; whether it really is, is the question. */
export interface ValidationRequest {
  readonly path: string;
  readonly format: FormatId;
  readonly limits: {
    /** Maximum pixels of an image. */
    readonly imagePixels: number;
    /** Most pixels of a frame of a video. */
    readonly framePixels: number;
  };
}

const factsSchema = z.object({
  widthPx: z.number().optional(),
  heightPx: z.number().optional(),
  durationMs: z.number().optional(),
  framesPerSecond: z.number().optional(),
  hasAudio: z.boolean().optional(),
  sampleRateHz: z.number().optional(),
  channels: z.number().optional(),
  videoCodec: z.string().optional(),
  audioCodec: z.string().optional(),
});

/** Properties of the decoded file; sizes are as displayed, with the rotation applied. */
export type ValidatedMedia = z.output<typeof factsSchema>;

/** An accepted file. */
export const verdictSchema = z.object({
  kind: z.enum(['image', 'audio', 'video']),
  format: z.custom<FormatId>((value) => typeof value === 'string' && isFormatId(value)),
  facts: factsSchema,
  /** Bytes to keep from the start; null keeps all. Data after an image is cut off. */
  trimToBytes: z.number().nullable(),
});

/** See {@link verdictSchema}. */
export type MediaVerdict = z.output<typeof verdictSchema>;

/** Returns whether an error refuses the file; any other error means that the file could not be validated. */
export function isRefusal(error: unknown): error is AppError {
  return (
    error instanceof AppError &&
    (error.code === 'unsupported_format' || error.code === 'input_too_large')
  );
}
