import * as z from 'zod';
import { jobNoteSchema } from '../../contract/api/resources/job.ts';
import { jobReportSchema } from '../../contract/job-details.ts';
import { parseSegmentText } from '../kit/segments.ts';

/* What runs of a reimagined video tell others, as texts. Other processes read them than those that wrote them. */

const count = z.int().nonnegative();

const reasonSchema = z.enum([
  'no_face',
  'no_person',
  'no_teeth',
  'no_hair',
  'no_clothes',
  'closed_eyes',
  'large_already',
  'no_room',
]);

const factsSchema = z.object({
  size: z.object({ width: count, height: count }),
  frames: count,
  changedFrames: count,
  /** Steps that found nothing to change in any frame, by their number. */
  skipped: z.array(z.object({ step: count, reason: reasonSchema })),
  stages: z.array(z.object({ name: z.string(), durationMs: z.number() })),
  wallMs: z.number(),
});

/** What is known of a segment that was changed. */
export type ChangedFacts = z.output<typeof factsSchema>;

const planSchema = z.object({
  segments: z
    .array(z.object({ startUs: z.number(), endUs: z.number().nullable(), sceneUs: z.number() }))
    .min(2),
  processors: z.int().positive(),
  engine: jobReportSchema.shape.engine,
  /** See `toEngineKey`. */
  engineKey: z.string(),
  notes: z.array(jobNoteSchema),
  /** What stays over cuts. */
  kept: z.object({
    crop: z.object({ left: count, top: count, width: count, height: count }).nullable(),
    hasPeople: z.boolean(),
  }),
});

/** What the first segment decides for all. */
export type SegmentedChange = z.output<typeof planSchema>;

/** Facts; null for those of another version. */
export function readChangedFacts(text: string): ChangedFacts | null {
  return parseSegmentText(factsSchema, text);
}

/** What was decided; null for nothing and for that of another version. */
export function readSegmentedChange(text: string | null | undefined): SegmentedChange | null {
  return parseSegmentText(planSchema, text);
}
