/** What crosses between the service and the process that judges files. */
import * as z from 'zod';
import { isFormatId, type FormatId } from '../formats.ts';

/** A file to judge. It is of the format by its first bytes; whether it really is, is the question. */
export const judgeRequestSchema = z.object({
  id: z.number(),
  path: z.string(),
  format: z.custom<FormatId>((value) => typeof value === 'string' && isFormatId(value)),
  limits: z.object({
    /** Most pixels of a picture. */
    imagePixels: z.number(),
    /** Most pixels of a frame of a video. */
    framePixels: z.number(),
  }),
});

/** See {@link judgeRequestSchema}. */
export type JudgeRequest = z.output<typeof judgeRequestSchema>;

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

/** What decoding found; sizes are as shown, with the rotation applied. */
export type JudgedMedia = z.output<typeof factsSchema>;

/** An accepted file. */
export const verdictSchema = z.object({
  kind: z.enum(['image', 'audio', 'video']),
  format: z.custom<FormatId>((value) => typeof value === 'string' && isFormatId(value)),
  facts: factsSchema,
  /** Bytes to keep from the beginning; null keeps all. What follows a picture is cut off. */
  keepBytes: z.number().nullable(),
});

/** See {@link verdictSchema}. */
export type FileVerdict = z.output<typeof verdictSchema>;

/** An answer of the judging process. */
export const judgeReplySchema = z.discriminatedUnion('ok', [
  z.object({ id: z.number(), ok: z.literal(true), verdict: verdictSchema }),
  z.object({
    id: z.number(),
    ok: z.literal(false),
    code: z.enum(['unsupported_format', 'input_too_large']),
    message: z.string(),
  }),
]);

/** See {@link judgeReplySchema}. */
export type JudgeReply = z.output<typeof judgeReplySchema>;
