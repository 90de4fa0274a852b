import { readFile } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LiveFrameState, LiveSwap } from '../../src/engine/live/live-swap.ts';
import {
  type CharacterCache,
  openCharacterCache,
} from '../../src/engine/live/character/character-cache.ts';
import { openLiveSwap } from '../../src/engine/live/open-live-swap.ts';
import { warmUpRenderer } from '../../src/engine/live/warm-up-renderer.ts';
import type { ModelFolder } from '../../src/engine/models/model-folder.ts';
import {
  openTrackerModels,
  type OpenedTrackerModels,
} from '../../src/engine/models/tracker-models.ts';
import type { I420Frame } from '../../src/engine/pixels/frame.ts';
import {
  createFaceEmbedder,
  embedFace,
  cosineSimilarity,
} from '../../src/engine/track/face-embedder.ts';
import { createFaceFinder } from '../../src/engine/track/face-finder.ts';
import { openBuiltModels } from './support/models.ts';
import { moveStill } from './support/moving-still.ts';
import { readOnce } from './support/read-once.ts';
import { audrey, frankStill, monaLisa, readStill } from './support/stills.ts';
import { copyFrame } from './support/tracked-clip.ts';

// Networks take seconds on a machine that is busy with other tests.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

const FRAME_US = 33_333;
const size = { width: 480, height: 360 };

let folder: ModelFolder;
let models: OpenedTrackerModels;
let still: I420Frame;
/** For all swaps of this file. */
let characters: CharacterCache;
/** Opened once; tests that need another swap open it in addition. */
let shared: LiveSwap;
let live: LiveSwap;
let nowUs = 0;

beforeAll(async () => {
  folder = await openBuiltModels();
  models = await openTrackerModels(folder);
  still = await readStill(frankStill('02159'));
  characters = readOnce(await openCharacterCache({ modelFolder: folder.path }));
  await open();
  shared = live;
});

afterAll(async () => {
  await shared.close();
  await characters.close();
  models.close();
});

beforeEach(() => {
  live = shared;
  live.setPrompt('');
});

afterEach(async () => {
  if (live !== shared) {
    await live.close();
  }
});

