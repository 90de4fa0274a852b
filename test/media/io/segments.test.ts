import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ClipSegment, cutClip } from '../../../src/engine/io/video/clip-segments.ts';
import { computeLookaheadUs } from '../../../src/engine/io/video/h264-encoder.ts';
import { joinVideos } from '../../../src/engine/io/video/join-videos.ts';
import { probeMedia } from '../../../src/engine/io/video/probe.ts';
import { openVideoReader } from '../../../src/engine/io/video/video-reader.ts';
import { openVideoWriter } from '../../../src/engine/io/video/video-writer.ts';
import { makeClip } from '../make-clip.ts';
import { psnr, readAll } from './pictures.ts';

const size = { width: 160, height: 96 };
const segmentUs = 2_000_000;
/** That of the clips that state none. */
const framesPerSecond = 30;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guise-segments-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Encodes each segment by itself, as a render does: followed by the frames that the encoder analyses. */
async function encode(path: string, segments: readonly ClipSegment[], longerSide = size.width) {
  const parts = [];
  for (const [index, { startUs, endUs }] of segments.entries()) {
    const maxDurationUs =
      endUs === null ? undefined : endUs - startUs + computeLookaheadUs(framesPerSecond);
    const reader = await openVideoReader(path, { startUs, maxDurationUs });
    const part = { path: `${path}-${index}.mp4`, startUs };
    const { colour, frameRate, timeBase } = reader;
    const width = index === 1 ? longerSide : size.width;
    const writer = await openVideoWriter(part.path, {
      size: { ...size, width },
      colour,
      frameRate,
      timeBase,
      originUs: startUs,
      processors: 2,
      isContinuation: startUs > 0,
      hasFixedGop: true,
      endUs: endUs ?? undefined,
    });
    for await (const frame of reader) {
      if (frame.timestampUs >= startUs) {
        await writer.write(frame.planes, frame);
      }
    }
    await writer.finish();
    parts.push(part);
  }
  return parts;
}

describe('segments of a clip', () => {
  it('begin at the encoder’s key frames, at the same frames every time', async () => {
    const path = join(folder, 'cut.mp4');
    makeClip(path, { video: { ...size, frames: 200, gop: 70 } });
    const segments = await cutClip(path, { segmentUs });
    // 30 frames a second, a key frame every 2 s.
    expect(segments).toEqual([
      { startUs: 0, endUs: 2_000_000 },
      { startUs: 2_000_000, endUs: 4_000_000 },
      { startUs: 4_000_000, endUs: null },
    ]);
    expect(await cutClip(path, { segmentUs })).toEqual(segments);
    expect(await cutClip(path, { segmentUs, maxDurationUs: 4_500_000 })).toEqual([
      { startUs: 0, endUs: 2_000_000 },
      { startUs: 2_000_000, endUs: null },
    ]);
  });

  it('are a single one for a short clip', async () => {
    const short = join(folder, 'short.mp4');
    makeClip(short, { video: { ...size, frames: 80 } });
    expect(await cutClip(short, { segmentUs })).toEqual([{ startUs: 0, endUs: null }]);
  });

  it('are joined without encoding, with every frame at its time and complete audio', async () => {
    const path = join(folder, 'joined.mp4');
    // Frames that last from 20 to 100 ms.
    const times = Array.from({ length: 150 }, (_, index) => index * 3 + (index % 3 === 2 ? 2 : 0));
    makeClip(path, {
      video: { ...size, times, timeBase: [1, 60] },
      audio: { codec: 'aac', seconds: 7.5 },
    });
    const segments = await cutClip(path, { segmentUs });
    expect(segments.length).toBeGreaterThan(2);
    const parts = await encode(path, segments);
    const joined = join(folder, 'whole.mp4');
    const written = await joinVideos(joined, { parts, sound: { path }, comment: 'joined' });
    expect(written).toMatchObject({ frames: 150, sound: 'copied' });
    const [before, after] = await Promise.all([readAll(path), readAll(joined)]);
    expect(after.map(({ timestampUs }) => timestampUs)).toEqual(
      before.map(({ timestampUs }) => timestampUs),
    );
    expect(after.map(({ drawn }) => drawn)).toEqual(before.map(({ drawn }) => drawn));
    const [source, result] = await Promise.all([probeMedia(path), probeMedia(joined)]);
    expect(result.audio).toEqual(source.audio);
    expect(Math.abs(result.durationUs - source.durationUs)).toBeLessThan(100_000);
  });

  it('are encoded to the frames of one video', async () => {
    const path = join(folder, 'alike.mp4');
    makeClip(path, { video: { ...size, frames: 130 } });
    const segments = await cutClip(path, { segmentUs });
    const joined = join(folder, 'alike-joined.mp4');
    await joinVideos(joined, { parts: await encode(path, segments) });
    const [whole] = await encode(path, [{ startUs: 0, endUs: null }]);
    const [one, many] = await Promise.all([readAll(whole!.path), readAll(joined)]);
    const likeness = one.map(({ planes }, at) => psnr(planes, many[at]!.planes));
    expect(segments).toHaveLength(2);
    expect(likeness).toEqual(one.map(() => Number.POSITIVE_INFINITY));
  });

  it('refer to no frame that is left out, wherever they end', async () => {
    const path = join(folder, 'early.mp4');
    makeClip(path, { video: { ...size, frames: 60 } });
    const early = join(folder, 'early-joined.mp4');
    await joinVideos(early, { parts: await encode(path, [{ startUs: 0, endUs: 1_500_000 }]) });
    const [source, cut] = await Promise.all([readAll(path), readAll(early)]);
    expect(cut.map(({ drawn }) => drawn)).toEqual(source.slice(0, 45).map(({ drawn }) => drawn));
  });

  it('that were encoded otherwise are refused, and leave no file', async () => {
    const path = join(folder, 'mixed.mp4');
    makeClip(path, { video: { ...size, frames: 130 } });
    const parts = await encode(path, await cutClip(path, { segmentUs }), 128);
    const joined = join(folder, 'mixed-joined.mp4');
    await expect(joinVideos(joined, { parts })).rejects.toThrow(/not encoded alike/);
    await expect(probeMedia(joined)).rejects.toMatchObject({ code: 'not_found' });
    await expect(probeMedia(`${joined}.part`)).rejects.toMatchObject({ code: 'not_found' });
  });
});
