/** Stores a driver's track in a file from which several workers render: a line for the clip, and one for each frame. */
import { writeFile } from 'node:fs/promises';
import * as z from 'zod';
import { packedBytes, packedFloats, packValues } from '../../io/packed-values.ts';
import { parseLine, withLines } from '../../io/value-lines.ts';
import type { BodyFrame, BodyTrack } from '../joints.ts';
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
  joints: packedFloats,
  isSeen: z.boolean(),
  face: faceSchema.nullable(),
  scene: count,
});

/** Writes a track. */
export async function writeBodyTrack(path: string, track: BodyTrack): Promise<void> {
  await writeFile(path, listLines(track));
}

function* listLines({ frames, ...clip }: BodyTrack): Generator<string, void> {
  yield `${packValues({ ...clip, frames: frames.length })}\n`;
  for (const frame of frames) {
    yield `${packValues(frame)}\n`;
  }
}

/** Reads a track of {@link writeBodyTrack}; null for a file of another version. */
export function readBodyTrack(path: string): Promise<BodyTrack | null> {
  return withLines(path, async (lines) => {
    const head = parseLine(headSchema, await lines.next());
    const frames: BodyFrame[] = [];
    for (let at = 0; at < head.frames; at += 1) {
      frames.push(parseLine(frameSchema, await lines.next()));
    }
    return { ...head, frames };
  });
}
