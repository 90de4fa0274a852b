import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { probeMedia } from '../../../src/engine/io/video/probe.ts';
import { transcode } from '../../../src/engine/io/video/transcode.ts';
import { type ClipSpec, makeClip } from '../make-clip.ts';
import { drawFrame, psnr, readAll } from './pictures.ts';

let folder = '';

beforeAll(async () => {
  process.env['SVT_LOG'] = '0';
  folder = await mkdtemp(join(tmpdir(), 'guise-io-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const wide = 'yuv422p10le';
const deep = 'yuv420p10le';
const cases: Readonly<
  Record<
    string,
    ClipSpec & { readonly pixels: string; readonly codecs: readonly (string | null)[] }
  >
> = {
  'H.264 in MP4': { audio: {}, pixels: 'yuv420p', codecs: ['h264', 'aac', 'copied'] },
  'H.264 with 10 bits': {
    video: { pixelFormat: deep },
    pixels: deep,
    codecs: ['h264', null, 'none'],
  },
  'HEVC in MP4': {
    video: { codec: 'libx265' },
    audio: { codec: 'libmp3lame' },
    pixels: 'yuv420p',
    codecs: ['hevc', 'mp3', 'copied'],
  },
  'HEVC with 10 bits in MKV': {
    container: 'matroska',
    video: { codec: 'libx265', pixelFormat: deep },
    audio: { codec: 'ac3', sampleRateHz: 48_000 },
    pixels: deep,
    codecs: ['hevc', 'ac3', 'copied'],
  },
  'VP8 in WebM': {
    container: 'webm',
    video: { codec: 'libvpx' },
    audio: { codec: 'libvorbis' },
    pixels: 'yuv420p',
    codecs: ['vp8', 'vorbis', 'transcoded'],
  },
  'VP9 in WebM': {
    container: 'webm',
    video: { codec: 'libvpx-vp9' },
    audio: { codec: 'libopus', sampleRateHz: 48_000, format: 'flt' },
    pixels: 'yuv420p',
    codecs: ['vp9', 'opus', 'transcoded'],
  },
  'AV1 in WebM': {
    container: 'webm',
    video: { codec: 'libsvtav1' },
    pixels: 'yuv420p',
    codecs: ['av1', null, 'none'],
  },
  'ProRes in MOV': {
    container: 'mov',
    video: { codec: 'prores_ks', pixelFormat: wide },
    audio: { codec: 'pcm_s16le', sampleRateHz: 48_000, channels: 1 },
    pixels: wide,
    codecs: ['prores', 'pcm_s16le', 'transcoded'],
  },
  'MJPEG of full range in MKV': {
    container: 'matroska',
    video: { codec: 'mjpeg', pixelFormat: 'yuvj420p', options: { qscale: '2' } },
    audio: { codec: 'flac' },
    pixels: 'yuvj420p',
    codecs: ['mjpeg', 'flac', 'transcoded'],
  },
};

describe.each(Object.entries(cases))('%s', (name, { pixels, codecs, ...spec }) => {
  const [videoCodec, audioCodec, sound] = codecs;
  const files = (): { readonly source: string; readonly result: string } => {
    const base = join(folder, name.replaceAll(/\W/g, ''));
    return { source: `${base}.source`, result: `${base}.mp4` };
  };

  it('is inspected', async () => {
    makeClip(files().source, spec);
    const facts = await probeMedia(files().source);
    expect(facts.video).toMatchObject({
      codec: videoCodec,
      stored: { width: 160, height: 96 },
      shown: { width: 160, height: 96 },
      pixelFormat: pixels,
      isFullRange: pixels === 'yuvj420p',
      startUs: 0,
    });
    expect(facts.video?.framesPerSecond).toBeCloseTo(30, 0);
    expect(facts.audio?.codec ?? null).toBe(audioCodec);
    expect(facts.durationUs / 1e6).toBeCloseTo(1, 1);
  });

  it('yields every frame at its time', async () => {
    const frames = await readAll(files().source);
    expect(frames.map(({ drawn }) => drawn)).toEqual(Array.from({ length: 30 }, (_, i) => i));
    for (const [index, { timestampUs }] of frames.entries()) {
      expect(Math.abs(timestampUs - (index * 1e6) / 30)).toBeLessThan(
        spec.container === undefined || spec.container === 'mov' ? 1 : 1000,
      );
    }
    if (pixels !== 'yuvj420p') {
      expect(psnr(frames[7]!.planes, drawFrame(7, 160, 96))).toBeGreaterThan(36);
    }
  });

  it('is transcoded with the same times and nearly the same frames', async () => {
    const { source, result } = files();
    const done = await transcode(source, result, { quality: { crf: 12 } });
    expect(done).toMatchObject({ frames: 30, sound });
    const [before, after] = [await readAll(source), await readAll(result)];
    expect(after.map(({ timestampUs }) => timestampUs)).toEqual(
      before.map(({ timestampUs }) => timestampUs),
    );
    const quality = after.map(({ planes }, index) => psnr(planes, before[index]!.planes));
    expect(Math.min(...quality)).toBeGreaterThan(40);
  });
});
