/** A driver's track as lines of a file: a line for the clip, and one for each frame. */
import * as z from 'zod';
import { packedBytes, packedFloats, packValues } from '../../io/packed-values.ts';
import { parseLine, type ValueLines } from '../../io/value-lines.ts';
import { type BodyFrame, type BodyTrack, JOINT_COUNT, JOINT_VALUES } from '../joints.ts';
import { packedBox, packedPose } from '../../io/packed-face.ts';

const count = z.int().nonnegative();
const fraction = z.object({ num: z.int(), den: z.int() });

const headSchema = z.object({
  size: z.object({ width: count, height: count }),
  frameRate: fraction,
  timeBase: fraction,
  peopleCount: count,
  cutCount: count,
  frames: count,
});

const pictureSchema = z.object({
  width: count,
  height: count,
  y: packedBytes,
  u: packedBytes,
  v: packedBytes,
  strideY: count,
  strideU: count,
  strideV: count,
  colour: z.object({ matrix: z.enum(['bt601', 'bt709']), isFullRange: z.boolean() }).optional(),
});

const faceSchema = z.object({
  landmarks: packedFloats,
  iris: packedFloats,
  pose: packedPose,
  box: packedBox,
  confidence: z.number(),
  mouth: z.object({
    frame: pictureSchema,
    left: z.int(),
    top: z.int(),
    skin: z.object({ y: z.number(), u: z.number(), v: z.number() }),
  }),
  hands: z.array(packedFloats),
});

const frameSchema = z.object({
  timestampUs: z.number(),
  durationUs: z.number(),
  joints: packedFloats.refine(({ length }) => length === JOINT_COUNT * JOINT_VALUES),
  isSeen: z.boolean(),
  face: faceSchema.nullable(),
  scene: count,
});

/** Lists the lines of a track. */
export function* listTrackLines({ frames, ...clip }: BodyTrack): Generator<string, void> {
  yield `${packValues({ ...clip, frames: frames.length })}\n`;
  for (const frame of frames) {
    yield `${packValues(frame)}\n`;
  }
}

/** Reads the lines of {@link listTrackLines}; for `read` of `withLines`. */
export async function readTrackLines(lines: ValueLines): Promise<BodyTrack> {
  const head = parseLine(headSchema, await lines.next());
  const frames: BodyFrame[] = [];
  for (let at = 0; at < head.frames; at += 1) {
    frames.push(parseLine(frameSchema, await lines.next()));
  }
  return { ...head, frames };
}
