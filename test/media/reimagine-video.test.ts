import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openVideoChangeModels } from '../../src/capabilities/kit/models.ts';
import { openVideoReader } from '../../src/engine/io/video/video-reader.ts';
import {
  changeVideo,
  type VideoChangeFacts,
} from '../../src/engine/reimagine/video/change-video.ts';
import { findScenes } from '../../src/engine/reimagine/video/find-scenes.ts';
import type {
  ChangedSegment,
  FrameMatting,
  VideoChangeModels,
} from '../../src/engine/reimagine/video/video-change.ts';
import { openTrackerHost, type TrackerHost } from '../../src/engine/swap/tracker-host.ts';
import { openVideoWriter } from '../../src/engine/io/video/video-writer.ts';
import type { I420Frame } from '../../src/engine/pixels/frame.ts';
import { createFaceEmbedder, EMBEDDING_SIZE } from '../../src/engine/track/face-embedder.ts';
import { createFaceFinder } from '../../src/engine/track/face-finder.ts';
import { openFaceModels, type OpenedFaceModels } from '../../src/engine/models/tracker-models.ts';
import type { ReimagineStep } from '../../src/instructions/step.ts';
import { makeClip } from './make-clip.ts';
import { openBuiltModels } from './support/models.ts';
import { countBoostedFaces } from './support/boosted-faces.ts';
import { talkingHead } from './support/decode-clip.ts';
import { audrey, monaLisa, readStill } from './support/stills.ts';

vi.setConfig({ testTimeout: 120_000 });

let folder: string;
let tracker: TrackerHost;
let models: VideoChangeModels & { readonly close: () => void };
let faces: OpenedFaceModels;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guise-reimagine-'));
  const built = await openBuiltModels();
  tracker = await openTrackerHost({ modelFolder: built.path, hasLookahead: true });
  models = await openVideoChangeModels(built);
  faces = await openFaceModels(built);
});

afterAll(async () => {
  await tracker.close();
  models.close();
  faces.close();
  await rm(folder, { recursive: true, force: true });
});

const warm: ReimagineStep = { kind: 'grade', grade: 'warmer', amount: 1 };
const hidden: ReimagineStep = { kind: 'anonymise', cover: 'cells' };

interface Change {
  readonly name: string;
  readonly steps: readonly ReimagineStep[];
  readonly inputPath?: string;
  readonly signal?: AbortSignal;
  readonly maxDurationUs?: number;
  readonly matting?: FrameMatting;
  readonly segment?: ChangedSegment;
}

function change({ name, ...rest }: Change): Promise<VideoChangeFacts> {
  return changeVideo({
    inputPath: talkingHead,
    outputPath: join(folder, name),
    models,
    tracker,
    maxDurationUs: 400_000,
    maxShortSide: 180,
    ...rest,
  });
}

/** Times of frames with the mean of their red beyond their blue. */
async function readClip(path: string): Promise<{ readonly times: number[]; readonly red: number }> {
  const times: number[] = [];
  let red = 0;
  for await (const { planes, timestampUs } of await openVideoReader(path, {
    maxDurationUs: 400_000,
  })) {
    times.push(timestampUs);
    const { v, u } = planes;
    red += v.reduce((sum, value, at) => sum + value - u[at]!, 0) / v.length;
  }
  return { times, red: red / times.length };
}

async function readSmall(path: string): Promise<I420Frame> {
  return readStill(sharp(path).resize(160, 120, { fit: 'cover' }));
}

async function writeClip(path: string, pictures: readonly I420Frame[]): Promise<void> {
  const [{ width, height, colour }] = pictures as [I420Frame];
  const writer = await openVideoWriter(path, {
    size: { width, height },
    colour: colour ?? { matrix: 'bt601', isFullRange: true },
    frameRate: { num: 25, den: 1 },
    quality: { crf: 8 },
  });
  for (const [index, planes] of pictures.entries()) {
    await writer.write(planes, { timestampUs: index * 40_000, durationUs: 40_000 });
  }
  await writer.finish();
}

async function readPictures(path: string): Promise<I420Frame[]> {
  const pictures: I420Frame[] = [];
  for await (const { planes } of await openVideoReader(path)) {
    pictures.push({ ...planes, y: planes.y.slice() });
  }
  return pictures;
}

