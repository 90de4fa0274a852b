/** A service with a full disk while it receives files, writes its database and stores results. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { operations } from '../../../src/contract/api/operations.ts';
import type { Job as JobResource } from '../../../src/contract/api/resources/job.ts';
import { createLogger } from '../../../src/service/http/log.ts';
import { openService } from '../../../src/service/start/service.ts';
import { callOperation, type HttpCall, type HttpReply } from '../../contract/support/http-call.ts';
import { type Customer, openWorld, testPrices, type World } from '../../contract/support/world.ts';
import { mountSmallDisk, type SmallDisk } from '../../support/small-disk.ts';
import { audit } from '../store/audit.ts';
import { makeWav } from './media-fixtures.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const registry = new URL('../jobs/test-processors.ts', import.meta.url).href;
const full = {
  status: 507,
  code: 'internal_error',
  message: 'The disk of the service is full. Try again when there is room.',
};

let folder = '';
let disk: SmallDisk;
let world: World;
let customer: Customer;

beforeEach(async ({ skip }) => {
  folder = mkdtempSync(join(tmpdir(), 'guise-full-'));
  const mounted = mountSmallDisk(folder, 48);
  if (typeof mounted === 'string') {
    rmSync(folder, { recursive: true });
    skip(mounted);
    return;
  }
  disk = mounted;
  const data = join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  const policy = { retryDelayMs: 50, leaseMs: 600, maxAttempts: 100 };
  world = await openWorld({ folder: data, registry, slots: 1, policy });
  customer = await world.newAccount();
  return async () => {
    await world.close();
    disk.unmount();
    rmSync(folder, { recursive: true, force: true });
  };
});

afterEach(async () => {
  expect(await audit(world.service.core.context.store)).toEqual([]);
});

function call(
  operation: Parameters<typeof callOperation>[1],
  options: Omit<HttpCall, 'key'> = {},
): Promise<HttpReply> {
  return callOperation(world.service.baseUrl, operation, { ...options, key: customer.secret });
}

function upload(): Promise<HttpReply> {
  const form = new FormData();
  form.append('file', new Blob([Uint8Array.from(makeWav(30))], { type: 'audio/wav' }), 'long.wav');
  return call(operations.uploadFile, { form });
}

function submit(script: string, key: string): Promise<HttpReply> {
  const body = { script, voice_id: 'en-karl' };
  return call(operations.submitTextToSpeech, { body, headers: { 'idempotency-key': key } });
}

async function readJob(id: string): Promise<JobResource> {
  const reply = await call(operations.readJob, { path: `/jobs/${id}` });
  return reply.body as JobResource;
}

/** Returns whether the first attempt is over, recorded or not. */
async function hasFailedOnce(id: string): Promise<boolean> {
  const { attempt, queue_state: state } = await world.service.core.context.store.db
    .selectFrom('jobs')
    .select(['attempt', 'queue_state'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return attempt > 1 || state === 'ready' || world.log().includes('could not be settled');
}

const listIncoming = (): string[] => readdirSync(join(folder, 'data/incoming'));

describe('a service on a full disk', () => {
  it('refuses an upload, keeps nothing of it, and takes it in when there is room', async () => {
    disk.fill();
    expect(await upload()).toMatchObject(full);
    expect(listIncoming()).toEqual([]);
    expect((await call(operations.readAccount)).status).toBe(200);
    disk.free();
    expect((await upload()).status).toBe(200);
  });

  it('does not start, reports the reason, and leaves the folder unchanged', async () => {
    const data = join(folder, 'data');
    await world.service.stop();
    disk.fill();
    await expect(
      openService({
        folder: data,
        prices: testPrices,
        logger: createLogger('silent', process.stderr),
      }),
    ).rejects.toMatchObject({
      code: 'storage_failed',
      details: { reason: 'disk_full' },
    });
    disk.free();
    world = await openWorld({ folder: data, registry, slots: 1 });
    expect(await audit(world.service.core.context.store)).toEqual([]);
  });

  it('refuses requests that it cannot store, and knows nothing of them afterwards', async () => {
    disk.fill();
    let taken = 0;
    let reply = await submit('a'.repeat(4000), 'key-0');
    while (reply.status === 200) {
      taken += 1;
      disk.fill();
      reply = await submit('a'.repeat(4000), `key-${taken}`);
    }
    expect(reply).toMatchObject(full);
    expect((await call(operations.readBalance)).status).toBe(200);
    disk.free();
    const again = await submit('a'.repeat(4000), `key-${taken}`);
    expect(again.status).toBe(200);
    const { id } = again.body as JobResource;
    await expect
      .poll(async () => (await readJob(id)).status, { timeout: 30_000 })
      .toBe('succeeded');
    const { totalCalls } = await world.service.core.readUsageSummary(customer.accountId);
    expect(totalCalls).toBe(taken + 1);
  });

  it('stores the result of a job when space is free again', async () => {
    const { body } = await submit('sleep 1000', 'key');
    const { id } = body as JobResource;
    await expect.poll(async () => (await readJob(id)).status).toBe('processing');
    disk.fill();
    while (!(await hasFailedOnce(id))) {
      disk.fill();
      await sleep(50);
    }
    expect((await readJob(id)).status).toBe('processing');
    disk.free();
    await expect
      .poll(async () => (await readJob(id)).status, { timeout: 30_000 })
      .toBe('succeeded');
    const job = await readJob(id);
    expect(job.credits_charged).toBeGreaterThan(0);
    expect((await fetch(job.output_url ?? '')).status).toBe(200);
    expect(listIncoming()).toEqual([]);
  });
});
