import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { probeMedia } from '../../../src/engine/io/video/probe.ts';
import { toneMap } from '../../../src/engine/io/video/tone-map.ts';
import { transcode } from '../../../src/engine/io/video/transcode.ts';
import { openVideoReader } from '../../../src/engine/io/video/video-reader.ts';
import { type ClipVideo, makeClip } from '../make-clip.ts';
import { drawFrame, psnr, readAll } from './pictures.ts';

let folder = '';
let made = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guise-io-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

function makeVideo(video: ClipVideo, container?: string): string {
  made += 1;
  const path = join(folder, `${made}.source`);
  makeClip(path, { video, ...(container === undefined ? {} : { container }) });
  return path;
}

describe('a turned video', () => {
  it.each([90, 180, 270] as const)('is upright after %i degrees', async (clockwiseDegrees) => {
    const path = makeVideo({ frames: 2, clockwiseDegrees });
    const facts = await probeMedia(path);
    const isSideways = clockwiseDegrees !== 180;
    const shown = isSideways ? { width: 96, height: 160 } : { width: 160, height: 96 };
    expect(facts.video?.orientation).toEqual({ turnDegrees: clockwiseDegrees, isMirrored: false });
    expect(facts.video?.shown).toEqual(shown);
    const [frame] = await readAll(path);
    expect(frame?.planes).toMatchObject(shown);
    const expected = drawFrame(0, 160, 96);
    const { y, strideY } = frame!.planes;
    let worst = 0;
    for (let row = 0; row < 96; row += 1) {
      for (let column = 0; column < 160; column += 1) {
        const [x, down] = {
          90: [95 - row, column],
          180: [159 - column, 95 - row],
          270: [row, 159 - column],
        }[clockwiseDegrees] as [number, number];
        worst = Math.max(worst, Math.abs(y[down * strideY + x]! - expected.y[row * 160 + column]!));
      }
    }
    expect(worst).toBeLessThan(24);
  });

  it('is still upright in the result', async () => {
    const path = makeVideo({ frames: 3, clockwiseDegrees: 90 });
    const result = join(folder, 'upright.mp4');
    await transcode(path, result, { quality: { crf: 10 } });
    const facts = await probeMedia(result);
    expect(facts.video?.orientation.turnDegrees).toBe(0);
    expect(facts.video?.stored).toEqual({ width: 96, height: 160 });
    const [before] = await readAll(path);
    const [after] = await readAll(result);
    expect(psnr(before!.planes, after!.planes)).toBeGreaterThan(40);
  });
});

describe('the size', () => {
  it('is reduced to the requested size', async () => {
    const path = makeVideo({ frames: 3, width: 320, height: 180 });
    const [frame] = await readAll(path, { maxShortSide: 90 });
    expect(frame?.planes).toMatchObject({ width: 160, height: 90 });
    // Half of the size: the drawn slopes stay where they are, the number bar and the box keep their edges.
    expect(psnr(frame!.planes, drawFrame(0, 160, 90))).toBeGreaterThan(22);
  });

  it('is never enlarged', async () => {
    const path = makeVideo({ frames: 2 });
    const reader = await openVideoReader(path, { maxShortSide: 480 });
    await reader.close();
    expect(reader.size).toEqual({ width: 160, height: 96 });
  });

  it('is the shorter side of a portrait video', async () => {
    const path = makeVideo({ frames: 2, width: 320, height: 180, clockwiseDegrees: 270 });
    const reader = await openVideoReader(path, { maxShortSide: 90 });
    await reader.close();
    expect(reader.size).toEqual({ width: 90, height: 160 });
  });

  it('is that of square pixels', async () => {
    const path = makeVideo({ frames: 2, pixelAspect: [4, 3] });
    expect((await probeMedia(path)).video).toMatchObject({
      stored: { width: 160, height: 96 },
      shown: { width: 160, height: 72 },
    });
    const [frame] = await readAll(path);
    expect(frame?.planes).toMatchObject({ width: 160, height: 72 });
  });

  it('loses an odd row and column only in the written file', async () => {
    const path = makeVideo({ codec: 'libvpx-vp9', frames: 3, width: 161, height: 97 }, 'webm');
    const result = join(folder, 'odd.mp4');
    const done = await transcode(path, result, { quality: { crf: 10 } });
    expect(done.size).toEqual({ width: 161, height: 97 });
    const [before] = await readAll(path);
    const [after] = await readAll(result);
    expect(before?.planes).toMatchObject({ width: 161, height: 97 });
    expect(after?.planes).toMatchObject({ width: 160, height: 96 });
    expect(psnr(before!.planes, after!.planes)).toBeGreaterThan(40);
  });
});

describe('colours', () => {
  it('of full range are converted to limited range', async () => {
    const path = makeVideo({ frames: 2, pixelFormat: 'yuvj420p' });
    const [frame] = await readAll(path);
    const { y, strideY, colour } = frame!.planes;
    expect(colour).toEqual({ matrix: 'bt601', isFullRange: false });
    // The slope reaches 196 of 0..255 at the lower right, which is 184 of 16..235.
    const drawn = drawFrame(0, 160, 96).y[90 * 160 + 150]!;
    expect(y[90 * strideY + 150]).toBeCloseTo(16 + (drawn * 219) / 255, -0.6);
  });

  it.each(['pq', 'hlg'] as const)('of HDR (%s) are mapped to SDR', async (hdr) => {
    const path = makeVideo({ frames: 2, pixelFormat: 'yuv420p10le', hdr });
    const facts = await probeMedia(path);
    expect(facts.video).toMatchObject({ hdr, matrix: 'bt2020', primaries: 'bt2020' });
    const result = join(folder, `${hdr}.mp4`);
    await transcode(path, result);
    expect((await probeMedia(result)).video).toMatchObject({ hdr: null, matrix: 'bt709' });
    const [frame] = await readAll(result);
    const expected = drawFrame(0, 160, 96);
    toneMap(expected, hdr);
    expect(frame!.planes.colour).toEqual({ matrix: 'bt709', isFullRange: false });
    expect(psnr(frame!.planes, expected)).toBeGreaterThan(30);
  });

  it('are marked in the result', async () => {
    const path = makeVideo({ frames: 2 });
    const result = join(folder, 'marked.mp4');
    await transcode(path, result);
    const facts = await probeMedia(result);
    expect(facts.video).toMatchObject({
      matrix: 'bt601',
      primaries: 'bt601-525',
      isFullRange: false,
    });
  });
});
