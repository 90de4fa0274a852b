import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { openVideoReader } from '../../../src/engine/io/video/video-reader.ts';
import type { OpenedTrackerModels } from '../../../src/engine/models/tracker-models.ts';
import type { I420Frame } from '../../../src/engine/pixels/frame.ts';
import { cutRgba } from '../../../src/engine/pixels/yuv.ts';
import { createFaceFinder } from '../../../src/engine/track/face-finder.ts';
import { readStill } from '../../media/support/stills.ts';
import { copyFrame } from '../../media/support/tracked-clip.ts';
import type { RenderedPair } from './render-pair.ts';

/** Shown frames of a clip. */
const SHOWN = [5, 16, 29];
/** Size of a tile, which shows a face and its surroundings at 100 %. */
const TILE = 330;
const AROUND = 1.9;
const LABEL = 20;
/** Size of a face, as a fraction of the image, that ends the search for others. */
const LARGE_FACE = 0.2;

/**
 * Writes before and after of a pair at 100 %, with its source beside them, unless the file of an earlier run exists.
 */
export async function writeSheet(
  models: OpenedTrackerModels,
  { name, pair, sourcePath, targetPath, outputPath }: RenderedPair,
): Promise<void> {
  const path = join(dirname(outputPath), 'sheet.png');
  if (existsSync(path)) {
    return;
  }
  const isClip = pair.clip !== undefined;
  const [before, after] = isClip
    ? [await readFrames(targetPath, SHOWN.slice(0, 2)), await readFrames(outputPath, SHOWN)]
    : [[await readStill(targetPath)], [await readStill(outputPath)]];
  const box = createFaceFinder(models, { largeFace: LARGE_FACE })
    .find(before[0]!)
    .map((face) => face.box)
    .toSorted((a, b) => b.width - a.width)[0] ?? { left: 0, top: 0, width: TILE, height: TILE };
  const side = Math.min(
    TILE * 1.2,
    Math.max(240, Math.max(box.width, box.height) * AROUND * (isClip ? 1 : 1.25)),
  );
  const tile = {
    x: box.left + box.width / 2,
    y: box.top + box.height / 2,
    side: Math.round(isClip ? Math.min(TILE, side) : side),
  };
  const source = await sharp(sourcePath).resize(220, TILE, { fit: 'inside' }).png().toBuffer();
  const tiles = [
    source,
    ...(await Promise.all([before[0]!, ...after].map((frame) => cutTile(frame, tile)))),
  ];
  await writeFile(path, await arrange(tiles, name));
}

async function readFrames(path: string, wanted: readonly number[]): Promise<readonly I420Frame[]> {
  const reader = await openVideoReader(path, {});
  const frames: I420Frame[] = [];
  for await (const { planes, index } of reader) {
    if (wanted.includes(index)) {
      frames.push(copyFrame(planes));
    }
  }
  return frames;
}

async function cutTile(
  frame: I420Frame,
  { x, y, side }: { readonly x: number; readonly y: number; readonly side: number },
): Promise<Buffer> {
  const [width, height] = [Math.min(side, frame.width), Math.min(side, frame.height)];
  const left = Math.round(Math.max(0, Math.min(frame.width - width, x - side / 2)));
  const top = Math.round(Math.max(0, Math.min(frame.height - height, y - side / 2)));
  const { pixels } = cutRgba(frame, { left, top, width, height });
  return sharp(pixels, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
}

async function arrange(tiles: readonly Buffer[], name: string): Promise<Buffer> {
  const sizes = await Promise.all(tiles.map((tile) => sharp(tile).metadata()));
  let left = 0;
  const parts = tiles.map((input, index) => {
    const part = { input, left, top: LABEL };
    left += (sizes[index]?.width ?? 0) + 4;
    return part;
  });
  const height = Math.max(...sizes.map((size) => size.height ?? 0)) + LABEL;
  const label: Sharp = sharp({
    text: { text: name, width: left, height: LABEL - 4, rgba: true },
  });
  return sharp({ create: { width: left, height, channels: 3, background: '#ffffff' } })
    .composite([...parts, { input: await label.png().toBuffer(), left: 2, top: 2 }])
    .png()
    .toBuffer();
}
