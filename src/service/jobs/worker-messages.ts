import * as z from 'zod';
import { type ErrorCode, isErrorCode } from '../../base/errors.ts';
import { maxSegments } from '../../capabilities/kit/max-segments.ts';
import {
  type RunContext,
  type RunResult,
  type SegmentPlan,
  segmentTexts,
} from '../../capabilities/processor.ts';
import { failureDetailsSchema } from '../../contract/api/errors.ts';
import { jobNoteSchema } from '../../contract/api/resources/job.ts';
import { jobReportSchema } from '../../contract/job-details.ts';

/** A run as it travels to a worker. */
export interface RunOrder extends Omit<RunContext, 'signal' | 'report'> {
  /** Null when the job must be done in one run. */
  readonly plan: SegmentPlan | null;
}

const fact = z.number().nonnegative().optional();

/**
 * The path is checked when the file is opened. The type has to be a media type, because browsers open it
 * accordingly.
 */
const outputSchema = z.object({
  path: z.string().max(4096),
  kind: z.enum(['image', 'audio', 'video']),
  mime: z.string().regex(/^(?:image|audio|video)\/[a-z0-9-]{1,40}$/),
  extension: z.string().regex(/^[a-z0-9]{1,8}$/),
  facts: z.object({
    durationMs: fact,
    widthPx: fact,
    heightPx: fact,
    framesPerSecond: fact,
    hasAudio: z.boolean().optional(),
    sampleRateHz: fact,
  }),
});

const resultSchema: z.ZodType<RunResult> = z.object({
  output: outputSchema,
  outputUs: z.int().nonnegative(),
  report: jobReportSchema,
  notes: z.array(jobNoteSchema).max(20).optional(),
});

/** Outcome of a run in a worker. */
export const runReplySchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('done'), result: resultSchema }),
  z.object({
    type: z.literal('segment'),
    segment: z.object({
      path: z.string().max(4096),
      facts: z.string().max(segmentTexts.facts),
      state: z.string().max(segmentTexts.state).nullable(),
      count: z.int().min(2).max(maxSegments).optional(),
    }),
  }),
  /** Segments of the job are unusable. */
  z.object({ type: z.literal('whole') }),
  z.object({
    type: z.literal('failed'),
    code: z.custom<ErrorCode>((value) => typeof value === 'string' && isErrorCode(value)),
    message: z.string().max(2000),
    details: failureDetailsSchema.optional(),
  }),
  /** The result may be written later, when the disk has free space. */
  z.object({ type: z.literal('unwritten'), why: z.string().max(200) }),
  z.object({ type: z.literal('aborted') }),
]);

/** See {@link runReplySchema}. */
export type RunReply = z.output<typeof runReplySchema>;
