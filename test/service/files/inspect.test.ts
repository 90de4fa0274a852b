import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { toWavHeader } from '../../../src/base/wav-header.ts';
import type { Inspection, InspectionAim } from '../../../src/contract/inspection.ts';
import { FileInspector } from '../../../src/service/files/inspect/inspect-host.ts';
import { arrangeStills, audrey, frankStill, monaLisa } from '../../media/support/stills.ts';
import { appearances } from '../../../tools/characters/appearances.ts';
import { createDrawnPerson, type DrawnPose } from '../../media/support/drawn-person.ts';
import { openBuiltModels } from '../../media/support/models.ts';
import { writeTurnedStill } from '../../media/support/turned-person.ts';
import { twoPeople, writeFaceClip } from '../capabilities/face-clips.ts';

let folder: string;
let inspector: FileInspector;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guise-inspect-'));
  inspector = new FileInspector(join(folder, 'shown'));
});
afterAll(async () => {
  await inspector.close();
  await rm(folder, { recursive: true, force: true });
});

async function see(
  path: string,
  aim: InspectionAim,
): Promise<Extract<Inspection, { kind: 'faces' }>> {
  const seen = await inspector.inspect({ path, aim });
  if (seen.kind !== 'faces') {
    throw new Error('Faces were asked for.');
  }
  return seen;
}

it('finds the face of a photo, its height and a thumbnail of it', async () => {
  const { count, faces } = await see(monaLisa, 'face');
  expect(count).toBe(1);
  expect(faces[0]!.heightPx).toBeGreaterThan(150);
  const { format, width } = await sharp(Buffer.from(faces[0]!.picture, 'base64')).metadata();
  expect([format, width]).toEqual(['jpeg', 112]);
});

it('counts several faces and puts the one first that is used', async () => {
  const group = join(folder, 'group.png');
  const still = await arrangeStills(1600, 800, [
    { picture: monaLisa, width: 250, left: 20, top: 20 },
    { picture: audrey, width: 500, left: 560, top: 20 },
    { picture: frankStill('02159'), width: 400, left: 1150, top: 400 },
  ]);
  await still.toFile(group);
  const { count, faces } = await see(group, 'face');
  expect(count).toBe(3);
  expect(faces[0]!.heightPx).toBe(Math.max(...faces.map(({ heightPx }) => heightPx)));
});

it('moves the person of a picture once, and reports the visible parts', async () => {
  const face = await (await openBuiltModels()).readCanonicalFace();
  const draw = await createDrawnPerson(face, {
    width: 320,
    height: 480,
    appearance: appearances[3]!,
  });
  const save = async (pose: DrawnPose, name: string): Promise<string> => {
    const { width, height, pixels } = (await draw(pose)).image;
    const path = join(folder, name);
    await sharp(pixels, { raw: { width, height, channels: 4 } }).toFile(path);
    return path;
  };
  const legs = { leftLeg: [8, 6], rightLeg: [8, 6] } as const;
  const free = await save({ leftArm: [30, 20], rightArm: [30, 20], ...legs }, 'free.png');
  const seen = await inspector.inspect({ path: free, aim: 'body' });
  expect(seen).toMatchObject({
    kind: 'bodies',
    framesWithBody: 1,
    turnedFrames: 0,
    count: 1,
    body: {
      limbs: ['leftArm', 'rightArm', 'leftLeg', 'rightLeg'],
      hasHips: true,
      direction: 'front',
      touching: [],
      hasSkirt: false,
    },
  });
  const example = seen.kind === 'bodies' ? (seen.body?.example ?? '') : '';
  const { format, height } = await sharp(Buffer.from(example, 'base64')).metadata();
  expect([format, height]).toEqual(['jpeg', 320]);
  const bound = await save({ leftArm: [0, -6], rightArm: [30, 20], ...legs }, 'bound.png');
  expect(await inspector.inspect({ path: bound, aim: 'body' })).toMatchObject({
    body: { touching: ['leftArm'] },
  });
}, 120_000);

it('reports the view of a further picture of a character', async () => {
  for (const [yaw, aim, direction] of [
    [90, 'body_side', 'side'],
    [180, 'body_back', 'back'],
    [0, 'body_back', 'front'],
  ] as const) {
    const path = join(folder, `turned${yaw}.png`);
    await writeTurnedStill(path, { width: 320, height: 480 }, yaw);
    expect(await inspector.inspect({ path, aim })).toMatchObject({
      count: 1,
      body: { direction, example: null },
    });
  }
});

it('finds no person on a wall, in one pixel and in an empty clip', async () => {
  const wall = join(folder, 'wall.png');
  await sharp({ create: { width: 640, height: 480, channels: 3, background: '#88aa88' } }).toFile(
    wall,
  );
  const pixel = join(folder, 'pixel.png');
  await sharp({ create: { width: 1, height: 1, channels: 3, background: '#88aa88' } }).toFile(
    pixel,
  );
  const empty = join(folder, 'empty.mp4');
  await writeFaceClip(empty, { width: 320, height: 240, frames: 20, empty: () => true });
  expect((await see(wall, 'face')).count).toBe(0);
  expect((await see(pixel, 'head')).count).toBe(0);
  expect(await see(empty, 'people')).toMatchObject({ framesWithFace: 0, count: 0, faces: [] });
});

it('finds a person who is in a part of a clip only', async () => {
  const clip = join(folder, 'late.mp4');
  await writeFaceClip(clip, { width: 320, height: 240, frames: 60, empty: (index) => index < 50 });
  const { framesWithFace, count } = await see(clip, 'people');
  expect(framesWithFace).toBeGreaterThan(0);
  expect(count).toBe(1);
});

it('finds each of two people of a clip once, the main person first', async () => {
  const clip = join(folder, 'two.mp4');
  await writeFaceClip(clip, { width: 640, height: 360, frames: 30, people: twoPeople });
  const { count, faces } = await see(clip, 'people');
  expect(count).toBe(2);
  expect(faces[0]!.heightPx).toBeGreaterThan(faces[1]!.heightPx);
});

it('finds a blurred face less sharp than the same in focus', async () => {
  const blurred = join(folder, 'blurred.png');
  await sharp(audrey).blur(8).toFile(blurred);
  const [sharpFace] = (await see(audrey, 'face')).faces;
  const [blurredFace] = (await see(blurred, 'face')).faces;
  expect(blurredFace!.sharpness!).toBeLessThan(sharpFace!.sharpness! / 2);
});

it('reports that a recording of silence contains no speech', async () => {
  const silence = join(folder, 'silence.wav');
  const soundBytes = 4 * 16_000 * 2;
  await writeFile(silence, [toWavHeader(16_000, soundBytes), Buffer.alloc(soundBytes)]);
  const heard = await inspector.inspect({ path: silence, aim: 'voice' });
  expect(heard).toMatchObject({ kind: 'voice', fault: 'no_speech' });
  expect(heard.kind === 'voice' ? Math.round(heard.durationMs) : 0).toBe(4000);
});

it('refuses files that are no media, and leaves no copy behind', async () => {
  const path = join(folder, 'text.png');
  await writeFile(path, 'not a picture');
  await expect(inspector.inspect({ path, aim: 'face' })).rejects.toMatchObject({
    code: 'unsupported_format',
  });
  expect(await readdir(join(folder, 'shown'))).toEqual([]);
});
