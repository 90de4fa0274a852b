import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { prepareSource, type FaceSource } from '../../src/engine/face/source/face-source.ts';
import { createFaceSwapper } from '../../src/engine/face/draw/face-swapper.ts';
import { cutClip } from '../../src/engine/io/video/clip-segments.ts';
import { joinVideos, type VideoPart } from '../../src/engine/io/video/join-videos.ts';
import { readStill } from '../../src/engine/io/video/stills.ts';
import { openVideoReader } from '../../src/engine/io/video/video-reader.ts';
import { openVideoWriter } from '../../src/engine/io/video/video-writer.ts';
import type { ModelFolder } from '../../src/engine/models/model-folder.ts';
import { openTrackerModels } from '../../src/engine/models/tracker-models.ts';
import { createI420Frame, type I420Frame } from '../../src/engine/pixels/frame.ts';
import { createI420View, sizeOfI420 } from '../../src/engine/pixels/i420-view.ts';
import { toI420 } from '../../src/engine/pixels/yuv.ts';
import type { HeldFace } from '../../src/engine/swap/held-face.ts';
import { createPartSwapper } from '../../src/engine/swap/known-face.ts';
import { swapVideo, type VideoSwap } from '../../src/engine/swap/swap-video.ts';
import { openTrackerHost, type TrackerHost } from '../../src/engine/swap/tracker-host.ts';
import { createFaceMeter } from '../../src/engine/track/face-meter.ts';
import { createFaceFinder } from '../../src/engine/track/face-finder.ts';
import { psnr } from './io/pictures.ts';
import { openBuiltModels } from './support/models.ts';
import { moveStill, pasteFrame } from './support/moving-still.ts';
import { frankStill, monaLisa, readStill as readFrame } from './support/stills.ts';

// Networks take seconds on a machine that is busy with other tests.
vi.setConfig({ testTimeout: 60_000 });

const FRAME_US = 40_000;
const size = { width: 480, height: 272 };

let folder: string;
let models: ModelFolder;
let source: FaceSource;
let still: I420Frame;
/** One thread for the videos whose test is not about threads: each takes a quarter of a second of a core to open. */
let warm: TrackerHost;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guise-swap-'));
  models = await openBuiltModels();
  const opened = await openTrackerModels(models);
  const photo = await readStill(monaLisa);
  const [face] = createFaceFinder(opened).find(toI420(photo));
  source = prepareSource(photo, face!, opened.canonicalFace);
  opened.close();
  still = await readFrame(frankStill('02159'));
  warm = await openTrackerHost({ modelFolder: models.path, hasLookahead: true });
}, 120_000);

afterAll(async () => {
  await warm.close();
  await rm(folder, { recursive: true, force: true });
});

