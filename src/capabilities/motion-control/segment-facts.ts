import * as z from 'zod';
import { jobNoteSchema } from '../../contract/api/resources/job.ts';
import { jobReportSchema } from '../../contract/job-details.ts';
import { limbSchema, seamsSchema } from '../../contract/limbs.ts';
import { parseSegmentText } from '../kit/segments.ts';

/* What runs of a motion control tell others, as texts. Other processes read them than those that wrote them. */

const count = z.int().nonnegative();
const stages = z.array(z.object({ name: z.string(), durationMs: z.number() }));

const factsSchema = z.object({
  findings: z.object({
    size: z.object({ width: count, height: count }),
    frames: count,
    heldFrames: count,
    turnedFrames: count,
    views: z.object({ front: count, side: count, back: count }),
    limbs: z.array(limbSchema),
    hiddenHands: z.array(limbSchema),
    touchingArms: z.array(limbSchema),
    drivers: count,
    people: count,
    cuts: count,
  }),
  seams: seamsSchema.nullable(),
  looks: z.object({ errors: z.array(z.number()), looks: count, found: count }).nullable(),
  times: z.object({
    layers: z.number(),
    draw: z.number(),
    measure: z.number(),
    encode: z.number(),
  }),
  stages,
  wallMs: z.number(),
});

/** What is known of a segment that was rendered. */
export type MotionSegmentFacts = z.output<typeof factsSchema>;

const planSchema = z.object({
  /** What each segment has of the frames, and when the first of them is shown. */
  segments: z.array(z.object({ from: count, to: count, startUs: z.number() })).min(2),
  /** When the last frame of the clip ends. */
  endUs: z.number(),
  processors: z.int().positive(),
  engine: jobReportSchema.shape.engine,
  /** See `toEngineKey`. */
  engineKey: z.string(),
  notes: z.array(jobNoteSchema),
  trackMs: z.number(),
  stages,
  wallMs: z.number(),
});

/** What was decided for all segments when the driver was followed. */
export type SegmentedMotion = z.output<typeof planSchema>;

/** Facts; null for those of another version. */
export function readMotionFacts(text: string): MotionSegmentFacts | null {
  return parseSegmentText(factsSchema, text);
}

/** What was decided; null for nothing and for that of another version. */
export function readSegmentedMotion(text: string | null | undefined): SegmentedMotion | null {
  return parseSegmentText(planSchema, text);
}
