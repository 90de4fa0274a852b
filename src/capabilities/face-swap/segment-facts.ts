import * as z from 'zod';
import { jobNoteSchema } from '../../contract/api/resources/job.ts';
import {
  faceFlawsSchema,
  jobReportSchema,
  personReportSchema,
} from '../../contract/job-details.ts';
import { packedFloats, packValues } from '../../engine/io/packed-values.ts';
import { parseSegmentText } from '../kit/segments.ts';

/** Serialised facts of the runs of a face swap. They are read by other processes than those that wrote them. */

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

/** Facts of a rendered segment. */
export type SegmentFacts = z.output<typeof segmentFactsSchema>;

const segmentedSwapSchema = z.object({
  segments: z.array(z.object({ startUs: z.number(), endUs: z.number().nullable() })).min(2),
  processors: z.int().positive(),
  engine: jobReportSchema.shape.engine,
  /** Key of the engine, see `toEngineKey`. */
  engineKey: z.string(),
  notes: z.array(jobNoteSchema),
  arePacks: z.boolean(),
  /** Person to swap: a chosen one, or the main person, with the embeddings of others where these appear. */
  person: z.union([
    z.literal('main'),
    z.object({ chosen: packedFloats }),
    z.object({ own: packedFloats, others: z.array(packedFloats) }),
  ]),
  /** Learned face with the embedding of its person. */
  known: z
    .object({
      embedding: packedFloats,
      learnt: z.object({
        rest: packedFloats,
        openEyes: packedFloats,
        usualYaw: z.number(),
        usualPitch: z.number(),
        knownUs: z.number(),
        restTimeUs: z.number(),
        restSmile: z.number(),
        calm: packedFloats,
        calmUs: z.number(),
      }),
    })
    .nullable(),
});

/** Decisions of the first segment for all others. */
export type SegmentedSwap = z.output<typeof segmentedSwapSchema>;

/** Serialises facts or decisions. */
export function writeSegment(decisions: SegmentFacts | SegmentedSwap): string {
  return packValues(decisions);
}

/** Parses facts of {@link writeSegment}; null for those of another version. */
export function parseSegmentFacts(text: string): SegmentFacts | null {
  return parseSegmentText(segmentFactsSchema, text);
}

/** Parses decisions of {@link writeSegment}; null for none and for those of another version. */
export function parseSegmentedSwap(text: string | null | undefined): SegmentedSwap | null {
  return parseSegmentText(segmentedSwapSchema, text);
}
