import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '../../src/base/errors.ts';
import { openSwapWorld, type SwapWorld } from '../service/capabilities/swap-world.ts';
import { atMost, type Metric, toMetric } from './harness.ts';

/** Files that both jobs are made of. */
export interface CancelledMedia {
  readonly portrait: string;
  readonly clip: string;
  readonly sound: string;
}

type Submit = () => Promise<{ readonly id: string }>;

/** Moments of a job at which it is cancelled. */
const MOMENTS = 8;
const LOOK_MS = 2;

/** Measures how long jobs of a service continue after they were cancelled: the worst of several moments in each. */
export async function measureCancel(media: CancelledMedia): Promise<Metric[]> {
  const world = await openSwapWorld();
  const { client } = world;
  try {
    const [image_key, video_key, audio_key] = await Promise.all(
      [media.portrait, media.clip, media.sound].map((path) => world.upload(path)),
    );
    const jobs: readonly (readonly [string, Submit])[] = [
      ['avatar', () => client.submitAvatar({ body: { image_key: image_key!, audio_key } })],
      [
        'lips',
        () => client.submitLipSync({ body: { video_key: video_key!, audio_key: audio_key! } }),
      ],
    ];
    const metrics: Metric[] = [];
    for (const [name, submit] of jobs) {
      metrics.push(
        toMetric({
          name: `${name}: goes on after a cancel, at most`,
          value: await findWorst(world, submit),
          unit: 'ms',
          bar: atMost(500),
        }),
      );
    }
    return metrics;
  } finally {
    await world.close();
  }
}

async function findWorst(world: SwapWorld, submit: Submit): Promise<number> {
  // The first job opens networks.
  await world.ended((await submit()).id);
  const startedAtMs = performance.now();
  await world.ended((await submit()).id);
  const wholeMs = performance.now() - startedAtMs;
  let worst = 0;
  for (let moment = 0; moment < MOMENTS; moment += 1) {
    const { id } = await submit();
    await untilProcessing(world, id);
    await wait((wholeMs * (moment + 0.5)) / MOMENTS);
    // The next job begins when the worker is free.
    const { id: nextId } = await submit();
    const cancelledAtMs = performance.now();
    const isCancelled = await cancel(world, id);
    await untilProcessing(world, nextId);
    worst = isCancelled ? Math.max(worst, performance.now() - cancelledAtMs) : worst;
    await cancel(world, nextId);
  }
  return worst;
}

/** Cancels a job; returns false when it had ended before. */
async function cancel({ client }: SwapWorld, job_id: string): Promise<boolean> {
  try {
    await client.cancelJob({ params: { job_id } });
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid_input') {
      return false;
    }
    throw error;
  }
}

async function untilProcessing({ client }: SwapWorld, job_id: string): Promise<void> {
  while ((await client.readJob({ params: { job_id } })).status === 'queued') {
    await wait(LOOK_MS);
  }
}
