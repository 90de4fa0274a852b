/** The picture of a character speaks by itself: the rendering follows a voice, and shows nothing of the camera. */
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { toFrontalShape } from '../../src/engine/face/shape/face-shape.ts';
import type { LiveSwap } from '../../src/engine/live/live-swap.ts';
import { openLiveSwap } from '../../src/engine/live/open-live-swap.ts';
import {
  openTrackerModels,
  type OpenedTrackerModels,
} from '../../src/engine/models/tracker-models.ts';
import { createI420Frame, type I420Frame } from '../../src/engine/pixels/frame.ts';
import { measureMouth } from '../../src/engine/talk/mouth/measures.ts';
import { createFaceFinder, type FaceFinder } from '../../src/engine/track/face-finder.ts';
import { openBuiltModels } from './support/models.ts';
import { audrey } from './support/stills.ts';

// Networks take seconds on a machine that is busy with other tests.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const size = { width: 480, height: 270 };
/** A magenta that is stronger than any lips. */
const CAMERA = { y: 90, u: 200, v: 220 };
const RATE_HZ = 16_000;

let live: LiveSwap;
let models: OpenedTrackerModels;
let finder: FaceFinder;
let nowUs = 0;

beforeAll(async () => {
  const folder = await openBuiltModels();
  models = await openTrackerModels(folder);
  finder = createFaceFinder(models);
  live = await openLiveSwap({ models: folder, cover: 'card' });
  await live.setCharacter(await readFile(audrey), 'talk as a picture');
});
afterAll(async () => {
  await live.close();
  models.close();
});

function makeCamera(): I420Frame {
  const frame = createI420Frame(size.width, size.height, { matrix: 'bt601', isFullRange: false });
  frame.y.fill(CAMERA.y);
  frame.u.fill(CAMERA.u);
  frame.v.fill(CAMERA.v);
  return frame;
}

async function render() {
  nowUs += 33_333;
  const frame = makeCamera();
  return { frame, state: await live.render(frame, nowUs) };
}

/** Measures the lip gap in a frame. */
function measureGap(frame: I420Frame): number {
  const [face] = finder.find(frame);
  return measureMouth(toFrontalShape(face!, models.canonicalFace)).open;
}

/** A vowel or silence, and a frame for every piece of it, as they come from a room. */
async function speak(sound: (seconds: number) => number, pieces: number): Promise<I420Frame> {
  const count = RATE_HZ / 30;
  let last = makeCamera();
  for (let piece = 0; piece < pieces; piece += 1) {
    const samples = Float32Array.from({ length: count }, (_, at) =>
      sound((piece * count + at) / RATE_HZ),
    );
    live.pushVoice(samples);
    last = (await render()).frame;
  }
  return last;
}

/** Harmonics of a voice through the resonances of an open vowel. */
function vowel(seconds: number): number {
  let sum = 0;
  for (let harmonic = 1; harmonic <= 25; harmonic += 1) {
    const hz = 130 * harmonic;
    const gain = 1 / (1 + ((hz - 750) / 150) ** 2) + 0.7 / (1 + ((hz - 1250) / 150) ** 2);
    sum += gain * Math.sin(2 * Math.PI * hz * seconds);
  }
  return 0.15 * sum;
}

describe('a picture that speaks live', () => {
  it('covers until the character is ready, and then shows the picture and nothing of the camera', async () => {
    expect(live.mode).toBe('talk');
    const first = await render();
    expect(first.state.shown).toBe('covered');
    let shown = first;
    while (shown.state.shown !== 'swapped') {
      await sleep(50);
      shown = await render();
    }
    expect(shown.state).toMatchObject({ mode: 'talk', isTracked: true, failure: null });
    expect(shown.frame.v.filter((value) => value > 212)).toHaveLength(0);
    expect(finder.find(shown.frame)).toHaveLength(1);
  });

  it('opens its mouth for a vowel and closes it in silence', async () => {
    // The picture is still until its person was cut out; the breathing then shows.
    const still = (await render()).frame.y;
    while ((await render()).frame.y.every((value, at) => value === still[at])) {
      await sleep(50);
    }
    const opened = measureGap(await speak(vowel, 40));
    const closed = measureGap(await speak(() => 0, 40));
    expect(opened).toBeGreaterThan(0.1);
    expect(closed).toBeLessThan(0.05);
  });

  it('returns the camera to the other modes', async () => {
    live.setPrompt('only the face');
    const { state } = await render();
    expect(live.mode).toBe('face');
    expect(state).toMatchObject({ shown: 'covered', reason: 'no_face' });
  });
});
