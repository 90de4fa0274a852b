import { openVideoWriter } from '../../../src/engine/io/video/video-writer.ts';
import type { CanonicalFace } from '../../../src/engine/track/canonical-face.ts';
import { toVideoFrame } from '../../../src/engine/talk/avatar/to-frame.ts';
import { streamer } from '../../../tools/sample/streamer.ts';
import { createDrawnPerson, type DrawnPose } from './drawn-person.ts';

const colour = { matrix: 'bt709', isFullRange: false } as const;

/** Swinging arms and bending knees at a time in seconds. */
export function dancePose(sec: number): DrawnPose {
  const slow = Math.sin(sec * 2 * Math.PI * 0.6);
  const fast = Math.sin(sec * 2 * Math.PI * 0.9);
  return {
    leftArm: [45 + 35 * slow, 70 + 60 * slow],
    rightArm: [35 + 25 * fast, 40 - 50 * fast],
    leftLeg: [8 + 8 * Math.max(0, slow), 4],
    rightLeg: [8 + 12 * Math.max(0, -slow), 4],
    shiftCm: 6 * slow,
    lean: 5 * fast,
    headTurn: 6 * slow,
  };
}

/** Writes a drawn clip of a dancing person, with the audio of a file when given. */
export async function writeDanceClip(
  path: string,
  face: CanonicalFace,
  {
    width,
    height,
    seconds,
    framesPerSecond,
    sound,
  }: {
    readonly width: number;
    readonly height: number;
    readonly seconds: number;
    readonly framesPerSecond: number;
    readonly sound?: string | undefined;
  },
): Promise<void> {
  const draw = await createDrawnPerson(face, { width, height, appearance: streamer, part: 0.8 });
  const writer = await openVideoWriter(path, {
    size: { width, height },
    colour,
    frameRate: { num: framesPerSecond, den: 1 },
    sound: sound === undefined ? undefined : { path: sound, endUs: seconds * 1e6 },
  });
  for (let index = 0; index < Math.round(seconds * framesPerSecond); index += 1) {
    const { image } = await draw(dancePose(index / framesPerSecond));
    await writer.write(toVideoFrame(image, colour), {
      timestampUs: Math.round((index * 1e6) / framesPerSecond),
      durationUs: Math.round(1e6 / framesPerSecond),
    });
  }
  await writer.finish();
}
