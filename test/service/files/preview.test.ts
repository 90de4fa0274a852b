import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ChangePreview } from '../../../src/contract/change-preview.ts';
import { FileInspector } from '../../../src/service/files/inspect/inspect-host.ts';
import { monaLisa } from '../../media/support/stills.ts';
import { writeFaceClip } from '../capabilities/face-clips.ts';

let folder: string;
let inspector: FileInspector;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guise-preview-'));
  inspector = new FileInspector(join(folder, 'shown'));
});
afterAll(async () => {
  await inspector.close();
  await rm(folder, { recursive: true, force: true });
});

function preview(prompt: string, paths = [monaLisa]): Promise<ChangePreview> {
  return inspector.preview(paths, { prompt, negative: '', isVideo: false });
}

async function read(webp: string | null) {
  const { data, info } = await sharp(Buffer.from(webp ?? '', 'base64'))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, ...info };
}

it('applies words to a small copy, and again for other words', async () => {
  expect((await preview('')).after).toBeNull();
  const { before, after } = await preview('black and white');
  const grey = await read(after);
  const { width, height } = await read(before);
  expect([grey.width, grey.height, Math.max(width, height)]).toEqual([width, height, 480]);
  expect(Math.abs((grey.data[0] ?? 0) - (grey.data[2] ?? 255))).toBeLessThanOrEqual(4);
  const cut = await read((await preview('transparent background')).after);
  expect([cut.data[3], cut.data.some((value, at) => at % 4 === 3 && value === 255)]).toEqual([
    0,
    true,
  ]);
});

it('changes nothing where no face can be covered', async () => {
  const wall = join(folder, 'wall.png');
  await sharp({ create: { width: 64, height: 64, channels: 3, background: '#48a' } }).toFile(wall);
  await expect(preview('anonymise the faces', [wall])).rejects.toMatchObject({
    code: 'face_not_detected',
  });
});

it('shows a frame of a video, without the steps for pictures alone', async () => {
  const clip = join(folder, 'clip.mp4');
  await writeFaceClip(clip, { width: 320, height: 240, frames: 12 });
  const ask = (prompt: string) =>
    inspector.preview([clip], { prompt, negative: '', isVideo: true });
  expect((await ask('transparent background')).after).toBeNull();
  const { before, after } = await ask('transparent background, black and white');
  const [shown, grey] = [await read(before), await read(after)];
  expect([shown.width, shown.height]).toEqual([320, 240]);
  const colourOf = ({ data }: typeof shown): number =>
    data.reduce(
      (sum, value, at) => (at % 4 === 0 ? sum + Math.abs(value - (data[at + 2] ?? 0)) : sum),
      0,
    );
  expect(colourOf(grey)).toBeLessThan(colourOf(shown) / 3);
});
