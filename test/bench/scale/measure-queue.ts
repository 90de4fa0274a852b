import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { sql } from 'kysely';
import * as z from 'zod';
import { createId } from '../../../src/base/ids.ts';
import { claimJob } from '../../../src/service/jobs/queue.ts';
import type { Core } from '../../../src/service/start/core.ts';
import type { Store } from '../../../src/service/store/open.ts';
import { extendLeases } from '../../../src/service/store/statements/queue-statements.ts';
import { atMost, type Metric, toMetric } from '../harness.ts';
import { median, percentile, timeEach } from '../statistics.ts';
import {
  claimAndEnd,
  createRichAccounts,
  runInLanes,
  openBenchCore,
  submitSpeech,
} from './bench-core.ts';

/** Creates a new, empty database and returns its address. */
export type NewDatabase = () => Promise<string>;

const child = join(import.meta.dirname, 'queue-child.ts');
const JOBS = 800;
const ACCOUNTS = 40;

const doneSchema = z.object({
  beginMs: z.number(),
  endMs: z.number(),
  claimsMs: z.array(z.number()).default([]),
});
type Done = z.output<typeof doneSchema>;

/** Measures submits and claims of 1, 2 and 4 nodes at once, and how evenly the nodes are served. */
export async function measureThroughput(newDatabase: NewDatabase): Promise<Metric[]> {
  const metrics: Metric[] = [];
  for (const nodes of [1, 2, 4]) {
    const url = await newDatabase();
    const { store, core } = await openBenchCore(url, 2);
    await createRichAccounts(core, ACCOUNTS);
    await store.close();
    const submits = await runChildren('submit', url, nodes);
    const claims = await runChildren('claim', url, nodes);
    const claimsMs = claims.flatMap((done) => done.claimsMs);
    metrics.push(
      toMetric({ name: `submits, nodes: ${nodes}`, value: toRate(submits), unit: 'jobs/s' }),
      toMetric({ name: `claims and ends, nodes: ${nodes}`, value: toRate(claims), unit: 'jobs/s' }),
      toMetric({ name: `claim, nodes: ${nodes}, p50`, value: median(claimsMs), unit: 'ms' }),
    );
    if (nodes === 4) {
      const counts = claims.map((done) => done.claimsMs.length);
      const spread = Math.max(...counts.map((count) => Math.abs(count / (JOBS / nodes) - 1)));
      metrics.push(
        toMetric({
          name: 'share of a node, farthest from a quarter',
          value: spread * 100,
          unit: '%',
          bar: atMost(20),
        }),
      );
    }
  }
  return metrics;
}

function toRate(done: readonly Done[]): number {
  const beginMs = Math.min(...done.map((one) => one.beginMs));
  const endMs = Math.max(...done.map((one) => one.endMs));
  return (JOBS * 1000) / (endMs - beginMs);
}

async function runChildren(kind: string, url: string, nodes: number): Promise<Done[]> {
  const children = await Promise.all(
    Array.from({ length: nodes }, async (_, index) => {
      const args = [child, kind, url, `node ${index}`, String(JOBS / nodes)];
      const started = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
      const lines = createInterface({ input: started.stdout });
      await once(lines, 'line');
      return { started, lines };
    }),
  );
  return Promise.all(
    children.map(async ({ started, lines }) => {
      const line = once(lines, 'line');
      started.stdin.write('\n');
      return doneSchema.parse(JSON.parse(String((await line)[0])));
    }),
  );
}

/**
 * Measures a claim that finds nothing while 5,000 jobs wait of accounts with full slots, relative to one of an empty
 * queue.
 */
export async function measureEmptyClaims(newDatabase: NewDatabase): Promise<Metric[]> {
  const metrics: Metric[] = [];
  for (const { accounts, waiting } of [
    { accounts: 1, waiting: 5000 },
    { accounts: 25, waiting: 5000 },
    { accounts: 100, waiting: 20_000 },
  ]) {
    const { store, core } = await openBenchCore(await newDatabase());
    const claim = () => claimJob(core.context, 'bench', ['text_to_speech']);
    const count = { count: 60, warmUp: 5 };
    const reference = median(await timeEach(claim, count));
    await fillQueue(store, core, { accounts, running: 8, waiting: waiting / accounts });
    const claimsMs = await timeEach(claim, count);
    await store.close();
    metrics.push(
      toMetric({
        name: `empty claim, ${waiting} waiting, full accounts: ${accounts}, p50`,
        value: median(claimsMs),
        unit: 'ms',
        reference,
        bar: atMost(5),
      }),
    );
  }
  return metrics;
}

