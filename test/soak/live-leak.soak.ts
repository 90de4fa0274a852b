import { readFile } from 'node:fs/promises';
import { openLiveSwap } from '../../src/engine/live/open-live-swap.ts';
import { openTrackerModels } from '../../src/engine/models/tracker-models.ts';
import type { I420Frame } from '../../src/engine/pixels/frame.ts';
import { atLeast, atMost, type Measurement, toMetric } from '../bench/harness.ts';
import {
  castActor,
  createLeakMeter,
  createEmptyScene,
  paste,
  createStage,
  type Actor,
  type Scene,
} from '../media/support/live-scenes.ts';
import { openBuiltModels } from '../media/support/models.ts';
import { addNoise } from '../media/support/moving-still.ts';
import { audrey, frankStill, monaLisa, readStill } from '../media/support/stills.ts';
import { copyFrame } from '../media/support/tracked-clip.ts';
import { createRandom, drawSeed } from '../support/random.ts';

const frames = 3000;
const FRAME_US = 33_333;
const size = { width: 640, height: 320 };
/** Similarity of embeddings: two pictures of one person have 0.84 and more. */
const LEAKED = 0.7;

/** Renders more frames of forced losses than the test suite has time for: none may contain a real face. */
export const measurement: Measurement = {
  title: `${frames} frames of a live swap that loses its streamer`,
  needsApp: false,
  run: async ({ note }) => {
    const seed = drawSeed();
    console.error(`seed ${seed}`);
    const folder = await openBuiltModels();
    const models = await openTrackerModels(folder);
    const streamer = castActor(models, await readStill(frankStill('02159')));
    const bystander = castActor(models, await readStill(audrey));
    const leakOf = createLeakMeter(models);
    const live = await openLiveSwap({ models: folder, cover: 'blur' });
    const shown: Record<string, number> = { swapped: 0, held: 0, covered: 0 };
    let [worst, leaks] = [0, 0];
    try {
      await live.setCharacter(await readFile(monaLisa));
      const play = createPlay({ streamer, bystander }, seed);
      for (let index = 0; index < frames; index += 1) {
        const scene = play();
        const frame = copyFrame(scene.frame);
        const state = await live.render(frame, index * FRAME_US);
        shown[state.shown] = (shown[state.shown] ?? 0) + 1;
        const leak = Math.max(leakOf(frame, scene, streamer), leakOf(frame, scene, bystander));
        worst = Math.max(worst, leak);
        if (leak >= LEAKED) {
          leaks += 1;
          console.error(`frame ${index}, ${state.shown}: ${leak.toFixed(2)}`);
        }
        if (index % 250 === 0) {
          note(`frame ${index} of ${frames}`);
        }
      }
    } finally {
      await live.close();
      models.close();
    }
    return [
      toMetric({ name: 'frames with a real face', value: leaks, unit: '', bar: atMost(0) }),
      toMetric({ name: 'highest likeness to a real face', value: worst, unit: '' }),
      toMetric({
        name: 'swapped',
        value: shown['swapped'] ?? 0,
        unit: 'frames',
        bar: atLeast(900),
      }),
      toMetric({ name: 'held', value: shown['held'] ?? 0, unit: 'frames', bar: atLeast(1) }),
      toMetric({ name: 'covered', value: shown['covered'] ?? 0, unit: 'frames', bar: atLeast(1) }),
    ];
  },
};

/**
 * Scenes of a second each: calm, fast, out and in again, turned, dark and bright, and bystanders who enter from both
 * sides or are present at once, before a still background and a moving one.
 */
function createPlay(
  { streamer, bystander }: { readonly streamer: Actor; readonly bystander: Actor },
  seed: number,
): () => Scene {
  const random = createRandom(seed);
  let [left, length, act, scale, reach, speed] = [0, 0, 0, 0.5, 0, 1];
  let guest: Entrance = { way: 'right', scale: 0.36, step: 8, isGroundMoving: false };
  return () => {
    if (left === 0) {
      length = 20 + Math.floor(random() * 25);
      left = length;
      act = Math.floor(random() * 7);
      scale = 0.35 + random() * 0.2;
      reach = random() * 420;
      speed = 0.1 + random() * 0.9;
      guest = {
        way: ways[Math.floor(random() * ways.length)]!,
        scale: 0.25 + random() * 0.2,
        step: 3 + random() * 20,
        isGroundMoving: act === 6,
      };
    }
    left -= 1;
    const sway = Math.sin(left * speed);
    const x = 260 + (act === 1 ? 140 * sway : act === 2 ? reach * sway : left * 0.4);
    const turn = act === 3 ? sway * 0.9 : 0;
    const scene = createStage(streamer, size, { x, y: 170, scale, turn });
    addNoise(scene.frame, 4, 1 + Math.floor(random() * 1e6));
    if (act === 4 && left % 7 < 2) {
      return createEmptyScene(size.width, size.height, left % 2 === 0 ? 235 : 30);
    }
    return act < 5 ? scene : enter(scene, bystander, guest, length - left);
  };
}

const ways = ['left', 'right', 'at once'] as const;

/** Entrance of a bystander. */
interface Entrance {
  readonly way: (typeof ways)[number];
  readonly scale: number;
  /** Pixels a frame. */
  readonly step: number;
  readonly isGroundMoving: boolean;
}

function enter(scene: Scene, who: Actor, how: Entrance, index: number): Scene {
  if (how.isGroundMoving) {
    drawWaves(scene.frame, index);
  }
  const width = 200;
  const guest = createStage(
    who,
    { width, height: 320 },
    { x: width / 2, y: 180, scale: how.scale, turn: 0 },
  );
  const inside = Math.floor(Math.min(how.way === 'left' ? 130 : width, index * how.step)) & ~1;
  if (how.way === 'at once') {
    return index % 15 < 5 ? scene : paste(scene, guest, size.width - width, 0);
  }
  return paste(scene, guest, how.way === 'left' ? inside - width : size.width - inside, 0);
}

/** A curtain in the wind over all but the middle of the streamer. */
function drawWaves({ y, width, height }: I420Frame, index: number): void {
  for (let column = 0; column < width; column += 1) {
    const wave = Math.abs(column - 260) < 110 ? 0 : 30 * Math.sin((column + index * 11) / 14);
    for (let at = column; at < width * height; at += width) {
      y[at] = Math.max(0, Math.min(255, y[at]! + wave));
    }
  }
}
