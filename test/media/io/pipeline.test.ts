import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { probeMedia } from '../../../src/engine/io/video/probe.ts';
import type { TranscodeProgress } from '../../../src/engine/io/progress.ts';
import { transcode } from '../../../src/engine/io/video/transcode.ts';
import { openVideoReader } from '../../../src/engine/io/video/video-reader.ts';
import { createI420Frame, type I420Frame } from '../../../src/engine/pixels/frame.ts';
import { openVideoWriter } from '../../../src/engine/io/video/video-writer.ts';
import { type ClipSpec, makeClip } from '../make-clip.ts';
import { readAll } from './pictures.ts';

let folder = '';
let made = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guise-io-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

function make(spec: ClipSpec = {}): { readonly source: string; readonly result: string } {
  made += 1;
  const base = join(folder, String(made));
  makeClip(`${base}.source`, spec);
  return { source: `${base}.source`, result: `${base}.mp4` };
}

async function listFiles(path: string): Promise<string[]> {
  const name = path.slice(folder.length + 1);
  return (await readdir(folder)).filter((file) => file.startsWith(name));
}

describe('timing', () => {
  it('of a varying rate is kept to the microsecond', async () => {
    const times = [0, 100, 140, 173, 500, 501, 900, 901, 1400];
    const { source, result } = make({ video: { timeBase: [1, 1000], times } });
    await transcode(source, result);
    const frames = await readAll(result);
    expect(frames.map(({ timestampUs }) => timestampUs)).toEqual(times.map((time) => time * 1000));
    expect(frames.map(({ drawn }) => drawn)).toEqual(times.map((_, index) => index));
  });

  it('of 24000/1001 frames a second is kept to the microsecond', async () => {
    const times = Array.from({ length: 24 }, (_, index) => index * 1001);
    const { source, result } = make({ video: { timeBase: [1, 24_000], times } });
    await transcode(source, result);
    const expected = times.map((time) => Math.round((time * 1e6) / 24_000));
    expect((await readAll(result)).map(({ timestampUs }) => timestampUs)).toEqual(expected);
  });

  it('is cut at the requested times', async () => {
    const { source, result } = make({ video: { frames: 60 } });
    const done = await transcode(source, result, { maxDurationUs: 500_000 });
    expect(done.frames).toBe(15);
    expect((await probeMedia(result)).durationUs).toBe(500_000);
  });

  it('begins with the frame displayed at the requested time', async () => {
    const { source } = make({ video: { frames: 90, gop: 30 } });
    const frames = await readAll(source, { startUs: 1_510_000, maxDurationUs: 100_000 });
    expect(frames.map(({ drawn }) => drawn)).toEqual([45, 46, 47, 48]);
  });
});

describe('small and damaged files', () => {
  it('of one frame pass', async () => {
    const { source, result } = make({ video: { frames: 1 } });
    expect((await transcode(source, result)).frames).toBe(1);
    expect(await readAll(result)).toHaveLength(1);
  });

  it('without a byte are refused', async () => {
    const path = join(folder, 'empty.source');
    await writeFile(path, '');
    await expect(transcode(path, `${path}.mp4`)).rejects.toMatchObject({
      code: 'unsupported_format',
    });
    expect(await listFiles(`${path}.mp4`)).toEqual([]);
  });

  it('without frames are refused', async () => {
    const { source, result } = make({ container: 'matroska', video: { frames: 0 } });
    await expect(transcode(source, result)).rejects.toMatchObject({ code: 'unsupported_format' });
    expect(await listFiles(result)).toEqual([]);
  });

  it('that do not exist are refused', async () => {
    await expect(probeMedia(join(folder, 'nothing'))).rejects.toMatchObject({ code: 'not_found' });
  });

  it('that contain only audio are refused as a video', async () => {
    const { source } = make({ video: null, audio: {} });
    await expect(openVideoReader(source)).rejects.toMatchObject({ code: 'unsupported_format' });
  });

  it('that are truncated yield the existing frames', async () => {
    const { source, result } = make({ container: 'matroska', video: { frames: 60 } });
    const { length } = await readFile(source);
    await truncate(source, Math.floor(length * 0.6));
    const done = await transcode(source, result);
    expect(done.frames).toBeGreaterThan(20);
    expect(done.frames).toBeLessThan(60);
    expect(await readAll(result)).toHaveLength(done.frames);
  });
});