const WORKERS = 1000;
const OWNERS = 20;

/** Measures the database load of 1,000 workers on 20 nodes: claims beside 1,000 running jobs, and their leases. */
export async function measureManyWorkers(newDatabase: NewDatabase): Promise<Metric[]> {
  const { store, core } = await openBenchCore(await newDatabase());
  const accounts = 200;
  const running = WORKERS / accounts;
  await fillQueue(store, core, { accounts, running, waiting: 25 });
  const claimsMs: number[] = [];
  const beginMs = performance.now();
  await runInLanes(4, async () => {
    const claimMs = claimsMs.length < 400 ? await claimAndEnd(core, 'bench') : null;
    claimsMs.push(...(claimMs === null ? [] : [claimMs]));
    return claimMs !== null;
  });
  const seconds = (performance.now() - beginMs) / 1000;
  const leased = await store.db
    .selectFrom('jobs')
    .select('id')
    .where('queue_state', '=', 'leased')
    .where('lease_owner', '=', 'node 0')
    .execute();
  const jobIds = leased.map(({ id }) => id);
  const extend = () =>
    extendLeases(store.db, { owner: 'node 0', jobIds, leaseUntilMs: Date.now() + 3_600_000 });
  const extendMs = median(await timeEach(extend, { count: 20, warmUp: 2 }));
  await store.close();
  return [
    toMetric({
      name: 'claim beside 1,000 running, 5,000 waiting, p50',
      value: median(claimsMs),
      unit: 'ms',
    }),
    toMetric({
      name: 'claim beside 1,000 running, 5,000 waiting, p95',
      value: percentile(claimsMs, 0.95),
      unit: 'ms',
    }),
    toMetric({
      name: 'jobs beside 1,000 running',
      value: claimsMs.length / seconds,
      unit: 'jobs/s',
    }),
    toMetric({
      name: `leases of ${jobIds.length} jobs extended, p50`,
      value: extendMs,
      unit: 'ms',
    }),
  ];
}

/**
 * Creates accounts with these numbers of running and waiting jobs, written directly into the table as copies of one
 * submitted job.
 */
async function fillQueue(
  store: Store,
  core: Core,
  each: { readonly accounts: number; readonly running: number; readonly waiting: number },
): Promise<void> {
  const accountIds = await createRichAccounts(core, each.accounts);
  const [first = ''] = accountIds;
  const template = await submitSpeech(core, first, 'Good morning.');
  const row = await store.db
    .selectFrom('jobs')
    .selectAll()
    .where('id', '=', template)
    .executeTakeFirstOrThrow();
  const untilMs = Date.now() + 3_600_000;
  const waiting = { ...row, queue_state: 'ready' as const };
  const running = { ...row, queue_state: 'leased' as const, status: 'processing' as const };
  for (const [index, account_id] of accountIds.entries()) {
    const lease = { lease_owner: `node ${index % OWNERS}`, lease_until_ms: untilMs };
    const rows = [
      ...Array.from({ length: each.running }, () => ({ ...running, ...lease })),
      ...Array.from({ length: each.waiting }, () => waiting),
    ].map((job) => ({ ...job, id: createId(), account_id }));
    for (let at = 0; at < rows.length; at += 1000) {
      await store.db
        .insertInto('jobs')
        .values(rows.slice(at, at + 1000))
        .execute();
    }
    await sql`insert into holds(id, account_id, amount_micros, state, cost_micros, opened_at_ms)
      select id, account_id, 0, 'open', 0, created_at_ms from jobs j
      where account_id = ${account_id} and not exists (select from holds h where h.id = j.id)`.execute(
      store.db,
    );
  }
  await core.cancelJob(first, template);
}
