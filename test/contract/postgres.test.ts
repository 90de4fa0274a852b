/** Two services that share one PostgreSQL answer as one. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApiClient } from '../../src/client/client.ts';
import { waitForJob } from '../../src/client/wait.ts';
import type { ServiceOptions } from '../../src/service/start/service-options.ts';
import { findServerPrograms, startPostgres, type TestPostgres } from '../service/store/postgres.ts';
import { orders } from './support/every-processor.ts';
import { type Customer, everyProcessor, openWorld, type World } from './support/world.ts';

const programs = findServerPrograms();
let postgres: TestPostgres;
let shared: Pick<ServiceOptions, 'databaseUrl' | 'masterKey' | 'registry'>;
let one: World;
let two: World;
let customer: Customer;

const open = (world: World, apiKey: string) =>
  createApiClient({ baseUrl: world.service.baseUrl, apiKey, retry: { attempts: 1 } });

beforeAll(async () => {
  if (programs === null) {
    return;
  }
  postgres = await startPostgres(programs);
  const { host = '', database = '' } = await postgres.createDatabase();
  const databaseUrl = `postgres://guise@localhost/${database}?host=${encodeURIComponent(host)}`;
  shared = { databaseUrl, masterKey: new Uint8Array(32).fill(7), registry: everyProcessor };
  one = await openWorld({ ...shared, slots: 1 });
  // The second service runs no jobs: it knows them only from the database.
  two = await openWorld({ ...shared, slots: 0 });
  customer = await one.newAccount();
}, 120_000);

afterAll(async () => {
  if (programs !== null) {
    await two.close();
    await one.close();
    await postgres.stop();
  }
});

test('a job that was submitted to one is done and seen by the other', async (context) => {
  context.skip(programs === null, 'PostgreSQL is not installed.');
  const { id } = await open(two, customer.secret).submitTextToSpeech({
    body: { script: 'Good morning.', voice_id: 'en' },
  });
  const job = await waitForJob(open(two, customer.secret), id, { firstIntervalMs: 50 });
  expect(job).toMatchObject({ status: 'succeeded', credits_charged: 0.02 });
  const [here, there] = await Promise.all([
    open(one, customer.secret).readBalance(),
    open(two, customer.secret).readBalance(),
  ]);
  expect(here).toEqual(there);
});

test('a cancel at one stops the work at the other', async (context) => {
  context.skip(programs === null, 'PostgreSQL is not installed.');
  const client = open(two, customer.secret);
  const { id } = await client.submitTextToSpeech({
    body: { script: orders.endless, voice_id: 'en' },
  });
  await waitForJob(client, id, {
    firstIntervalMs: 50,
    isDone: ({ status }) => status === 'processing',
  });
  expect(await client.cancelJob({ params: { job_id: id } })).toMatchObject({ status: 'canceled' });
  const next = await client.submitTextToSpeech({ body: { script: 'After it.', voice_id: 'en' } });
  const job = await waitForJob(client, next.id, { firstIntervalMs: 50 });
  expect(job.status).toBe('succeeded');
});

test('a key that is revoked at one fails at the other at once', async (context) => {
  context.skip(programs === null, 'PostgreSQL is not installed.');
  const { id, secret } = await customer.newKey();
  await open(two, secret).readAccount();
  await one.service.core.revokeKey(customer.accountId, id);
  await expect(open(two, secret).readAccount()).rejects.toMatchObject({ code: 'unauthorized' });
});

test('a limit applies to both services together', async (context) => {
  context.skip(programs === null, 'PostgreSQL is not installed.');
  const { secret } = await one.newAccount({ tier: 'default' });
  const replies = await Promise.all(
    Array.from({ length: 80 }, (_, at) =>
      fetch(`${(at % 2 === 0 ? one : two).service.baseUrl}/account`, {
        headers: { authorization: `Bearer ${secret}` },
      }),
    ),
  );
  const allowed = replies.filter(({ status }) => status === 200).length;
  // One more token for every second of this test.
  expect(allowed).toBeGreaterThanOrEqual(60);
  expect(allowed).toBeLessThan(70);
});

test('a node that only renders runs the jobs of others, and answers nothing but checks', async (context) => {
  context.skip(programs === null, 'PostgreSQL is not installed.');
  const [api, worker] = await Promise.all([
    openWorld({ ...shared, roles: ['api'] }),
    openWorld({ ...shared, roles: ['jobs'], slots: 1 }),
  ]);
  try {
    const { origin } = new URL(worker.service.baseUrl);
    const ask = (path: string) => fetch(origin + path).then(({ status }) => status);
    expect(await ask('/api/v1/account')).toBe(404);
    expect([await ask('/livez'), await ask('/readyz')]).toEqual([200, 200]);
    const draining = worker.service.drain();
    await expect.poll(() => ask('/readyz')).toBe(503);
    expect(await ask('/livez')).toBe(200);
    await draining;
    const { id } = await open(api, customer.secret).submitTextToSpeech({
      body: { script: 'By whoever renders.', voice_id: 'en' },
    });
    const job = await waitForJob(open(api, customer.secret), id, { firstIntervalMs: 50 });
    expect(job.status).toBe('succeeded');
  } finally {
    await worker.close();
    await api.close();
  }
});

test('the same Idempotency-Key at both makes one job', async (context) => {
  context.skip(programs === null, 'PostgreSQL is not installed.');
  const body = { script: 'Only once.', voice_id: 'en' };
  const replies = await Promise.all(
    [one, two, one, two].map((world) =>
      open(world, customer.secret).submitTextToSpeech({ body, idempotencyKey: 'shared' }),
    ),
  );
  expect(new Set(replies.map(({ id }) => id)).size).toBe(1);
});
