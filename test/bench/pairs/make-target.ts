import { existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { openVideoReader } from '../../../src/engine/io/video/video-reader.ts';
import { openVideoWriter } from '../../../src/engine/io/video/video-writer.ts';
import type { I420Frame } from '../../../src/engine/pixels/frame.ts';
import { cutClip } from '../../media/support/cut-clip.ts';
import { addNoise, moveStill } from '../../media/support/moving-still.ts';
import { readStill } from '../../media/support/stills.ts';
import { listed, pairsFolder, type ListedClip } from './material.ts';

/** Frames of a photo that is moved, and as many of a real clip. */
const FRAMES = 32;
const RATE = 25;
/** A moved photo is shown with this as its longer side. */
const LONGER_SIDE = 640;
const GRAIN = 7;

/** Writes the clip of a name to a file. */
export async function makeTarget(
  name: string,
  material: ReadonlyMap<string, string>,
): Promise<string> {
  const clip = listed.clips[name];
  const from = clip && material.get(clip.media);
  if (clip === undefined || from === undefined) {
    throw new Error(`There is no clip ${name}.`);
  }
  const folder = join(pairsFolder, 'clips');
  const path = join(folder, `${name}.mp4`);
  if (existsSync(path)) {
    return path;
  }
  await mkdir(folder, { recursive: true });
  // A concurrent run may look for the file meanwhile.
  const unfinished = join(folder, `${name}.${process.pid}.part.mp4`);
  await (from.endsWith('.mp4') ? cutPart(from, unfinished, clip) : movePhoto(from, unfinished));
  await rename(unfinished, path);
  return path;
}

async function cutPart(from: string, to: string, { fromS = 0, light }: ListedClip): Promise<void> {
  const part = { startUs: fromS * 1e6, durationUs: (FRAMES / RATE) * 1e6 };
  if (light === undefined) {
    await cutClip(from, to, part);
    return;
  }
  const reader = await openVideoReader(from, {
    startUs: part.startUs,
    maxDurationUs: part.durationUs,
  });
  const { size, colour, frameRate, timeBase } = reader;
  const writer = await openVideoWriter(to, { size, colour, frameRate, timeBase });
  let originUs: number | null = null;
  for await (const { planes, timestampUs, durationUs, index } of reader) {
    originUs ??= timestampUs;
    dim(planes, light);
    addNoise(planes, GRAIN, index + 1);
    await writer.write(planes, { timestampUs: timestampUs - originUs, durationUs });
  }
  await writer.finish();
}

function dim({ y, u, v }: I420Frame, light: number): void {
  y.forEach((luma, at) => (y[at] = 16 + (luma - 16) * light));
  for (const plane of [u, v]) {
    plane.forEach((chroma, at) => (plane[at] = 128 + (chroma - 128) * light));
  }
}

/** Moves a photo like a hand-held camera: drift, zoom and slight turn. */
async function movePhoto(from: string, to: string): Promise<void> {
  const photo = sharp(from).resize(LONGER_SIDE, LONGER_SIDE, {
    fit: 'inside',
    withoutEnlargement: true,
  });
  const still = await readStill(sharp(await photo.png().toBuffer()));
  const size = { width: still.width & ~1, height: still.height & ~1 };
  const writer = await openVideoWriter(to, {
    size,
    colour: still.colour ?? { matrix: 'bt601', isFullRange: true },
    frameRate: { num: RATE, den: 1 },
    quality: { crf: 14 },
  });
  const unit = Math.min(size.width, size.height);
  for (let index = 0; index < FRAMES; index += 1) {
    const time = index / RATE;
    const frame = moveStill(still, size, {
      x: size.width / 2 + unit * 0.02 * Math.sin(time * 2.9),
      y: size.height / 2 + unit * 0.014 * Math.sin(time * 3.7 + 1),
      scale: 1.04 + 0.03 * time,
      turn: 0.025 * Math.sin(time * 2.3),
    });
    addNoise(frame, 1.5, index + 1);
    const durationUs = 1e6 / RATE;
    await writer.write(frame, { timestampUs: index * durationUs, durationUs });
  }
  await writer.finish();
}