describe('a live swap', () => {
  it('covers until it has a character, then shows it', async () => {
    expect(await render()).toMatchObject({ shown: 'covered', reason: 'no_character' });
    expect(await live.setCharacter(await readFile(audrey))).toEqual([]);
    const states = await renderMany(3);
    expect(states.at(-1)).toMatchObject({
      shown: 'swapped',
      reason: null,
      isTracked: true,
      faces: 1,
      mode: 'head',
      failure: null,
    });
    const frame = await renderFrame();
    expect(likeness(frame, await createFace(audrey))).toBeGreaterThan(0.6);
  });

  it('keeps its character when a picture cannot be used', async () => {
    await live.setCharacter(await readFile(audrey));
    await renderMany(2);
    const grey = sharp({ create: { width: 300, height: 300, channels: 3, background: '#999' } });
    await expect(live.setCharacter(await grey.png().toBuffer())).rejects.toMatchObject({
      code: 'face_not_detected',
    });
    await expect(live.setCharacter(Buffer.from('GIF89a'))).rejects.toMatchObject({
      code: 'unsupported_format',
    });
    expect(await render()).toMatchObject({ shown: 'swapped' });
  });

  it('shows the later of two characters', async () => {
    const image = await readFile(audrey);
    const earlier = live.setCharacter(image);
    const later = live.setCharacter(image);
    await expect(earlier).rejects.toMatchObject({ code: 'cancelled' });
    await expect(later).resolves.toEqual([]);
  });

  it('shows the camera only on request, and gives the cover precedence', async () => {
    await open({ isPassthrough: true });
    const raw = camera();
    const frame = copyFrame(raw);
    expect(await live.render(frame, next())).toMatchObject({ shown: 'passthrough', reason: null });
    expect(frame).toEqual(raw);
    live.setCovered(true);
    expect(await live.render(frame, next())).toMatchObject({ shown: 'covered', reason: 'asked' });
    expect(frame).not.toEqual(raw);
    live.setCovered(false);
    live.setPassthrough(false);
    expect(await render()).toMatchObject({ shown: 'covered', reason: 'no_character' });
  });

  it('draws the same card over every picture', async () => {
    await open({ cover: 'card' });
    const [first, second] = [camera(), camera(100)];
    await live.render(first, next());
    live.drawCover(second);
    expect(second.y).toEqual(first.y);
    expect(second.u).toEqual(first.u);
    // Dark, with the word in the middle.
    const mean = first.y.reduce((sum, luma) => sum + luma, 0) / first.y.length;
    expect(mean).toBeLessThan(60);
    expect(first.y.some((luma) => luma > 200)).toBe(true);
    live.setCover('blur');
    live.drawCover(second);
    expect(second.y).not.toEqual(first.y);
  });

  it('follows an instruction, and reports what it does not do', async () => {
    await live.setCharacter(await readFile(audrey));
    const warnings = live.setPrompt('white background, black and white, a purple hat');
    expect(warnings).toMatchObject([{ code: 'not_offered' }]);
    await renderMany(2);
    const frame = await renderFrame();
    expect(new Set(frame.u)).toEqual(new Set([128]));
    expect(frame.y[4 * frame.strideY + 4]).toBeGreaterThan(230);
  });

  it('shows as much of a character as its picture shows, unless an instruction says otherwise', async () => {
    const closeUp = sharp(audrey).extract({ left: 130, top: 160, width: 280, height: 300 });
    const pictures = [
      [await readFile(monaLisa), 'body'],
      [await readFile(audrey), 'head'],
      [await closeUp.png().toBuffer(), 'face'],
    ] as const;
    for (const [image, mode] of pictures) {
      await live.setCharacter(image);
      expect(live.mode).toBe(mode);
      expect((await renderMany(3)).at(-1)).toMatchObject({ shown: 'swapped', mode });
    }
    await live.setCharacter(await readFile(monaLisa));
    live.setPrompt('only the face');
    expect((await renderMany(3)).at(-1)).toMatchObject({ shown: 'swapped', mode: 'face' });
    live.setPrompt('as much as the picture shows');
    expect(live.mode).toBe('body');
  });

  it('shows only the face on a slow machine, and a body on request', async () => {
    await live.setCharacter(await readFile(monaLisa));
    live.setPrompt('full body');
    expect(live.reduce()).toBe(false);
    live.setPrompt('');
    expect(live.reduce()).toBe(true);
    expect((await renderMany(3)).at(-1)).toMatchObject({ shown: 'swapped', mode: 'face' });
    await live.setCharacter(await readFile(audrey));
    expect(live.mode).toBe('face');
    live.setPrompt('full body');
    expect(live.mode).toBe('body');
    live.forget();
  });

  it.each(['head', 'body'] as const)('shows the %s of a character', async (mode) => {
    await live.setCharacter(await readFile(audrey));
    expect(live.setPrompt(`whole ${mode}`)).toEqual([]);
    await renderUntil((state) => state.mode === mode && state.shown === 'swapped');
    const frame = await renderFrame();
    expect(likeness(frame, await createFace(audrey))).toBeGreaterThan(0.6);
    expect(likeness(frame, faceIn(still))).toBeLessThan(0.6);
  });

  it('reports why a picture of a face has no body, and shows the face', async () => {
    const closeUp = sharp(audrey).extract({ left: 130, top: 160, width: 280, height: 300 });
    await live.setCharacter(await closeUp.png().toBuffer());
    const warnings = live.setPrompt('full body');
    expect(warnings).toMatchObject([
      { code: 'not_offered', message: expect.stringContaining('The face alone is used.') },
    ]);
    await renderMany(3);
    expect(await render()).toMatchObject({ shown: 'swapped', mode: 'face' });
  });

  it('applies an instruction together with its character, and prepares only visible parts', async () => {
    let cutouts = 0;
    const counting = {
      ...characters,
      cutOut: (image: Uint8Array) => {
        cutouts += 1;
        return characters.cutOut(image);
      },
    };
    const own = await openLiveSwap({
      models: folder,
      cover: 'blur',
      characters: Promise.resolve(counting),
    });
    try {
      const whole = await readFile(monaLisa);
      expect(await own.setCharacter(whole, 'face only')).toEqual([]);
      expect([own.mode, cutouts]).toEqual(['face', 0]);
      await expect(own.setCharacter(Buffer.from('GIF89a'), 'full body')).rejects.toMatchObject({
        code: 'unsupported_format',
      });
      expect([own.mode, cutouts]).toEqual(['face', 0]);
      expect(await own.setCharacter(whole, 'full body')).toEqual([]);
      expect([own.mode, cutouts]).toEqual(['body', 1]);

      const closeUp = sharp(audrey).extract({ left: 130, top: 160, width: 280, height: 300 });
      const face = await closeUp.png().toBuffer();
      own.setPrompt('');
      const apart = [...(await own.setCharacter(face)), ...own.setPrompt('full body, hop')];
      own.setPrompt('');
      expect(await own.setCharacter(face, 'full body, hop')).toEqual(apart);
      expect(apart.map(({ code }) => code)).toEqual(['not_understood', 'not_offered']);
    } finally {
      await own.close();
    }
  });

  it('covers when its tracker dies, and recovers automatically', async () => {
    const workers: Worker[] = [];
    const note = (worker: Worker): number => workers.push(worker);
    process.on('worker', note);
    try {
      await open();
      await live.setCharacter(await readFile(audrey));
      expect((await renderMany(3)).at(-1)).toMatchObject({ shown: 'swapped' });
      await workers[0]?.terminate();
      const dead = await render();
      expect(dead).toMatchObject({ shown: 'held', reason: 'engine_failed' });
      expect(dead.failure?.code).toBe('processing_failed');
      nowUs += 400_000;
      expect(await render()).toMatchObject({ shown: 'covered', reason: 'engine_failed' });
      await renderUntil(({ shown }) => shown === 'swapped');
    } finally {
      process.off('worker', note);
    }
  });

  it('takes frames of another size', async () => {
    await live.setCharacter(await readFile(audrey));
    await renderMany(3);
    const small = moveStill(still, { width: 320, height: 240 }, createMotion(160, 125, 0.4));
    expect(await live.render(copyFrame(small), next())).toMatchObject({ shown: 'covered' });
    const states = [];
    for (let index = 0; index < 3; index += 1) {
      states.push(await live.render(copyFrame(small), next()));
    }
    expect(states.at(-1)).toMatchObject({ shown: 'swapped' });
  });

  it('says that frames are late, not that there is no face, when they come too far apart to follow it', async () => {
    await live.setCharacter(await readFile(audrey));
    await renderMany(3);
    const late: LiveFrameState[] = [];
    for (let index = 0; index < 4; index += 1) {
      nowUs += 1_500_000;
      late.push(await render());
    }
    expect(late.map(({ shown, reason, faces }) => [shown, reason, faces])).toEqual(
      late.map(() => ['covered', 'late', 1]),
    );
    expect((await renderMany(2)).at(-1)).toMatchObject({ shown: 'swapped', reason: null });
    const empty = camera();
    for (const plane of [empty.y, empty.u, empty.v]) {
      plane.fill(128);
    }
    nowUs += 1_500_000;
    expect(await live.render(empty, next())).toMatchObject({ shown: 'covered', reason: 'no_face' });
    expect((await renderMany(3)).at(-1)).toMatchObject({ shown: 'swapped' });
  });

  it('accepts frames while earlier ones are in progress, and returns them in order', async () => {
    await live.setCharacter(await readFile(audrey));
    const done: number[] = [];
    const frames = Array.from({ length: 8 }, async (_, index) => {
      const state = await live.render(camera(index), next());
      done.push(index);
      return state;
    });
    expect((await Promise.all(frames)).at(-1)).toMatchObject({ shown: 'swapped' });
    expect(done).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it('warms up with a picture, and keeps nothing of its person', async () => {
    await open();
    await warmUpRenderer(live, await readFile(monaLisa), () => true);
    expect(await render()).toMatchObject({ shown: 'covered', reason: 'no_character' });
    await live.setCharacter(await readFile(audrey));
    expect((await renderMany(3)).at(-1)).toMatchObject({ shown: 'swapped', isTracked: true });
    const frame = await renderFrame();
    expect(likeness(frame, await createFace(audrey))).toBeGreaterThan(0.6);
  });

  it('covers frames after it is closed', async () => {
    await open();
    await live.close();
    const raw = camera();
    const frame = copyFrame(raw);
    await expect(live.render(frame, next())).rejects.toMatchObject({ code: 'cancelled' });
    expect(frame.y).not.toEqual(raw.y);
  });
});

async function open(options: Partial<Parameters<typeof openLiveSwap>[0]> = {}): Promise<void> {
  live = await openLiveSwap({
    models: folder,
    cover: 'blur',
    characters: Promise.resolve(characters),
    ...options,
  });
}

function next(): number {
  nowUs += FRAME_US;
  return nowUs;
}

function createMotion(x: number, y: number, scale: number) {
  return { x, y, scale, turn: 0 };
}

function camera(shift = 0): I420Frame {
  return moveStill(still, size, createMotion(240 + shift, 190, 0.6));
}

function render(): Promise<LiveFrameState> {
  return live.render(camera(), next());
}

async function renderFrame(): Promise<I420Frame> {
  const frame = camera();
  await live.render(frame, next());
  return frame;
}

async function renderMany(count: number): Promise<readonly LiveFrameState[]> {
  const states: LiveFrameState[] = [];
  for (let index = 0; index < count; index += 1) {
    states.push(await render());
  }
  return states;
}

/** Renders until something is so; the limit of the test ends it. */
async function renderUntil(isSo: (state: LiveFrameState) => boolean): Promise<void> {
  while (!isSo(await render())) {
    // Cameras leave time between frames, which background loading needs.
    await nextTurn();
  }
}

function faceIn(frame: I420Frame): Float32Array {
  const [face] = createFaceFinder(models).find(frame);
  return embedFace(createFaceEmbedder(models.identity), frame, face!.landmarks);
}

async function createFace(path: string): Promise<Float32Array> {
  return faceIn(await readStill(path));
}

function likeness(frame: I420Frame, person: Float32Array): number {
  return cosineSimilarity(faceIn(frame), person);
}
