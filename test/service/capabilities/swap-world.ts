import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { createApiClient, type ApiClient } from '../../../src/client/client.ts';
import { download } from '../../../src/client/download.ts';
import { waitForJob } from '../../../src/client/wait.ts';
import type { ReceivedJob } from '../../../src/contract/api/resources/job.ts';
import { defaultPolicy } from '../../../src/service/start/policy.ts';
import type { JobDetails } from '../../../src/contract/job-details.ts';
import { openWorld, type Customer, type World } from '../../contract/support/world.ts';
import { openBuiltModels } from '../../media/support/models.ts';

/** A service that really swaps, and a customer of it. */
export interface SwapWorld extends World {
  readonly client: ApiClient;
  readonly customer: Customer;
  /** Uploads a file of the disk; answers its key. */
  upload(path: string): Promise<string>;
  /** Waits until a job has ended. */
  ended(jobId: string): Promise<ReceivedJob>;
  details(jobId: string): Promise<JobDetails>;
  /** Fetches the result of a job to a file. */
  fetchResult(job: ReceivedJob, name: string): Promise<string>;
  /** Lists the contents of the service's folders for temporary files. */
  listTemporary(): Promise<string[]>;
}

/** Opens a service on a separate folder with the product's processors; every call has a price. */
export async function openSwapWorld({
  slots = 1,
  segmentMs = defaultPolicy.segmentMs,
} = {}): Promise<SwapWorld> {
  await openBuiltModels();
  const world = await openWorld({
    slots,
    policy: { retryDelayMs: 50, segmentMs },
    // Tests poll often, so as not to wait.
    requestsPerMinute: () => 100_000,
  });
  const customer = await world.newAccount({ balanceUsd: 1000 });
  const { service, folder } = world;
  const options = { baseUrl: service.baseUrl, apiKey: customer.secret };
  const client = createApiClient(options);
  const results = join(folder, 'results');
  await mkdir(results);
  return {
    ...world,
    client,
    customer,
    upload: async (path) => (await client.uploadFile({ file: { path } })).file_key,
    ended: (jobId) => waitForJob(client, jobId, { firstIntervalMs: 30, maxIntervalMs: 100 }),
    details: (jobId) => service.core.readJobDetails(customer.accountId, jobId),
    fetchResult: async ({ output_url: url }, name) => {
      const toPath = join(results, name);
      await download({ url: url ?? '', toPath });
      return toPath;
    },
    listTemporary: async () => {
      const found = await Promise.all(
        ['work', 'incoming'].map(async (name) => {
          const entries = await readdir(join(folder, name), {
            recursive: true,
            withFileTypes: true,
          });
          return entries.flatMap((entry) => (entry.isDirectory() ? [] : join(name, entry.name)));
        }),
      );
      return found.flat();
    },
  };
}

/** Waits until a job renders and has some of it done. */
export async function untilRendering(world: SwapWorld, jobId: string): Promise<void> {
  for (;;) {
    const { status, error } = await world.client.readJob({ params: { job_id: jobId } });
    expect(error).toBeNull();
    expect(['queued', 'processing']).toContain(status);
    const { progress } = await world.details(jobId);
    if (progress?.phase === 'rendering' && progress.fraction > 0.04) {
      return;
    }
    // More frequent polling would use much of the processor that renders.
    await sleep(20);
  }
}

/** Runs a job twice, the second time with its worker killed half-way; both results must be equal. */
export async function runCalmAndKilled(
  world: SwapWorld,
  submit: () => Promise<{ readonly id: string }>,
): Promise<{ readonly calm: ReceivedJob; readonly killed: ReceivedJob }> {
  const calm = await world.ended((await submit()).id);
  const { id } = await submit();
  await untilRendering(world, id);
  const [pid] = await listWorkers();
  process.kill(pid!, 'SIGKILL');
  const killed = await world.ended(id);
  expect([calm.status, killed.status]).toEqual(['succeeded', 'succeeded']);
  const { attempt } = await world.service.core.context.store.db
    .selectFrom('jobs')
    .select('attempt')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(attempt).toBe(2);
  expect(await listWorkers()).not.toContain(pid);
  const [left, right] = await Promise.all([
    readFile(await world.fetchResult(calm, 'calm.mp4')),
    readFile(await world.fetchResult(killed, 'killed.mp4')),
  ]);
  expect(left.equals(right)).toBe(true);
  return { calm, killed };
}

/** Ids of the worker processes that this process has started (Linux). */
export async function listWorkers(): Promise<number[]> {
  const pids: number[] = [];
  for (const task of await readdir('/proc/self/task')) {
    const children = await readFile(`/proc/self/task/${task}/children`, 'utf8').catch(() => '');
    for (const child of children.split(' ').filter((text) => text !== '')) {
      const command = await readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '');
      if (command.includes('worker-entry')) {
        pids.push(Number(child));
      }
    }
  }
  return pids;
}
