import * as z from 'zod';
import { jobNoteSchema } from '../../contract/api/resources/job.ts';
import {
  faceFlawsSchema,
  jobReportSchema,
  personReportSchema,
} from '../../contract/job-details.ts';

/* What runs of a face swap tell others, as texts. Other processes read them than those that wrote them. */

/** Numbers in base64: short, and exact to the bit. */
const floats = z.base64().transform((text): Float32Array => {
  const bytes = Buffer.from(text, 'base64');
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
});

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
    z.object({ chosen: floats }),
    z.object({ own: floats, others: z.array(floats) }),
  ]),
  /** What is known of the face, and whose it is. */
  known: z
    .object({
      embedding: floats,
      learnt: z.object({
        rest: floats,
        openEyes: floats,
        usualYaw: z.number(),
        usualPitch: z.number(),
        knownUs: z.number(),
        calm: floats,
        calmUs: z.number(),
      }),
    })
    .nullable(),
});

/** What the first segment decides for all. */
export type SegmentedSwap = z.output<typeof segmentedSwapSchema>;

/** Facts, or what was decided, as a text. */
export function writeSegment(told: SegmentFacts | SegmentedSwap): string {
  return JSON.stringify(told, (_, value: unknown) =>
    value instanceof Float32Array
      ? Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64')
      : value,
  );
}

/** Facts that {@link writeSegment} wrote; null for those of another version. */
export function readSegmentFacts(text: string): SegmentFacts | null {
  return segmentFactsSchema.safeParse(JSON.parse(text)).data ?? null;
}

/** What {@link writeSegment} wrote of all; null for none and that of another version. */
export function readSegmentedSwap(text: string | null | undefined): SegmentedSwap | null {
  return segmentedSwapSchema.safeParse(JSON.parse(text ?? 'null')).data ?? null;
}
