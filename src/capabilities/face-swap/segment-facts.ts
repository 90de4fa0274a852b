import * as z from 'zod';
import { jobNoteSchema } from '../../contract/api/resources/job.ts';
import {
  faceFlawsSchema,
  jobReportSchema,
  personReportSchema,
} from '../../contract/job-details.ts';
import { packedFloats, packValues } from '../../engine/io/packed-values.ts';
import { parseSegmentText } from '../kit/segments.ts';

/* What runs of a face swap tell others, as texts. Other processes read them than those that wrote them. */

const count = z.int().nonnegative();
const measured = z.number().nullable();

const segmentFactsSchema = z.object({
  size: z.object({ width: count, height: count }),
  frames: z.object({ total: count, tracked: count, swapped: count }),
  untouched: z.array(z.object({ startUs: z.number(), endUs: z.number() })),
  ranks: z.array(personReportSchema),
  samples: z.array(
    z.object({
      toSource: z.number(),
      toTarget: z.number(),
      sharpnessRatio: measured,
      jitterBefore: measured,
      jitterAfter: measured,
      flaws: faceFlawsSchema.nullable(),
    }),
  ),
  stages: z.array(z.object({ name: z.string(), durationMs: z.number() })),
  wallMs: z.number(),
});

/** What is known of a segment that was rendered. */
export type SegmentFacts = z.output<typeof segmentFactsSchema>;

const segmentedSwapSchema = z.object({
  segments: z.array(z.object({ startUs: z.number(), endUs: z.number().nullable() })).min(2),
  processors: z.int().positive(),
  engine: jobReportSchema.shape.engine,
  /** See `toEngineKey`. */
  engineKey: z.string(),
  notes: z.array(jobNoteSchema),
  arePacks: z.boolean(),
  /** Whose faces are swapped: of somebody who was chosen, or of the main person, among others where these are seen. */
  person: z.union([
    z.literal('main'),
    z.object({ chosen: packedFloats }),
    z.object({ own: packedFloats, others: z.array(packedFloats) }),
  ]),
  /** What is known of the face, and whose it is. */
  known: z
    .object({
      embedding: packedFloats,
      learnt: z.object({
        rest: packedFloats,
        openEyes: packedFloats,
        usualYaw: z.number(),
        usualPitch: z.number(),
        knownUs: z.number(),
        calm: packedFloats,
        calmUs: z.number(),
      }),
    })
    .nullable(),
});

/** What the first segment decides for all. */
export type SegmentedSwap = z.output<typeof segmentedSwapSchema>;

/** Facts, or what was decided, as a text. */
export function writeSegment(told: SegmentFacts | SegmentedSwap): string {
  return packValues(told);
}

/** Facts that {@link writeSegment} wrote; null for those of another version. */
export function readSegmentFacts(text: string): SegmentFacts | null {
  return parseSegmentText(segmentFactsSchema, text);
}

/** What {@link writeSegment} wrote of all; null for none and that of another version. */
export function readSegmentedSwap(text: string | null | undefined): SegmentedSwap | null {
  return parseSegmentText(segmentedSwapSchema, text);
}
