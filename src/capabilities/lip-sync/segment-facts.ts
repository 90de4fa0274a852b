import * as z from 'zod';
import { jobNoteSchema } from '../../contract/api/resources/job.ts';
import { jobReportSchema } from '../../contract/job-details.ts';
import { packValues } from '../../engine/io/packed-values.ts';
import type { RenderedLips } from '../../engine/talk/lip-sync/render-lips.ts';
import { packedMouthSamples, packMouthSamples } from '../kit/mouth-samples.ts';
import { parseSegmentText } from '../kit/segments.ts';

/* What runs of a lip sync tell others, as texts. Other processes read them than those that wrote them. */

const count = z.int().nonnegative();
const stages = z.array(z.object({ name: z.string(), durationMs: z.number() }));

const factsSchema = z.object({
  frames: z.object({ total: count, tracked: count, swapped: count }),
  untouched: z.array(
    z.object({
      startUs: z.number(),
      endUs: z.number(),
      reason: z.enum(['no_face', 'not_shown']),
    }),
  ),
  samples: packedMouthSamples,
  drawnFrames: count,
  closedFrames: count,
  times: z.object({ draw: z.number(), measure: z.number(), encode: z.number() }),
  stages,
  wallMs: z.number(),
});

const planSchema = z.object({
  /** What each segment has of the frames of the plan, and when the first of them is shown. */
  segments: z.array(z.object({ from: count, to: count, startUs: z.number() })).min(2),
  processors: z.int().positive(),
  /** See `toEngineKey`. */
  engineKey: z.string(),
  work: z.object({
    engine: jobReportSchema.shape.engine,
    isPainted: z.boolean(),
    isAligned: z.boolean(),
    notes: z.array(jobNoteSchema),
  }),
  stages,
  wallMs: z.number(),
});

/** What is known of a segment that was rendered. */
export interface SegmentFacts extends RenderedLips {
  readonly stages: z.output<typeof stages>;
  readonly wallMs: number;
}

/** What was decided for all segments when the clip was prepared. */
export type SegmentedLips = z.output<typeof planSchema>;

/** Facts as a text. */
export function writeSegmentFacts({ samples, ...facts }: SegmentFacts): string {
  return packValues({ ...facts, samples: packMouthSamples(samples) });
}

/** What {@link writeSegmentFacts} wrote; null for that of another version. */
export function readSegmentFacts(text: string): SegmentFacts | null {
  return parseSegmentText(factsSchema, text);
}

/** What was decided; null for nothing and for that of another version. */
export function readSegmentedLips(text: string | null | undefined): SegmentedLips | null {
  return parseSegmentText(planSchema, text);
}