describe('swapping the faces of a video', () => {
  it('changes only frames with a face, reports them, and keeps their times', async () => {
    // Six frames of ground, twelve with a face, six of ground.
    const clip = await writeClip('some.mp4', [
      ...Array.from({ length: 6 }, drawGround),
      ...Array.from({ length: 12 }, (_, index) => faceAt(240 + index)),
      ...Array.from({ length: 6 }, drawGround),
    ]);
    const result = join(folder, 'some-swapped.mp4');
    const shares: number[] = [];
    const facts = await swapVideo({
      inputPath: clip,
      outputPath: result,
      swappers: [createFaceSwapper(source)],
      models,
      tracker: warm,
      quality: { crf: 4 },
      onProgress: ({ fraction }) => shares.push(fraction),
    });
    expect(facts.frames).toEqual({ total: 24, tracked: 12, swapped: 12 });
    expect(facts.untouched).toEqual([
      { startUs: 0, endUs: 6 * FRAME_US, reason: 'no_face' },
      { startUs: 18 * FRAME_US, endUs: 24 * FRAME_US, reason: 'no_face' },
    ]);
    expect(facts).toMatchObject({ size, sound: 'none' });
    expect(shares.at(-1)).toBe(1);
    const before = await readAll(clip);
    const after = await readAll(result);
    expect(after.map(({ timestampUs }) => timestampUs)).toEqual(
      before.map(({ timestampUs }) => timestampUs),
    );
    for (const [index, { planes }] of after.entries()) {
      const likeness = psnr(planes, before[index]!.planes);
      if (index < 6 || index >= 18) {
        expect(likeness).toBeGreaterThan(45);
      } else {
        expect(likeness).toBeLessThan(35);
      }
    }
  });

  it('gives the same bytes for the same video, also with a thread that was used and left before', async () => {
    const clip = await writeClip(
      'same.mp4',
      Array.from({ length: 20 }, (_, index) => faceAt(200 + index * 4)),
    );
    const tracker = await openTrackerHost({ modelFolder: models.path, hasLookahead: true });
    const swap = async (name: string, given: Partial<VideoSwap>): Promise<string> => {
      const outputPath = join(folder, name);
      const swappers = [createFaceSwapper(source)];
      await swapVideo({ inputPath: clip, outputPath, swappers, models, ...given });
      const bytes = await readFile(outputPath);
      return createHash('sha256').update(bytes).digest('hex');
    };
    const alone = await swap('same-1.mp4', {});
    const stop = new AbortController();
    const observer = {
      before: () => undefined,
      after: () => stop.abort(new Error('enough')) ?? undefined,
    };
    const left = swap('same-2.mp4', { tracker, observer, signal: stop.signal });
    await expect(left).rejects.toThrow('enough');
    expect(await swap('same-3.mp4', { tracker }), 'after one that was left').toBe(alone);
    expect(await swap('same-4.mp4', { tracker }), 'once more').toBe(alone);
    expect(tracker.hasEnded()).toBe(false);
    await tracker.close();
    expect(tracker.hasEnded()).toBe(true);
  });

  it('renders the same in segments as in one run, without a jump at their borders', async () => {
    // Segments last seconds: a lower frame rate renders them sooner.
    const framesPerSecond = 10;
    const frameUs = 1e6 / framesPerSecond;
    const steps = Array.from({ length: 50 }, (_, index) => faceAt(215 + 25 * Math.sin(index / 4)));
    const clip = await writeClip('long.mp4', steps, framesPerSecond);
    const whole = join(folder, 'long-whole.mp4');
    await swapVideo({
      inputPath: clip,
      outputPath: whole,
      swappers: [createFaceSwapper(source)],
      models,
      tracker: warm,
    });
    const segments = await cutClip(clip, { segmentUs: 2_000_000 });
    expect(segments.map(({ startUs }) => startUs)).toEqual([0, 2_000_000, 4_000_000]);
    const opened = await openTrackerModels(models);
    const meter = createFaceMeter(opened);
    const parts: VideoPart[] = [];
    let known: HeldFace | null = null;
    for (const segment of segments) {
      const path = join(folder, `long-${segment.startUs}.mp4`);
      const { startUs: fromUs, endUs: toUs } = segment;
      const part = { fromUs, toUs, learnt: known?.learnt ?? null };
      const facts = await swapVideo({
        inputPath: clip,
        outputPath: path,
        swappers: [createPartSwapper(createFaceSwapper(source, part), meter, known)],
        models,
        tracker: warm,
        segment: { ...segment, processors: availableParallelism() },
      });
      expect(facts.frames.total).toBe(segment.endUs === null ? 10 : 20);
      // The first decides for all others, which could be rendered in any order.
      known ??= facts.known;
      expect(known).not.toBeNull();
      parts.push({ path, startUs: segment.startUs });
    }
    opened.close();
    const joined = join(folder, 'long-joined.mp4');
    await joinVideos(joined, { parts });
    const [expected, shown] = await Promise.all([readAll(whole), readAll(joined)]);
    const likeness = shown.map(({ planes }, index) => psnr(planes, expected[index]!.planes));
    expect(Math.min(...likeness)).toBeGreaterThan(40);
    expect(likeness.reduce((sum, value) => sum + Math.min(value, 60), 0) / 50).toBeGreaterThan(45);
    for (const { startUs } of segments.slice(1)) {
      const at = startUs / frameUs;
      const change = (frames: typeof shown): number =>
        -psnr(frames[at]!.planes, frames[at - 1]!.planes);
      // A segment begins with a frame that is coded for itself.
      expect(change(shown)).toBeLessThan(change(expected) + 2);
    }
  });

  it('refuses a segment in which no picture can be decoded, and leaves no file', async () => {
    const clip = await writeClip('short.mp4', Array.from({ length: 5 }, drawGround));
    const outputPath = join(folder, 'short-swapped.mp4');
    const segment = { startUs: 5 * FRAME_US - 1000, endUs: null, processors: 1 };
    await expect(
      swapVideo({
        inputPath: clip,
        outputPath,
        swappers: [createFaceSwapper(source)],
        models,
        tracker: warm,
        segment,
      }),
    ).rejects.toMatchObject({ code: 'unsupported_format' });
    await expect(stat(outputPath)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('swaps only the main person when asked to', async () => {
    const clip = await writeClip(
      'two.mp4',
      Array.from({ length: 8 }, () => {
        const frame = createI420Frame(720, 272);
        const large = moveStill(still, { width: 400, height: 272 }, createMotion(200, 0.62));
        const small = moveStill(still, { width: 320, height: 272 }, createMotion(160, 0.4));
        pasteFrame(frame, large, 320, 0);
        pasteFrame(frame, small, 0, 0);
        return frame;
      }),
    );
    const result = join(folder, 'two-swapped.mp4');
    const facts = await swapVideo({
      inputPath: clip,
      outputPath: result,
      swappers: [createFaceSwapper(source)],
      models,
      tracker: warm,
      people: 'main',
      quality: { crf: 4 },
    });
    expect(facts.frames.swapped).toBe(8);
    const [before, after] = [(await readAll(clip))[5]!.planes, (await readAll(result))[5]!.planes];
    expect(psnr(cut(after, 0, 320), cut(before, 0, 320))).toBeGreaterThan(45);
    expect(psnr(cut(after, 320, 400), cut(before, 320, 400))).toBeLessThan(35);
  });

  it('refuses a video without a face and leaves no file', async () => {
    const clip = await writeClip('empty.mp4', Array.from({ length: 10 }, drawGround));
    const outputPath = join(folder, 'empty-swapped.mp4');
    await expect(
      swapVideo({
        inputPath: clip,
        outputPath,
        swappers: [createFaceSwapper(source)],
        models,
        tracker: warm,
      }),
    ).rejects.toMatchObject({
      code: 'face_not_detected',
      message: 'No face was found in any of the 10 frames of the video.',
      details: { input: 'video', frames: 10 },
    });
    await expectNothing('empty-swapped');
  });

  it('stops when it is aborted, at any stage, without a file and without a thread', async () => {
    const clip = await writeClip(
      'long.mp4',
      Array.from({ length: 60 }, (_, index) => faceAt(200 + index)),
    );
    let running = 0;
    const count = (worker: Worker): void => {
      if (worker.threadName === 'encoder') {
        return; // It waits for the next video for a while.
      }
      running += 1;
      worker.once('exit', () => {
        running -= 1;
      });
    };
    process.on('worker', count);
    let started = 0;
    for (const stopAt of [0, 1, 20]) {
      const stop = new AbortController();
      let seen = 0;
      const outputPath = join(folder, 'long-swapped.mp4');
      const swapping = swapVideo({
        inputPath: clip,
        outputPath,
        swappers: [createFaceSwapper(source)],
        models,
        signal: stop.signal,
        observer: {
          before: () => undefined,
          after() {
            seen += 1;
            if (seen === stopAt) {
              stop.abort(new Error('enough'));
            }
            return undefined;
          },
        },
      });
      if (stopAt === 0) {
        stop.abort(new Error('enough'));
      }
      await nextTurn();
      started += running;
      await expect(swapping).rejects.toThrow('enough');
      expect(seen).toBe(stopAt);
      expect(running).toBe(0);
      await expectNothing('long-swapped');
    }
    process.off('worker', count);
    expect(started).toBe(3);
  });

  it('fails with a typed error when the models cannot be loaded', async () => {
    const clip = await writeClip('models.mp4', [faceAt(240)]);
    const outputPath = join(folder, 'models-swapped.mp4');
    const missing = { ...models, path: join(folder, 'nowhere') };
    await expect(
      swapVideo({
        inputPath: clip,
        outputPath,
        swappers: [createFaceSwapper(source)],
        models: missing,
      }),
    ).rejects.toMatchObject({ code: 'processing_failed' });
    await expectNothing('models-swapped');
  });
});

describe('the tracker on a thread', () => {
  it('analyses single pictures between the frames, with the results of networks on this thread', async () => {
    const tracker = await openTrackerHost({ modelFolder: models.path, hasLookahead: true });
    const opened = await openTrackerModels(models);
    const meter = createFaceMeter(opened);
    const frame = faceAt(240);
    const waiting = tracker.track(toShared(frame), 0);
    const [face] = await tracker.meter.find(frame);
    const [same] = await meter.find(frame);
    expect(face!.landmarks).toEqual(same!.landmarks);
    expect(face!.pose).toEqual(same!.pose);
    const embedding = await tracker.meter.embed(frame, face!.landmarks);
    expect(embedding).toEqual(await meter.embed(frame, face!.landmarks));
    const region = { centreX: 240, centreY: 136, width: 200, height: 200, rotation: 0 };
    expect(await tracker.meter.locate(frame, region)).toEqual(await meter.locate(frame, region));
    tracker.flush();
    expect(await waiting).toHaveLength(1);
    await tracker.close();
    await expect(tracker.meter.find(frame)).rejects.toMatchObject({ code: 'cancelled' });
    opened.close();
  });

  it('refuses waiting work when its thread ends', async () => {
    const tracker = await openTrackerHost({ modelFolder: models.path });
    const frame = toShared(faceAt(240));
    const [face] = await tracker.track(frame, 0);
    expect(face).toMatchObject({ id: 1, isNew: true });
    expect(face!.box.left + face!.box.width / 2).toBeCloseTo(240, -2);
    const waiting = tracker.track(frame, FRAME_US);
    const closing = tracker.close();
    await expect(waiting).rejects.toMatchObject({ code: 'cancelled' });
    await closing;
    await expect(tracker.track(frame, 2 * FRAME_US)).rejects.toMatchObject({ code: 'cancelled' });
  });
});

function drawGround(): I420Frame {
  const frame = createI420Frame(size.width, size.height);
  frame.y.fill(110);
  return frame;
}

function createMotion(x: number, scale: number): Parameters<typeof moveStill>[2] {
  return { x, y: size.height / 2, scale, turn: 0 };
}

function faceAt(x: number): I420Frame {
  return moveStill(still, size, createMotion(x, 0.48));
}

function toShared(frame: I420Frame): I420Frame {
  const memory = new SharedArrayBuffer(sizeOfI420(frame.width, frame.height));
  const shared = createI420View(memory, frame, frame.colour);
  shared.y.set(frame.y);
  shared.u.set(frame.u);
  shared.v.set(frame.v);
  return shared;
}

async function writeClip(
  name: string,
  frames: readonly I420Frame[],
  framesPerSecond = 25,
): Promise<string> {
  const path = join(folder, name);
  const { width, height } = frames[0]!;
  const writer = await openVideoWriter(path, {
    size: { width, height },
    colour: { matrix: 'bt601', isFullRange: false },
    frameRate: { num: framesPerSecond, den: 1 },
    quality: { crf: 4 },
  });
  for (const [index, frame] of frames.entries()) {
    const durationUs = 1e6 / framesPerSecond;
    await writer.write(frame, { timestampUs: index * durationUs, durationUs });
  }
  await writer.finish();
  return path;
}

async function readAll(
  path: string,
): Promise<readonly { readonly planes: I420Frame; readonly timestampUs: number }[]> {
  const frames = [];
  for await (const { planes, timestampUs } of await openVideoReader(path)) {
    frames.push({ planes: cut(planes, 0, planes.width), timestampUs });
  }
  return frames;
}

/** Some columns of a frame, in their own memory. */
function cut(frame: I420Frame, left: number, width: number): I420Frame {
  const part = createI420Frame(width, frame.height, frame.colour);
  pasteFrame(part, frame, -left, 0);
  return part;
}

async function expectNothing(name: string): Promise<void> {
  const files = await readdir(folder);
  expect(files.filter((file) => file.startsWith(name))).toEqual([]);
}
