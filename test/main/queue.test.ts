/** The queue of jobs over a real service, with a fault proxy: nothing is done twice, nothing is lost. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createApiClient } from '../../src/client/client.ts';
import { type Customer, openWorld, type World } from '../contract/support/world.ts';
import { makeClip } from '../media/make-clip.ts';
import { type FaultProxy, openFaultProxy, type PassedRequest } from '../support/fault-proxy.ts';
import { lengths } from './copying-processor.ts';
import { openQueueApp, type QueueApp } from './queue-app.ts';

const endless = { max_duration_sec: lengths.endless };

let world: World;
let media: string;
let files: { readonly clip: string; readonly face: string };
beforeAll(async () => {
  const registry = new URL('./copying-processor.ts', import.meta.url).href;
  world = await openWorld({ registry });
  media = await mkdtemp(join(tmpdir(), 'guise-queue-media-'));
  files = { clip: join(media, 'clip.mp4'), face: join(media, 'face.png') };
  makeClip(files.clip, { video: { frames: 10, width: 64, height: 48 } });
  const create = { width: 64, height: 64, channels: 3, background: '#888' } as const;
  await sharp({ create }).png().toFile(files.face);
}, 60_000);
afterAll(async () => {
  await world.close();
  await rm(media, { recursive: true });
});

let folder: string;
let customer: Customer;
let proxy: FaultProxy;
let apps: QueueApp[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guise-queue-'));
  customer = await world.newAccount({ tier: 'default', balanceUsd: 1 });
  proxy = await openFaultProxy(world.service.baseUrl);
  apps = [];
});
afterEach(async () => {
  const { jobs } = await service().listJobs();
  for (const { id, status } of jobs) {
    if (status === 'queued' || status === 'processing') {
      await service().cancelJob({ params: { job_id: id } });
    }
  }
  for (const app of apps) {
    app.jobs.stop();
  }
  await proxy.close();
  await rm(folder, { recursive: true, maxRetries: 5 });
});

const service = () => createApiClient({ baseUrl: world.service.baseUrl, apiKey: customer.secret });
const start = (): QueueApp => {
  const app = openQueueApp(folder);
  apps.push(app);
  app.jobs.resume();
  return app;
};
const startNew = async (): Promise<QueueApp> => {
  const app = start();
  await app.use(proxy.baseUrl, (await customer.newKey()).secret);
  return app;
};
const isSubmit = ({ method, path }: PassedRequest): boolean =>
  method === 'POST' && path === '/face-swap';
const isUpload = ({ method, path }: PassedRequest): boolean =>
  method === 'POST' && path === '/uploads';
const countSeen = (is: (request: PassedRequest) => boolean): number => proxy.seen.filter(is).length;

describe('the line', () => {
  it('submits as many jobs as the service runs at once, and the next one when one of them ends', async () => {
    const app = await startNew();
    const ids: string[] = [];
    for (let count = 0; count < 4; count += 1) {
      ids.push(await app.submit(files, endless));
    }
    const [first, second, third, fourth] = ids as [string, string, string, string];
    await app.until(first, 'processing');
    await app.until(second, 'processing');
    expect(await app.queue()).toMatchObject({ order: [third, fourth] });
    expect((await service().listJobs()).jobs).toHaveLength(2);

    await app.calls['queue.move']({ ids: [fourth], beforeId: third });
    expect(await app.queue()).toMatchObject({ order: [fourth, third] });
    await app.calls['jobs.cancel']({ id: first });
    await app.until(first, 'canceled');
    await app.until(fourth, 'processing');
    expect(await app.find(third)).toMatchObject({ state: 'waiting', error: null });
  });

  it('polls all jobs of a service with one request, and sends a shared file once', async () => {
    const app = await startNew();
    const ids = [await app.submit(files, endless), await app.submit(files, endless)];
    for (const id of ids) {
      await app.until(id, 'processing');
    }
    expect(countSeen(isUpload)).toBe(2);
    const isRead = ({ method, path }: PassedRequest) =>
      method === 'GET' && path.startsWith('/jobs/');
    const isList = ({ method, path }: PassedRequest) => method === 'GET' && path === '/jobs';
    const before = { read: countSeen(isRead), list: countSeen(isList) };
    await vi.waitFor(() => expect(countSeen(isList)).toBeGreaterThan(before.list + 2), {
      timeout: 20_000,
    });
    expect(countSeen(isRead)).toBe(before.read);
  });

  it('begins nothing while it is paused, over a restart too, except by explicit request', async () => {
    const first = await startNew();
    await first.calls['queue.pause']({ isPaused: true });
    const ids = [await first.submit(files), await first.submit(files), await first.submit(files)];
    const [one, two, three] = ids as [string, string, string];
    await first.calls['queue.move']({ ids: [three], beforeId: one });
    first.jobs.stop();

    const app = start();
    expect(await app.queue()).toMatchObject({ isPaused: true, order: [three, one, two] });
    await app.calls['queue.run_now']({ id: two });
    await app.until(two, 'succeeded');
    expect(await app.queue()).toMatchObject({ isPaused: true, order: [three, one] });
    expect((await service().listJobs()).jobs).toHaveLength(1);
    await app.calls['queue.pause']({ isPaused: false });
    await app.until(three, 'succeeded');
    await app.until(one, 'succeeded');
    expect((await service().listJobs()).jobs).toHaveLength(3);
  });

  it('clears ended jobs from its view, never running ones, and deletes nothing', async () => {
    const app = await startNew();
    const done = await app.submit(files);
    const running = await app.submit(files, endless);
    await app.until(done, 'succeeded');
    await app.until(running, 'processing');
    await app.calls['queue.clear_finished']({});
    expect(await app.find(done)).toMatchObject({ state: 'succeeded', isCleared: true });
    expect(await app.find(running)).toMatchObject({ state: 'processing', isCleared: false });
  });

  it('retries failed jobs at their own service, whichever is in use', async () => {
    const app = await startNew();
    const failed = await app.submit(files, { max_duration_sec: lengths.faceless });
    const { profileId } = await app.until(failed, 'failed');
    await app.use('http://127.0.0.1:9/api/v1', 'sk-other');
    expect(await app.calls['queue.retry']({ id: null })).toEqual({ count: 1 });
    const again = (await app.list()).find(({ id }) => id !== failed)!;
    expect(again).toMatchObject({ profileId, isCleared: false });
    expect(await app.find(failed)).toMatchObject({ isCleared: true });
    await app.until(again.id, 'failed');
  });

  it('retries a failed job once when it is asked to twice', async () => {
    const app = await startNew();
    const failed = await app.submit(files, { max_duration_sec: lengths.faceless });
    await app.until(failed, 'failed');
    const retry = () => app.calls['queue.retry']({ id: null });
    expect(await Promise.all([retry(), retry()])).toEqual([{ count: 1 }, { count: 0 }]);
    expect(await app.list()).toHaveLength(2);
    const again = (await app.list()).find(({ id }) => id !== failed)!;
    await app.until(again.id, 'failed');
  });
});

describe('a refusal that passes', () => {
  it('is shown with its time, holds the others back, and is retried automatically', async () => {
    const app = await startNew();
    let refusals = 0;
    proxy.setFault((request) => {
      if (isSubmit(request) && refusals === 0) {
        refusals += 1;
        return { kind: 'refuse', status: 429, code: 'rate_limited', retryAfterS: 4 };
      }
      return null;
    });
    const first = await app.submit(files);
    const job = await vi.waitFor(
      async () => {
        const found = await app.find(first);
        expect(found).toMatchObject({ state: 'waiting', error: { code: 'rate_limited' } });
        return found;
      },
      { timeout: 20_000 },
    );
    expect(job.retryAtMs).toBeGreaterThan(Date.now());
    const second = await app.submit(files);
    expect(await app.find(second)).toMatchObject({ state: 'waiting', error: null });
    expect((await app.queue()).holds).toMatchObject([{ error: { code: 'rate_limited' } }]);
    await app.until(first, 'succeeded');
    await app.until(second, 'succeeded');
    expect((await app.queue()).holds).toEqual([]);
    expect(countSeen(isUpload)).toBe(2);
    expect((await service().listJobs()).jobs).toHaveLength(2);
  });

  it('for lack of money waits for it, and the job is not lost', async () => {
    customer = await world.newAccount({ tier: 'default', balanceUsd: 0 });
    const app = await startNew();
    const id = await app.submit(files);
    await vi.waitFor(
      async () =>
        expect(await app.find(id)).toMatchObject({
          state: 'waiting',
          error: { code: 'insufficient_credits' },
        }),
      { timeout: 20_000 },
    );
    const { accountId } = customer;
    await world.topUp(accountId, 1);
    await app.calls['queue.run_now']({ id });
    await app.until(id, 'succeeded');
  });

  it('for lack of money ends as soon as a job returns some', async () => {
    customer = await world.newAccount({ tier: 'default', balanceUsd: 0.03 });
    const app = await startNew();
    const first = await app.submit(files, endless);
    await app.until(first, 'processing');
    const second = await app.submit(files);
    await vi.waitFor(
      async () =>
        expect((await app.find(second)).error).toMatchObject({ code: 'insufficient_credits' }),
      { timeout: 20_000 },
    );
    await app.calls['jobs.cancel']({ id: first });
    await app.until(second, 'succeeded');
  });

  it('causes a wait only when it is temporary: any other fails the job at once', async () => {
    const app = await startNew();
    proxy.setFault((request) =>
      isSubmit(request) ? { kind: 'refuse', status: 403, code: 'forbidden' } : null,
    );
    const id = await app.submit(files);
    expect(await app.until(id, 'failed')).toMatchObject({ error: { code: 'forbidden' } });
    expect(countSeen(isSubmit)).toBe(1);
  });
});

describe('a submit whose answer is lost', () => {
  it('is repeated and creates one job', async () => {
    const app = await startNew();
    let isBroken = true;
    proxy.setFault((request) => (isBroken && isSubmit(request) ? { kind: 'lose_answer' } : null));
    const id = await app.submit(files, endless);
    await vi.waitFor(
      async () =>
        expect(await app.find(id)).toMatchObject({
          state: 'waiting',
          error: { code: 'service_unreachable' },
        }),
      { timeout: 20_000 },
    );
    expect((await service().listJobs()).jobs).toHaveLength(1);
    isBroken = false;
    await app.calls['queue.run_now']({ id });
    await app.until(id, 'processing');
    expect((await service().listJobs()).jobs).toHaveLength(1);
    expect(new Set(proxy.seen.filter(isSubmit).map((one) => one.idempotencyKey)).size).toBe(1);
  });

  it('is cancelled at the service too, also when the app ended in between', async () => {
    const first = await startNew();
    let isBroken = true;
    proxy.setFault((request) => (isBroken && isSubmit(request) ? { kind: 'lose_answer' } : null));
    const id = await first.submit(files, endless);
    await vi.waitFor(async () => expect((await first.find(id)).error).not.toBeNull(), {
      timeout: 20_000,
    });
    await first.calls['jobs.cancel']({ id });
    expect(await first.find(id)).toMatchObject({ isCanceling: true });
    first.jobs.stop();
    expect((await service().listJobs()).jobs).not.toMatchObject([{ status: 'canceled' }]);

    isBroken = false;
    const app = start();
    await app.until(id, 'canceled');
    expect((await service().listJobs()).jobs).toMatchObject([{ status: 'canceled' }]);
    expect(await service().readBalance()).toMatchObject({ held_usd: 0, balance_usd: 1 });
  });
});

describe('an upload that breaks off', () => {
  it('restarts automatically, also after the app ended in the middle of it', async () => {
    const first = await startNew();
    proxy.setFault((request) => (isUpload(request) ? { kind: 'slow', bytesPerS: 500 } : null));
    const id = await first.submit(files);
    await first.until(id, 'sending');
    await vi.waitFor(() => expect(countSeen(isUpload)).toBeGreaterThan(0), { timeout: 20_000 });
    first.jobs.stop();
    proxy.setFault(() => null);

    const app = start();
    await app.until(id, 'succeeded');
    expect((await service().listJobs()).jobs).toHaveLength(1);
  });

  it('waits while the service is unreachable', async () => {
    const app = await startNew();
    let isBroken = true;
    proxy.setFault((request) =>
      isBroken && isUpload(request) ? { kind: 'cut', afterBytes: 10 } : null,
    );
    const id = await app.submit(files);
    await vi.waitFor(
      async () =>
        expect(await app.find(id)).toMatchObject({
          state: 'waiting',
          error: { code: 'service_unreachable' },
        }),
      { timeout: 20_000 },
    );
    isBroken = false;
    await app.calls['queue.run_now']({ id });
    await app.until(id, 'succeeded');
    expect((await service().listJobs()).jobs).toHaveLength(1);
  });
});

describe('a result that cannot be fetched', () => {
  it('is fetched later, and neither lost nor paid for twice', async () => {
    const app = await startNew();
    const isFile = ({ method, path }: PassedRequest) =>
      method === 'GET' && path.startsWith('/files/');
    let isBroken = true;
    proxy.setFault((request) =>
      isBroken && isFile(request) ? { kind: 'refuse', status: 500, code: 'internal_error' } : null,
    );
    const id = await app.submit(files);
    await vi.waitFor(
      async () =>
        expect(await app.find(id)).toMatchObject({
          state: 'collecting',
          error: { code: 'internal_error' },
        }),
      { timeout: 20_000 },
    );
    isBroken = false;
    expect(await app.until(id, 'succeeded')).toMatchObject({ error: null, costUsd: 0.02 });
    expect((await service().listJobs()).jobs).toHaveLength(1);
  });
});

describe('the action at the end', () => {
  it('is announced when all jobs are done, and a new job postpones it', async () => {
    const app = await startNew();
    await app.calls['queue.set_when_done']({ action: 'quit' });
    expect(await app.queue()).toMatchObject({ whenDone: 'quit', endsAtMs: null });
    await app.until(await app.submit(files), 'succeeded');
    expect((await app.queue()).endsAtMs).toBeGreaterThan(Date.now());
    const next = await app.submit(files, endless);
    expect(await app.queue()).toMatchObject({ whenDone: 'quit', endsAtMs: null });
    await app.until(next, 'processing');
    await app.calls['queue.set_when_done']({ action: 'nothing' });
    expect(app.said.ended).toEqual([]);
  });
});
