import sharp, { type Sharp } from 'sharp';
import { openVideoWriter } from '../../../src/engine/io/video/video-writer.ts';
import { createI420Frame, type I420Frame } from '../../../src/engine/pixels/frame.ts';
import { moveStill } from '../../media/support/moving-still.ts';
import { arrangeStills, audrey, frankStill, readStill } from '../../media/support/stills.ts';

/** A clip in which a face moves a little, and where it is missing. */
export interface FaceClip {
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  /** 25 when absent. */
  readonly framesPerSecond?: number;
  /** Numbers of the frames that show an empty wall instead. */
  readonly empty?: (index: number) => boolean;
  /** Factors of the luma of the frames, for a fade. */
  readonly light?: (index: number) => number;
  /** Pictures of several people instead of the one, from left to right, with the width of each. */
  readonly people?: readonly { readonly picture: string; readonly width: number }[];
}

/** A man, and on his right a woman who is smaller in the frame. */
export const twoPeople: NonNullable<FaceClip['people']> = [
  { picture: frankStill('02159'), width: 310 },
  { picture: audrey, width: 150 },
];

/** Writes a clip. */
export async function writeFaceClip(path: string, clip: FaceClip): Promise<void> {
  const {
    width,
    height,
    frames,
    framesPerSecond = 25,
    empty = () => false,
    light = () => 1,
  } = clip;
  const frameUs = 1e6 / framesPerSecond;
  const pictures = await makePictures(clip);
  const wall = createI420Frame(width, height, pictures[0]?.colour);
  wall.y.fill(120);
  const writer = await openVideoWriter(path, {
    size: { width, height },
    colour: wall.colour ?? { matrix: 'bt601', isFullRange: true },
    frameRate: { num: framesPerSecond, den: 1 },
    quality: { crf: 18 },
  });
  for (let index = 0; index < frames; index += 1) {
    const shown = (empty(index) ? wall : pictures[index % pictures.length]) ?? wall;
    const factor = light(index);
    const frame = factor === 1 ? shown : { ...shown, y: shown.y.map((y) => y * factor) };
    await writer.write(frame, { timestampUs: index * frameUs, durationUs: frameUs });
  }
  await writer.finish();
}

/** Forwards and backwards, so that it loops without a jump. */
async function makePictures(clip: FaceClip): Promise<I420Frame[]> {
  const { width, height, people } = clip;
  const still = await readStill(
    people === undefined ? frankStill('02159') : await arrangePeople(clip),
  );
  const scale = people === undefined ? (height / still.height) * 0.9 : 1;
  const there = Array.from({ length: 12 }, (_, index) =>
    moveStill(still, { width, height }, { x: width / 2 + index, y: height / 2, scale, turn: 0 }),
  );
  return [...there, ...there.toReversed()];
}

/** The people of a clip, as a still. */
export async function writePeopleStill(path: string, clip: FaceClip): Promise<void> {
  await (await arrangePeople(clip)).png().toFile(path);
}

function arrangePeople({ width, height, people = [] }: FaceClip): Promise<Sharp> {
  const parts = people.map((person, index) => ({
    ...person,
    left: Math.round(((index + 0.5) * width) / people.length - person.width / 2),
    top: Math.round(height * 0.1),
  }));
  return arrangeStills(width, height, parts);
}

/** An empty frame. */
export async function writeEmptyStill(path: string): Promise<void> {
  const create = { width: 320, height: 240, channels: 3, background: '#6688aa' } as const;
  await sharp({ create }).png().toFile(path);
}
