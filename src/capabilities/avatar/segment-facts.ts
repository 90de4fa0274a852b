import { writeFile } from 'node:fs/promises';
import * as z from 'zod';
import { jobNoteSchema } from '../../contract/api/resources/job.ts';
import { jobReportSchema, speechReportSchema } from '../../contract/job-details.ts';
import { packedBytes, packValues } from '../../engine/io/packed-values.ts';
import { parseLine, withLines } from '../../engine/io/value-lines.ts';
import type { AvatarPlan, DrawnAvatar } from '../../engine/talk/avatar-video/render-avatar.ts';
import { wantedGaps } from '../../engine/talk/mouth/opening-curve.ts';
import { visemes } from '../../engine/voice/viseme.ts';
import { packedMouthSamples, packMouthSamples } from '../kit/mouth-samples.ts';
import { parseSegmentText } from '../kit/segments.ts';

/** Serialised facts of the runs of an avatar. They are read by other processes than those that wrote them. */

const count = z.int().nonnegative();
const stages = z.array(z.object({ name: z.string(), durationMs: z.number() }));

const factsSchema = z.object({
  frames: count,
  samples: z.object({ mouths: packedMouthSamples, likeness: z.array(z.number()) }),
  hasOwnTeeth: z.boolean(),
  closedFrames: count,
  times: z.object({ cutMs: z.number(), drawMs: z.number(), encodeMs: z.number() }),
  stages,
  wallMs: z.number(),
});

/** Facts of a drawn segment. */
export interface AvatarSegmentFacts extends DrawnAvatar {
  readonly stages: z.output<typeof stages>;
  readonly wallMs: number;
}

const planSchema = z.object({
  /** Frame range of each segment. */
  segments: z.array(z.object({ from: count, to: count })).min(2),
  processors: z.int().positive(),
  /** Key of the engine, see `toEngineKey`. */
  engineKey: z.string(),
  work: z.object({
    engine: jobReportSchema.shape.engine,
    isAnimated: z.boolean(),
    speech: speechReportSchema.nullable(),
    notes: z.array(jobNoteSchema),
  }),
  portrait: z.object({
    faces: count,
    hasOpenMouth: z.boolean(),
    image: z.object({ width: count, height: count }),
  }),
  stages,
  wallMs: z.number(),
});

/** Decisions of the first segment for all others. */
export type SegmentedAvatar = z.output<typeof planSchema>;

/** Serialises the facts of a segment. */
export function writeAvatarFacts({ samples, ...facts }: AvatarSegmentFacts): string {
  const { mouths, likeness } = samples;
  return packValues({ ...facts, samples: { mouths: packMouthSamples(mouths), likeness } });
}

/** Parses the text of {@link writeAvatarFacts}; null for text of another version. */
export function parseAvatarFacts(text: string): AvatarSegmentFacts | null {
  return parseSegmentText(factsSchema, text);
}

/** Parses the decisions; null for none and for those of another version. */
export function parseSegmentedAvatar(text: string | null | undefined): SegmentedAvatar | null {
  return parseSegmentText(planSchema, text);
}

const speechSchema = z.object({
  plan: z.object({
    mouths: z.array(
      z.object({
        viseme: z.enum(visemes),
        mouth: z.object({
          open: z.number(),
          wide: z.number(),
          jaw: z.number(),
          lift: z.number(),
        }),
        tongue: z.number(),
        loudness: z.number(),
        isClosed: z.boolean(),
      }),
    ),
    visemes: z.array(z.object({ viseme: z.enum(visemes), startMs: z.number(), endMs: z.number() })),
    openingCurve: z.object({
      gaps: z.array(z.number()).length(wantedGaps.length),
      widths: z.array(z.number()).length(wantedGaps.length),
      widthGain: z.number(),
      shade: z.number(),
    }),
    framesPerSecond: z.number(),
    seed: z.number(),
    durationUs: z.number(),
  }),
  /** Synthesised audio file; null for a recording of the request. */
  sound: packedBytes.nullable(),
});

/** Plan of the frames with its speech. */
export interface PlannedSpeech {
  readonly plan: AvatarPlan;
  readonly sound: Uint8Array | null;
}

/** Writes the speech and the plan of its frames. */
export async function writePlannedSpeech(path: string, speech: PlannedSpeech): Promise<void> {
  await writeFile(path, packValues(speech));
}

/** Reads the file of {@link writePlannedSpeech}; null for a file of another version. */
export function findPlannedSpeech(path: string): Promise<PlannedSpeech | null> {
  return withLines(path, async (lines) => parseLine(speechSchema, await lines.next()));
}