describe('a video that is changed', () => {
  it('keeps its times, and is deterministic', async () => {
    const steps: ReimagineStep[] = [warm, { kind: 'background_blur', amount: 0.6 }];
    const facts = await change({ name: 'once.mp4', steps });
    const before = await readClip(talkingHead);
    const after = await readClip(join(folder, 'once.mp4'));
    expect(after.times).toEqual(before.times);
    expect(after.red).toBeGreaterThan(before.red + 5);
    expect(facts).toMatchObject({ frames: 10, changedFrames: 10, skipped: [] });
    expect(facts.size).toEqual({ width: 240, height: 180 });
    await change({ name: 'again.mp4', steps });
    const [once, again] = await Promise.all(
      ['once.mp4', 'again.mp4'].map((name) => readFile(join(folder, name))),
    );
    expect(again!.equals(once!)).toBe(true);
  });

  it('shows no recognisable face when people must be unrecognisable', async () => {
    // More frames than the tracker's look-ahead: it returns none before it has them.
    const maxDurationUs = 1_000_000;
    await change({ name: 'hidden.mp4', steps: [hidden], maxDurationUs });
    const finder = createFaceFinder(faces);
    const embedder = createFaceEmbedder(faces.identity);
    const shown = await openVideoReader(talkingHead, { maxDurationUs, maxShortSide: 180 });
    for await (const { planes, index } of await openVideoReader(join(folder, 'hidden.mp4'))) {
      const original = (await shown.next())!;
      // Checking costs more than covering: some frames stand for all.
      if (index % 5 === 0) {
        const before = original.planes;
        const [face] = finder.find(before);
        expect(finder.find(planes)).toEqual([]);
        expect([countBoostedFaces(before), countBoostedFaces(planes)]).toEqual([1, 0]);
        const [was, is] = [before, planes].map((frame) => {
          const embedding = new Float32Array(EMBEDDING_SIZE);
          embedder.embed(frame, face!.landmarks, embedding);
          return embedding;
        });
        expect(was!.reduce((sum, value, at) => sum + value * is![at]!, 0)).toBeLessThan(0.5);
      }
      shown.release(original);
    }
    await shown.close();
  });

  it('restarts at a cut: the next scene is rendered as if it were alone', async () => {
    const steps: ReimagineStep[] = [
      { kind: 'auto_levels', amount: 1 },
      { kind: 'style', style: 'cartoon' },
    ];
    const [first, second] = await Promise.all([audrey, monaLisa].map(readSmall));
    const ends: I420Frame[] = [];
    for (const [name, pictures] of [
      ['cut', [first!, first!, first!, first!, second!]],
      ['alone', [second!]],
    ] as const) {
      const inputPath = join(folder, `${name}-in.mp4`);
      await writeClip(inputPath, pictures);
      await change({ name: `${name}.mp4`, steps, inputPath });
      ends.push((await readPictures(join(folder, `${name}.mp4`))).at(-1)!);
    }
    const [cut, alone] = ends;
    const difference =
      cut!.y.reduce((sum, value, at) => sum + Math.abs(value - alone!.y[at]!), 0) / cut!.y.length;
    expect(difference).toBeLessThan(4);
  });

  it('lifts shadows by the light of the whole scene, in each of its segments, when it fades in', async () => {
    const frame = await readSmall(audrey);
    const dim = (part: number): I420Frame => ({ ...frame, y: frame.y.map((y) => y * part) });
    const steady = Array.from({ length: 9 }, () => dim(0.4));
    const faded = [dim(0), dim(0.1), dim(0.2), dim(0.3), ...steady.slice(4)];
    const steps: ReimagineStep[] = [{ kind: 'low_light', amount: 1 }];
    const lastLight = async (name: string, segment?: ChangedSegment): Promise<number> => {
      await change({
        name: `lifted-${name}`,
        inputPath: join(folder, name),
        steps,
        ...(segment && { segment }),
      });
      const { y } = (await readPictures(join(folder, `lifted-${name}`))).at(-1)!;
      return y.reduce((sum, value) => sum + value / y.length, 0);
    };
    await writeClip(join(folder, 'steady.mp4'), steady);
    await writeClip(join(folder, 'faded.mp4'), faded);
    const scenes = await findScenes({ inputPath: join(folder, 'faded.mp4') });
    const whole = await lastLight('faded.mp4');
    const segment = {
      startUs: 200_000,
      endUs: null,
      sceneUs: 0,
      scenes,
      processors: 1,
      kept: null,
    };
    expect(scenes).toHaveLength(1);
    expect(Math.abs(whole - (await lastLight('steady.mp4')))).toBeLessThan(2);
    expect(Math.abs(whole - (await lastLight('faded.mp4', segment)))).toBeLessThan(2);
  });

  it.each<readonly [string, readonly ((y: number) => number)[]]>([
    ['fades in from black', [0, 0.1, 0.3, 0.5, 0.7, 0.9].map((part) => (y) => y * part)],
    ['begins with a flash', [90, 60, 30].map((more) => (y) => Math.min(255, y * 0.9 + more))],
  ])(
    'measures the colours of a scene that %s at its usual light, in each segment',
    async (_, starts) => {
      const frame = await readSmall(audrey);
      const steady = Array.from({ length: 20 }, () => frame);
      const lit = starts.map((light) => ({ ...frame, y: frame.y.map(light) }));
      const steps: ReimagineStep[] = [
        { kind: 'auto_levels', amount: 1 },
        { kind: 'grade', grade: 'night', amount: 0.8 },
      ];
      const lastLight = async (name: string, segment?: ChangedSegment): Promise<number> => {
        const inputPath = join(folder, `${name}.mp4`);
        const all = { name: `levels-${name}.mp4`, inputPath, steps, maxDurationUs: 1_000_000 };
        await change({ ...all, ...(segment && { segment }) });
        const { y } = (await readPictures(join(folder, all.name))).at(-1)!;
        return y.reduce((sum, value) => sum + value / y.length, 0);
      };
      await writeClip(join(folder, 'calm.mp4'), steady);
      await writeClip(join(folder, 'lit.mp4'), [...lit, ...steady.slice(lit.length)]);
      const scenes = await findScenes({ inputPath: join(folder, 'lit.mp4') });
      expect(scenes).toHaveLength(1);
      const own = { startUs: 400_000, endUs: null, sceneUs: 0 };
      const segment = { ...own, scenes, processors: 1, kept: null };
      const calm = await lastLight('calm');
      expect(Math.abs((await lastLight('lit')) - calm)).toBeLessThan(1);
      expect(Math.abs((await lastLight('lit', segment)) - calm)).toBeLessThan(1);
    },
  );

  it('reports every cut to the people finder, before it detects people in the next scene', async () => {
    const [first, second] = await Promise.all([audrey, monaLisa].map(readSmall));
    const inputPath = join(folder, 'scenes.mp4');
    await writeClip(inputPath, [first!, first!, second!, second!]);
    const calls: string[] = [];
    await change({
      name: 'matted.mp4',
      steps: [{ kind: 'background_blur', amount: 0.6 }],
      inputPath,
      matting: {
        async matte({ width, height }) {
          calls.push('matte');
          return { width, height, values: new Float32Array(width * height).fill(1) };
        },
        forget() {
          calls.push('forget');
        },
      },
    });
    expect(calls).toEqual(['matte', 'matte', 'forget', 'matte', 'matte']);
  });

  it('keeps its sound, and is refused when no person is found to make unrecognisable', async () => {
    const empty = join(folder, 'empty.mp4');
    makeClip(empty, {
      video: { width: 160, height: 120, frames: 5 },
      audio: { seconds: 0.15 },
    });
    const heard = await change({ name: 'heard.mp4', steps: [warm], inputPath: empty });
    expect(heard.sound).not.toBe('none');
    const name = 'nobody.mp4';
    for (const steps of [[hidden, warm], [{ kind: 'smooth_skin', amount: 1 } as const]]) {
      await expect(change({ name, steps, inputPath: empty })).rejects.toMatchObject({
        code: 'face_not_detected',
      });
      expect(existsSync(join(folder, name))).toBe(false);
    }
  });

  it('is refused for a segment in which no picture can be decoded', async () => {
    const clip = join(folder, 'short.mp4');
    const frame = await readSmall(monaLisa);
    await writeClip(
      clip,
      Array.from({ length: 5 }, () => frame),
    );
    // The second one is followed by a frame, which its encoder would analyse.
    for (const span of [
      { startUs: 199_000, endUs: null },
      { startUs: 121_000, endUs: 159_000 },
    ]) {
      const segment = { ...span, sceneUs: 0, scenes: [], processors: 1, kept: null };
      await expect(
        change({ name: 'short-warm.mp4', inputPath: clip, steps: [warm], segment }),
      ).rejects.toMatchObject({ code: 'unsupported_format' });
      expect(existsSync(join(folder, 'short-warm.mp4'))).toBe(false);
    }
  });

  it('is refused for steps that are for pictures, and leaves nothing when it is stopped', async () => {
    await expect(
      change({ name: 'still.mp4', steps: [{ kind: 'background_transparent' }] }),
    ).rejects.toMatchObject({ code: 'invalid_input' });
    const stop = new AbortController();
    const stopped = change({ name: 'stopped.mp4', steps: [warm], signal: stop.signal });
    setTimeout(() => stop.abort(new Error('enough')), 30);
    await expect(stopped).rejects.toThrow('enough');
    expect(existsSync(join(folder, 'stopped.mp4'))).toBe(false);
  });
});
