import * as z from 'zod';
import { jobNoteSchema } from '../../contract/api/resources/job.ts';
import { jobReportSchema } from '../../contract/job-details.ts';
import { packValues } from '../../engine/io/packed-values.ts';
import type { RenderedLips } from '../../engine/talk/lip-sync/render-lips.ts';
import { packedMouthSamples, packMouthSamples } from '../kit/mouth-samples.ts';
import { parseSegmentText } from '../kit/segments.ts';

/** Serialised facts of the runs of a lip sync. They are read by other processes than those that wrote them. */

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
  /** Frame range of each segment, and the time of its first frame. */
  segments: z.array(z.object({ from: count, to: count, startUs: z.number() })).min(2),
  processors: z.int().positive(),
  /** Key of the engine, see `toEngineKey`. */
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

/** Facts of a rendered segment. */
export interface SegmentFacts extends RenderedLips {
  readonly stages: z.output<typeof stages>;
  readonly wallMs: number;
}

/** Decisions of the first segment for all others. */
export type SegmentedLips = z.output<typeof planSchema>;

/** Serialises the facts of a segment. */
export function writeSegmentFacts({ samples, ...facts }: SegmentFacts): string {
  return packValues({ ...facts, samples: packMouthSamples(samples) });
}

/** Parses the text of {@link writeSegmentFacts}; null for text of another version. */
export function parseSegmentFacts(text: string): SegmentFacts | null {
  return parseSegmentText(factsSchema, text);
}

/** Parses the decisions; null for none and for those of another version. */
export function parseSegmentedLips(text: string | null | undefined): SegmentedLips | null {
  return parseSegmentText(planSchema, text);
}
