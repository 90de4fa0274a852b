import * as z from 'zod';
import { jobNoteSchema } from '../../contract/api/resources/job.ts';
import { jobReportSchema } from '../../contract/job-details.ts';
import { limbSchema, seamsSchema } from '../../contract/limbs.ts';
import { parseSegmentText } from '../kit/segments.ts';

/** Serialised facts of the runs of a motion control. They are read by other processes than those that wrote them. */

const count = z.int().nonnegative();
const stages = z.array(z.object({ name: z.string(), durationMs: z.number() }));

const factsSchema = z.object({
  findings: z.object({
    size: z.object({ width: count, height: count }),
    frames: count,
    heldFrames: count,
    turnedFrames: count,
    sidewaysFrames: count,
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

/** Facts of a rendered segment. */
export type MotionSegmentFacts = z.output<typeof factsSchema>;

const planSchema = z.object({
  /** Frame range of each segment, and the time of its first frame. */
  segments: z.array(z.object({ from: count, to: count, startUs: z.number() })).min(2),
  /** End of the clip's last frame. */
  endUs: z.number(),
  processors: z.int().positive(),
  engine: jobReportSchema.shape.engine,
  /** Key of the engine, see `toEngineKey`. */
  engineKey: z.string(),
  notes: z.array(jobNoteSchema),
  trackMs: z.number(),
  layersMs: z.number(),
  stages,
  wallMs: z.number(),
});

/** Decisions of the first segment for all others. */
export type SegmentedMotion = z.output<typeof planSchema>;

/** Parses the facts of a segment; null for those of another version. */
export function parseMotionFacts(text: string): MotionSegmentFacts | null {
  return parseSegmentText(factsSchema, text);
}

/** Parses the decisions; null for none and for those of another version. */
export function parseSegmentedMotion(text: string | null | undefined): SegmentedMotion | null {
  return parseSegmentText(planSchema, text);
}
