import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { ReceivedJob } from '../../../src/contract/api/resources/job.ts';
import { jobReportSchema } from '../../../src/contract/job-details.ts';
import type { SegmentRow } from '../../../src/service/store/schema.ts';
import { listSegments } from '../../../src/service/store/statements/segment-statements.ts';
import { type KeptFrame, readAll } from '../../media/io/pictures.ts';
import { audit } from '../store/audit.ts';
import { listWorkers, openSwapWorld, type SwapWorld } from './swap-world.ts';

/** A job that is rendered by segments, and by whom. */
export interface SegmentedJob {
  readonly slots: number;
  readonly segmentMs: number;
  /** True when one of the workers dies while all of them render segments. */
  readonly isKilled?: boolean;
  readonly submit: (world: SwapWorld) => Promise<{ readonly id: string }>;
}

/** Result of a segmented job. */
export interface SegmentedResult {
  /** Most segments that were rendered at the same time; 0 where it had none. */
  readonly max: number;
  /** SHA-256 of the result. */
  readonly digest: string;
  readonly job: ReceivedJob;
  readonly report: ReturnType<typeof jobReportSchema.parse>;
  readonly frames: KeptFrame[];
}

/** Renders a job in a separate service, and checks that its ledger is correct and no segment remains. */
export async function renderSegmented({
  slots,
  segmentMs,
  isKilled = false,
  submit,
}: SegmentedJob): Promise<SegmentedResult> {
  const world = await openSwapWorld({ slots, segmentMs });
  try {
    const { id } = await submit(world);
    const max = await measureParallelSegments(world, id, { slots, isKilled });
    const job = await world.ended(id);
    expect(job.status).toBe('succeeded');
    const report = jobReportSchema.parse((await world.details(id)).report);
    const { store } = world.service.core.context;
    expect(await audit(store)).toEqual([]);
    expect(await listSegments(store.db, id)).toEqual([]);
    const path = await world.fetchResult(job, 'result.mp4');
    const digest = createHash('sha256')
      .update(await readFile(path))
      .digest('hex');
    return { max, digest, job, report, frames: await readAll(path) };
  } finally {
    await world.close();
  }
}

/** Kills a worker while segments are rendered; answers how many were at the same time. */
async function measureParallelSegments(
  world: SwapWorld,
  id: string,
  { slots, isKilled }: { readonly slots: number; readonly isKilled: boolean },
): Promise<number> {
  const { db } = world.service.core.context.store;
  let [max, isAlive, hasEnded] = [0, isKilled, false];
  while (!hasEnded) {
    const rows: readonly SegmentRow[] = await listSegments(db, id);
    const running = rows.filter(({ state }) => state === 'leased').length;
    max = Math.max(max, running);
    if (isAlive && running === slots) {
      isAlive = false;
      process.kill((await listWorkers())[0]!, 'SIGKILL');
    }
    const { status } = await world.client.readJob({ params: { job_id: id } });
    hasEnded = status !== 'queued' && status !== 'processing';
    // More frequent polling would use much of the processor that renders.
    await sleep(25);
  }
  expect(isAlive).toBe(false);
  return max;
}
