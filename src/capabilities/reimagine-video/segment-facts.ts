import * as z from 'zod';
import { jobNoteSchema } from '../../contract/api/resources/job.ts';
import { jobReportSchema } from '../../contract/job-details.ts';
import { skipReasons } from '../../engine/reimagine/request.ts';
import { parseSegmentText } from '../kit/segments.ts';

/** Serialised facts of the runs of a video change. They are read by other processes than those that wrote them. */

const count = z.int().nonnegative();

const factsSchema = z.object({
  size: z.object({ width: count, height: count }),
  frames: count,
  changedFrames: count,
  /** Indices of steps that found nothing to change in any frame. */
  skipped: z.array(z.object({ step: count, reason: z.enum(skipReasons) })),
  stages: z.array(z.object({ name: z.string(), durationMs: z.number() })),
  wallMs: z.number(),
});

/** Facts of a changed segment. */
export type ChangedFacts = z.output<typeof factsSchema>;

const planSchema = z.object({
  segments: z
    .array(z.object({ startUs: z.number(), endUs: z.number().nullable(), sceneUs: z.number() }))
    .min(2),
  scenes: z
    .array(z.object({ startUs: z.number(), light: z.number(), anchorUs: z.number() }))
    .min(1)
    .readonly(),
  processors: z.int().positive(),
  engine: jobReportSchema.shape.engine,
  /** Key of the engine, see `toEngineKey`. */
  engineKey: z.string(),
  notes: z.array(jobNoteSchema),
  /** State that is kept across cuts. */
  kept: z.object({
    crop: z.object({ left: count, top: count, width: count, height: count }).nullable(),
    hasPeople: z.boolean(),
  }),
});

/** Decisions of the first segment for all others. */
export type SegmentedChange = z.output<typeof planSchema>;

/** Parses the facts of a segment; null for those of another version. */
export function parseChangedFacts(text: string): ChangedFacts | null {
  return parseSegmentText(factsSchema, text);
}

/** Parses the decisions; null for none and for those of another version. */
export function parseSegmentedChange(text: string | null | undefined): SegmentedChange | null {
  return parseSegmentText(planSchema, text);
}