describe('a transcode', () => {
  it('changes frames in place', async () => {
    const { source, result } = make();
    const seen: number[] = [];
    await transcode(source, result, {
      transformFrame(frame, { index }) {
        seen.push(index);
        frame.y.fill(100);
      },
    });
    expect(seen).toEqual(Array.from({ length: 30 }, (_, index) => index));
    const [first] = await readAll(result);
    expect(Math.abs(first!.planes.y[5000]! - 100)).toBeLessThan(3);
  });

  it('writes the same file every time', async () => {
    const { source, result } = make({ audio: {} });
    const hashes = new Set<string>();
    for (let round = 0; round < 12; round += 1) {
      await transcode(source, result);
      hashes.add(
        createHash('sha256')
          .update(await readFile(result))
          .digest('hex'),
      );
    }
    expect(hashes.size).toBe(1);
  });

  it('overwrites the file of a killed process', async () => {
    const { source, result } = make();
    await writeFile(`${result}.part`, 'left over');
    await transcode(source, result);
    expect(await listFiles(result)).toHaveLength(1);
  });

  it('has its index in front', async () => {
    const { source, result } = make({ audio: {} });
    await transcode(source, result);
    const bytes = await readFile(result);
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
  });

  it('reports its progress', async () => {
    const { source, result } = make();
    const told: TranscodeProgress[] = [];
    const { progress } = await transcode(source, result, { onProgress: (now) => told.push(now) });
    expect(told.at(-1)).toEqual(progress);
    expect(progress).toMatchObject({ frames: 30, positionUs: 1_000_000, fraction: 1, etaMs: 0 });
    expect(progress.stages.decode).toBeGreaterThan(0);
    expect(progress.stages.encode).toBeGreaterThan(0);
  });

  it('leaves no file when a frame cannot be changed', async () => {
    const { source, result } = make();
    const failure = new Error('no face');
    const run = transcode(source, result, {
      transformFrame(_, { index }) {
        if (index === 7) {
          throw failure;
        }
      },
    });
    await expect(run).rejects.toBe(failure);
    expect(await listFiles(result)).toEqual([]);
  });
});

describe('a writer', () => {
  it('keeps the given times', async () => {
    const { result } = make();
    const colour = { matrix: 'bt709', isFullRange: false } as const;
    const writer = await openVideoWriter(result, {
      size: { width: 64, height: 48 },
      colour,
      frameRate: { num: 30, den: 1 },
    });
    const reused = createI420Frame(64, 48, colour);
    const timesUs = [0, 1_000_000, 1_010_000, 1_500_000];
    for (const [index, timestampUs] of timesUs.entries()) {
      reused.y.fill(50 + index * 40);
      await writer.write(reused, { timestampUs, durationUs: 100_000 });
    }
    expect(await writer.finish()).toMatchObject({ frames: 4, sound: 'none' });
    const frames = await readAll(result);
    expect(frames.map(({ timestampUs }) => timestampUs)).toEqual(timesUs);
    // The frame was changed while the previous one was still being encoded.
    const lumas = frames.map((frame) => frame.planes.y[1000]!);
    for (const [index, luma] of lumas.entries()) {
      expect(Math.abs(luma - (50 + index * 40))).toBeLessThan(4);
    }
    await writer.discard();
    expect(await listFiles(result)).toHaveLength(1);
  });

  it('names the path that it could not write', async () => {
    const { source } = make({ audio: {} });
    const run = transcode(source, join(folder, 'missing', 'result.mp4'));
    await expect(run).rejects.toMatchObject({ code: 'storage_failed' });
  });

  it('refuses sizes that are too small for a video', async () => {
    const { source, result } = make({
      container: 'matroska',
      video: { codec: 'libvpx-vp9', width: 16, height: 1, frames: 2 },
    });
    await expect(transcode(source, result)).rejects.toMatchObject({ code: 'unsupported_format' });
    expect(await listFiles(result)).toEqual([]);
  });
});

describe('a reader', () => {
  it('leaves its frames valid after it is closed', async () => {
    const { source } = make();
    const reader = await openVideoReader(source);
    let kept: I420Frame | null = null;
    for await (const { planes } of reader) {
      kept = planes;
      break;
    }
    await reader.close();
    expect(kept!.y.length).toBe(160 * 96);
    expect(kept!.y[5000]).toBeGreaterThan(16);
  });

  it('reports that a time is after the end', async () => {
    const { source } = make();
    await expect(openVideoReader(source, { startUs: 9_000_000 })).rejects.toThrow('9 s');
  });
});

describe('an abort', () => {
  it.each([0, 5, 29])('at frame %i leaves no file', async (frame) => {
    const { source, result } = make({ audio: {} });
    const abort = new AbortController();
    const run = transcode(source, result, {
      signal: abort.signal,
      transformFrame(_, { index }) {
        if (index === frame) {
          abort.abort(new Error('enough'));
        }
      },
    });
    await expect(run).rejects.toThrow('enough');
    expect(await listFiles(result)).toEqual([]);
  });

  it('takes effect within half a second at 1080p', async () => {
    const { source, result } = make({ video: { width: 1920, height: 1080, frames: 12 } });
    const abort = new AbortController();
    let abortedAtMs = 0;
    const run = transcode(source, result, {
      signal: abort.signal,
      preset: 'slow',
      transformFrame(_, { index }) {
        if (index === 9) {
          // While encoders are busy with the frames before.
          setImmediate(() => {
            abortedAtMs = performance.now();
            abort.abort(new Error('enough'));
          });
        }
      },
    });
    await expect(run).rejects.toThrow('enough');
    const tookMs = performance.now() - abortedAtMs;
    expect(await listFiles(result)).toEqual([]);
    // A cutout for people, no bar: the machine may be busy.
    console.log(`aborted in ${tookMs.toFixed(0)} ms`);
  });

  it('before the start touches nothing', async () => {
    const { source, result } = make();
    const run = transcode(source, result, { signal: AbortSignal.abort(new Error('never')) });
    await expect(run).rejects.toThrow('never');
    expect(await listFiles(result)).toEqual([]);
  });

  it('closes a reader that was never read', async () => {
    const { source } = make();
    const abort = new AbortController();
    const reader = await openVideoReader(source, { signal: abort.signal });
    abort.abort(new Error('enough'));
    await reader.close();
    await reader.close();
  });
});
