import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openVideoWriter } from '../../io/video/video-writer.ts';
import { createI420Frame } from '../../pixels/frame.ts';
import { readPlanned } from './read-planned.ts';

const FRAME_US = 40_000;
const clip = {
  size: { width: 64, height: 64 },
  colour: { matrix: 'bt601', isFullRange: false },
  frameRate: { num: 25, den: 1 },
  timeBase: { num: 1, den: 1000 },
  frames: Array.from({ length: 12 }, (_, index) => ({
    timestampUs: index * FRAME_US,
    durationUs: FRAME_US,
    scene: 0,
  })),
} as const;

let folder = '';
let path = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guise-planned-'));
  path = join(folder, 'clip.mp4');
  const writer = await openVideoWriter(path, clip);
  for (const moment of clip.frames.slice(0, 8)) {
    await writer.write(createI420Frame(64, 64), moment);
  }
  await writer.finish();
});

afterAll(() => rm(folder, { recursive: true }));

async function count(from: number, to: number): Promise<number> {
  const plan = clip.frames
    .map((moment, source) => ({ ...moment, source }))
    .slice(Math.min(from, to), Math.max(from, to) + 1);
  let read = 0;
  const pictures = readPlanned(
    { path, clip, options: {} },
    from > to
      ? plan.toReversed().map((frame, at) => ({ ...frame, timestampUs: at * FRAME_US }))
      : plan,
  );
  for await (const { planned } of pictures) {
    read += planned.durationUs / FRAME_US;
  }
  return read;
}

it('a clip that gives less from its middle than it did before is refused as its format', async () => {
  expect(await count(3, 7)).toBe(5);
  expect(await count(7, 3)).toBe(5);
  for (const [from, to] of [
    [3, 9],
    [9, 3],
  ] as const) {
    await expect(count(from, to)).rejects.toMatchObject({ code: 'unsupported_format' });
  }
});
