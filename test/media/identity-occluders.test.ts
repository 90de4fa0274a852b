import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBodyModels, openWarmTracker } from '../../src/capabilities/kit/models.ts';
import { swapIdentity } from '../../src/engine/body/identity/swap-identity.ts';
import { openVideoReader } from '../../src/engine/io/video/video-reader.ts';
import { openVideoWriter } from '../../src/engine/io/video/video-writer.ts';
import { toVideoFrame } from '../../src/engine/talk/avatar/to-frame.ts';
import { appearances } from '../../tools/characters/appearances.ts';
import { streamer } from '../../tools/sample/streamer.ts';
import { dancePose } from './support/drawn-clip.ts';
import { type DrawnThing, drawOccluders } from './support/drawn-occluders.ts';
import { createDrawnPerson } from './support/drawn-person.ts';
import { openBuiltModels } from './support/models.ts';

const size = { width: 320, height: 560 };
const colour = { matrix: 'bt709', isFullRange: false } as const;
const [FRAMES, FRAMES_PER_SECOND] = [16, 10];
const things = ['table', 'caption', 'cup'] as const;

let folder: string;
let signalToNoise: Record<DrawnThing, number>;

/** A clip of a driver with things before them, and where these are in each frame. */
async function writeClip(path: string) {
  const face = await (await openBuiltModels()).readCanonicalFace();
  const draw = await createDrawnPerson(face, { ...size, appearance: streamer, part: 0.8 });
  const writer = await openVideoWriter(path, {
    size,
    colour,
    frameRate: { num: FRAMES_PER_SECOND, den: 1 },
    quality: { crf: 12 },
  });
  const masks: Readonly<Record<DrawnThing, Uint8Array>>[] = [];
  for (let index = 0; index < FRAMES; index += 1) {
    const person = await draw(dancePose(index / FRAMES_PER_SECOND));
    const words = index < FRAMES / 2 ? 'LATE SUMMER' : 'NIGHT DANCE';
    const drawn = await drawOccluders(person.image, person.joints, words);
    masks.push(drawn.masks);
    await writer.write(toVideoFrame(drawn.image, colour), {
      timestampUs: Math.round((index * 1e6) / FRAMES_PER_SECOND),
      durationUs: Math.round(1e6 / FRAMES_PER_SECOND),
    });
  }
  await writer.finish();
  return masks;
}

async function writeCharacter(path: string): Promise<void> {
  const face = await (await openBuiltModels()).readCanonicalFace();
  const appearance = appearances.find(({ id }) => id === 'kenji')!;
  const draw = await createDrawnPerson(face, { ...size, appearance });
  const pose = {
    leftArm: [18, 14],
    rightArm: [18, 14],
    leftLeg: [5, 3],
    rightLeg: [5, 3],
  } as const;
  const { pixels } = (await draw(pose)).image;
  await sharp(pixels, { raw: { ...size, channels: 4 } })
    .png()
    .toFile(path);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guise-occluders-'));
  const [clip, character, result] = ['clip.mp4', 'character.png', 'result.mp4'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  const masks = await writeClip(clip);
  await writeCharacter(character);
  const { signal } = new AbortController();
  const warm = await openWarmTracker(signal);
  const models = await openBodyModels(warm.folder);
  const { method } = await swapIdentity({
    video: { path: clip },
    character: { path: character },
    outputPath: result,
    aspectRatio: undefined,
    maxLongSide: 1280,
    maxDurationUs: 10e6,
    models,
    tracker: warm.tracker,
    signal,
    keepsSound: false,
    crf: 14,
    onProgress() {},
  });
  models.close();
  expect(method).toBe('body');
  const sums = { table: 0, caption: 0, cup: 0 };
  const counts = { table: 0, caption: 0, cup: 0 };
  const [before, after] = [await openVideoReader(clip), await openVideoReader(result)];
  for (const mask of masks) {
    const [one, other] = [await before.next(), await after.next()];
    for (const thing of things) {
      for (let at = 0; at < mask[thing].length; at += 1) {
        if (mask[thing][at] === 255) {
          const [row, column] = [Math.floor(at / size.width), at % size.width];
          const from = one!.planes.y[row * one!.planes.strideY + column]!;
          sums[thing] += (from - other!.planes.y[row * other!.planes.strideY + column]!) ** 2;
          counts[thing] += 1;
        }
      }
    }
    before.release(one!);
    after.release(other!);
  }
  await Promise.all([before.close(), after.close()]);
  const ratioOf = (thing: DrawnThing) => 10 * Math.log10(219 ** 2 / (sums[thing] / counts[thing]));
  signalToNoise = { table: ratioOf('table'), caption: ratioOf('caption'), cup: ratioOf('cup') };
}, 300_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('things before the person of a clip', () => {
  it.each(things)('stay in front of the character: a %s', (thing) => {
    expect(signalToNoise[thing]).toBeGreaterThan(38);
  });
});
