import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  AV_PIX_FMT_NONE,
  AV_PIX_FMT_YUV420P,
  AV_PIX_FMT_YUV444P12LE,
  Encoder,
  FF_ENCODER_LIBX264,
  Frame,
  Muxer,
} from 'node-av';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countThreads } from '../../../src/engine/io/decoder.ts';
import { describeUnless, findLinuxProblem } from '../../support/describe-unless.ts';
import { findProgramProblem } from '../../support/display.ts';

const child = fileURLToPath(new URL('tight-memory-child.ts', import.meta.url));
const FRAMES = 24;
const MEGABYTE = 1_048_576;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guise-tight-'));
});

afterAll(() => rm(folder, { recursive: true }));

/** A video whose decoder has to keep sixteen frames. */
async function makeVideo(width: number, height: number): Promise<string> {
  const path = join(folder, `${width}.mp4`);
  const muxer = await Muxer.open(path);
  const options = {
    preset: 'ultrafast',
    'x264-params': 'ref=16:bframes=0:keyint=1000:scenecut=0:threads=1',
  };
  const encoder = await Encoder.create(FF_ENCODER_LIBX264, { options });
  const index = muxer.addStream(encoder);
  const write = async (frame: Frame | null): Promise<void> => {
    for (const packet of await encoder.encodeAll(frame)) {
      await muxer.writePacket(packet, index);
      packet.free();
    }
    frame?.free();
  };
  for (let at = 0; at < FRAMES; at += 1) {
    const pixels = Buffer.alloc((width * height * 3) / 2, 60 + at);
    const timing = { timeBase: { num: 1, den: 25 }, pts: BigInt(at) };
    const form = { width, height, format: AV_PIX_FMT_YUV420P };
    await write(Frame.fromVideoBuffer(pixels, { ...form, ...timing }));
  }
  await write(null);
  await muxer.close();
  return path;
}

/**
 * Decodes the large video with this much memory beyond that of a warmed-up process; returns its frames, or an error
 * code.
 */
async function decodeWithin(spareBytes: number, small: string, large: string): Promise<unknown> {
  const decoding = fork(child, [small, large]);
  await once(decoding, 'message');
  const status = readFileSync(`/proc/${decoding.pid}/status`, 'utf8');
  const usedBytes = Number(/^VmData:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
  execFileSync('prlimit', [`--pid=${decoding.pid}`, `--data=${usedBytes + spareBytes}`]);
  const answer = once(decoding, 'message');
  decoding.send('go');
  const [outcome] = (await answer) as unknown[];
  return outcome;
}

describeUnless(
  findLinuxProblem() ?? findProgramProblem(['prlimit']),
  'a video that needs much memory',
  () => {
    it('is refused when memory is short, and never written with missing frames', async () => {
      const small = await makeVideo(320, 240);
      const large = await makeVideo(3840, 2160);
      expect(await decodeWithin(1024 * MEGABYTE, small, large)).toBe(FRAMES);
      expect(await decodeWithin(160 * MEGABYTE, small, large)).toBe('input_too_large');
    }, 120_000);
  },
);

describe('threads of a decoder', () => {
  it.each([
    [1920, 1080, AV_PIX_FMT_YUV420P, 4],
    [7680, 4320, AV_PIX_FMT_YUV420P, 4],
    [7680, 4320, AV_PIX_FMT_YUV444P12LE, 1],
    [0, 0, AV_PIX_FMT_NONE, 4],
  ])('for frames of %i by %i in format %i are %i', (width, height, format, threads) => {
    expect(countThreads({ width, height, format }, 16)).toBe(threads);
  });

  it('are at most the number of cores', () => {
    expect(countThreads({ width: 640, height: 480, format: AV_PIX_FMT_YUV420P }, 2)).toBe(2);
  });
});
