import { join } from 'node:path';
import { openVideoReader, type VideoReader } from '../../../src/engine/io/video/video-reader.ts';
import { openVideoWriter, type VideoWriter } from '../../../src/engine/io/video/video-writer.ts';
import type { OpenedTrackerModels } from '../../../src/engine/models/tracker-models.ts';
import { createI420Frame, type I420Frame } from '../../../src/engine/pixels/frame.ts';
import type { FaceBox } from '../../../src/engine/track/face-track.ts';
import { createFaceTracker } from '../../../src/engine/track/face-tracker.ts';
import { frankTalks, talkingHead, talkingHeadAgain } from '../../media/support/decode-clip.ts';
import { pasteFrame } from '../../media/support/moving-still.ts';
import { wearGlasses } from '../../media/support/wear-glasses.ts';

/** A clip that is to get other words. */
export interface TestClip {
  readonly name: string;
  readonly path: string;
  /** Returns whether a face at this position may be the speaker's; true for all when absent. */
  readonly isSpeaker?: (box: FaceBox) => boolean;
  /** A clip in which the same person talks, where this one shows no talk that lips could be compared with. */
  readonly talkPath?: string;
}

const SECOND = 1_000_000;
const FRAME_US = 40_000;
const small = { width: 400, height: 300 } as const;
const colour = { matrix: 'bt601', isFullRange: false } as const;

/**
 * Clips as people have them: a hand at the mouth, glasses, two persons, a cut, a person who is silent. `seconds` is how
 * long each lasts.
 */
export async function makeClips(
  folder: string,
  models: OpenedTrackerModels,
  seconds: number,
): Promise<readonly TestClip[]> {
  const at = (name: string): string => join(folder, `${name}.mp4`);
  await writeHands(at('hands'), seconds);
  await writeGlasses(at('glasses'), models, seconds);
  await writeTwo(at('two'), seconds);
  await writeCut(at('cut'), seconds);
  for (const [name, startSec] of [
    ['silent', 31],
    ['talking', 10],
  ] as const) {
    await write(at(name), small, (add) => addShot(add, { path: talkingHead, startSec, seconds }));
  }
  return [
    { name: 'hands', path: at('hands') },
    { name: 'glasses', path: at('glasses') },
    { name: 'two persons', path: at('two'), isSpeaker: ({ left }) => left < small.width - 60 },
    { name: 'cut', path: at('cut') },
    { name: 'silent', path: at('silent'), talkPath: at('talking') },
  ];
}

/** A man who speaks, then has his hand at his mouth. */
async function writeHands(path: string, seconds: number): Promise<void> {
  await write(path, small, async (add) => {
    await addShot(add, { path: talkingHead, startSec: 13, seconds: seconds / 2 });
    await addShot(add, { path: talkingHead, startSec: 48, seconds: seconds / 2 });
  });
}

async function writeGlasses(
  path: string,
  models: OpenedTrackerModels,
  seconds: number,
): Promise<void> {
  const tracker = createFaceTracker(models, { maxFaces: 1, separatesPeople: false });
  await write(path, small, async (add) => {
    await addShot(
      async (frame, timestampUs) => {
        const [face] = tracker.track(frame, timestampUs);
        if (face !== undefined) {
          wearGlasses(frame, face.landmarks);
        }
        await add(frame);
      },
      { path: talkingHead, startSec: 10, seconds },
    );
  });
}

/** Two people, of whom the left one speaks. */
async function writeTwo(path: string, seconds: number): Promise<void> {
  const silent = await openVideoReader(frankTalks, {
    startUs: 4 * SECOND,
    maxDurationUs: 2 * seconds * SECOND,
  });
  const size = { width: 760, height: 300 };
  await write(path, size, async (add) => {
    await addShot(
      async (frame) => {
        const other = await silent.next();
        const joined = createI420Frame(size.width, size.height, colour);
        joined.y.fill(90);
        joined.u.fill(128);
        joined.v.fill(128);
        pasteFrame(joined, frame, 0, 0);
        if (other !== null) {
          pasteFrame(joined, other.planes, small.width, 12);
          silent.release(other);
        }
        await add(joined);
      },
      { path: talkingHead, startSec: 10, seconds },
    );
  });
  await silent.close();
}

/** One man on two days. */
async function writeCut(path: string, seconds: number): Promise<void> {
  await write(path, small, async (add) => {
    await addShot(add, { path: talkingHead, startSec: 13, seconds: seconds / 2 });
    await addShot(add, { path: talkingHeadAgain, startSec: 10, seconds: seconds / 2 });
  });
}

type Add = (frame: I420Frame, timestampUs: number) => Promise<void>;

interface Shot {
  readonly path: string;
  readonly startSec: number;
  readonly seconds: number;
}

async function addShot(add: Add, { path, startSec, seconds }: Shot): Promise<void> {
  const reader: VideoReader = await openVideoReader(path, {
    startUs: startSec * SECOND,
    maxDurationUs: seconds * SECOND,
  });
  for await (const { planes, timestampUs } of reader) {
    await add(planes, timestampUs);
  }
}

/** Writes the added frames, 25 per second, without audio. */
async function write(
  path: string,
  size: { readonly width: number; readonly height: number },
  fill: (add: (frame: I420Frame) => Promise<void>) => Promise<void>,
): Promise<void> {
  const writer: VideoWriter = await openVideoWriter(path, {
    size,
    colour,
    frameRate: { num: 25, den: 1 },
    quality: { crf: 14 },
  });
  let index = 0;
  await fill(async (frame) => {
    await writer.write(frame, { timestampUs: index * FRAME_US, durationUs: FRAME_US });
    index += 1;
  });
  await writer.finish();
}
