import { readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { createArmMover } from '../../src/engine/body/live/arms-host.ts';
import { openLiveSwap } from '../../src/engine/live/open-live-swap.ts';
import type { LiveFrameState, LiveSwap } from '../../src/engine/live/live-swap.ts';
import type { ModelFolder } from '../../src/engine/models/model-folder.ts';
import type { I420Frame } from '../../src/engine/pixels/frame.ts';
import { openBuiltModels } from '../media/support/models.ts';
import { audrey, frankStill, readStill } from '../media/support/stills.ts';
import { copyFrame } from '../media/support/tracked-clip.ts';
import { atLeast, atMost, type Bar, type Metric, type Measurement, toMetric } from './harness.ts';
import { type ArmMaterial, drawArmMaterial } from './arm-material.ts';
import { makeFrames, measureStages } from './live-stages.ts';
import { percentile } from './statistics.ts';

const FRAME_US = 33_333;
const WARM_UP = 20;
const ROUNDS = 90;
/** Minimum frame rate for arm motion; see `armLimit`. */
const MIN_ARMS_FPS = 24;
const sizes = [
  { name: '480p', width: 640, height: 480, limitMs: 12 },
  { name: '720p', width: 1280, height: 720, limitMs: 22 },
];
/** Measured modes with their prompts. */
const modes = [
  { name: 'face', prompt: 'only the face', mode: 'face' },
  {
    name: 'face, blurred background',
    prompt: 'only the face, blur the background',
    mode: 'face',
  },
  { name: 'head', prompt: 'whole head', mode: 'head' },
  { name: 'body', prompt: 'full body', mode: 'body' },
];

/**
 * Measures a frame of a live swap. Processor time is that of the whole process, with tracking, so that other load does
 * not count; stages and frames per second are wall time.
 */
export const measurement: Measurement = {
  title: 'Live rendering',
  needsApp: false,
  run: async ({ note }) => {
    const models = await openBuiltModels();
    note('drawing a figure with arms');
    const armMaterial = [];
    for (const size of sizes) {
      armMaterial.push(await drawArmMaterial(models, size));
    }
    const still = await readStill(frankStill('02159'));
    const image = await readFile(audrey);
    const metrics: Metric[] = [];
    for (const size of sizes) {
      note(`${size.name}, stages`);
      metrics.push(...(await measureStages(models, { image, still, size })));
    }
    for (const size of sizes) {
      const live = await openLiveSwap({ models, cover: 'blur' });
      try {
        const frames = makeFrames(still, size);
        note(`${size.name}, first frame`);
        metrics.push(await measureFirst(live, { frames, image, name: size.name }));
        for (const { name, prompt, mode } of modes) {
          note(`${size.name}, ${name}`);
          live.setPrompt(prompt);
          await renderUntil(live, frames, mode);
          const bar = name === 'face' ? atMost(size.limitMs) : undefined;
          metrics.push(
            ...(await measureMode(live, frames, { name: `${size.name}, ${name}`, bar })),
          );
        }
      } finally {
        await live.close();
      }
    }
    for (const [index, size] of sizes.entries()) {
      note(`${size.name}, arms`);
      metrics.push(...(await measureArms(models, size.name, armMaterial[index]!)));
    }
    return metrics;
  },
};

/** Measures a full-body character with still and with moving arms. */
async function measureArms(
  models: ModelFolder,
  name: string,
  { image, frames }: ArmMaterial,
): Promise<Metric[]> {
  const arms = createArmMover({ modelFolder: models.path });
  const live = await openLiveSwap({ models, cover: 'blur', arms });
  try {
    live.setArms(false);
    await live.setCharacter(image, 'full body');
    const still = await measureMode(live, frames, {
      name: `${name}, figure, arms still`,
      bar: undefined,
    });
    live.setArms(true);
    while (!(await live.render(copyFrame(frames[0]!), toNextUs())).movesArms) {
      await setImmediate();
    }
    const moving = await measureMode(live, frames, {
      name: `${name}, figure, arms moving`,
      bar: undefined,
      minFps: MIN_ARMS_FPS,
    });
    return [...still, ...moving];
  } finally {
    await live.close();
    await arms.close();
  }
}

let nowUs = 0;

function toNextUs(): number {
  nowUs += FRAME_US;
  return nowUs;
}

async function measureFirst(
  live: LiveSwap,
  {
    frames,
    image,
    name,
  }: { readonly frames: readonly I420Frame[]; readonly image: Uint8Array; readonly name: string },
): Promise<Metric> {
  live.setPrompt('only the face');
  await live.render(copyFrame(frames[0]!), toNextUs());
  const startedAtMs = performance.now();
  await live.setCharacter(image);
  await renderUntil(live, frames, 'face');
  return toMetric({
    name: `${name}, character to first swapped frame`,
    value: performance.now() - startedAtMs,
    unit: 'ms',
    bar: atMost(1000),
  });
}

async function renderUntil(
  live: LiveSwap,
  frames: readonly I420Frame[],
  mode: string,
): Promise<void> {
  for (let index = 0; ; index += 1) {
    const state = await live.render(copyFrame(frames[index % frames.length]!), toNextUs());
    if (state.shown === 'swapped' && state.mode === mode) {
      return;
    }
  }
}

async function measureMode(
  live: LiveSwap,
  frames: readonly I420Frame[],
  {
    name,
    bar,
    minFps,
  }: { readonly name: string; readonly bar: Bar | undefined; readonly minFps?: number },
): Promise<Metric[]> {
  const states: LiveFrameState[] = [];
  const passedMs: number[] = [];
  let spentMs = 0;
  for (let index = 0; index < WARM_UP + ROUNDS; index += 1) {
    const frame = copyFrame(frames[index % frames.length]!);
    const cpu = process.cpuUsage();
    const startedAtMs = performance.now();
    const state = await live.render(frame, toNextUs());
    if (index >= WARM_UP) {
      const { user, system } = process.cpuUsage(cpu);
      spentMs += (user + system) / 1000;
      passedMs.push(performance.now() - startedAtMs);
      states.push(state);
    }
  }
  const stage = (label: string, values: readonly number[]): Metric[] => [
    toMetric({ name: `${name}, ${label}, p50`, value: percentile(values, 0.5), unit: 'ms' }),
    toMetric({ name: `${name}, ${label}, p95`, value: percentile(values, 0.95), unit: 'ms' }),
  ];
  const total = passedMs.reduce((sum, ms) => sum + ms, 0);
  return [
    toMetric({ name: `${name}, processor time a frame`, value: spentMs / ROUNDS, unit: 'ms', bar }),
    ...stage(
      'tracking',
      states.map(({ trackMs }) => trackMs),
    ),
    ...stage(
      'drawing',
      states.map(({ renderMs }) => renderMs),
    ),
    ...stage('all', passedMs),
    toMetric({
      name: `${name}, frames a second`,
      value: (1000 * ROUNDS) / total,
      unit: '1/s',
      ...(minFps === undefined ? {} : { bar: atLeast(minFps) }),
    }),
  ];
}
