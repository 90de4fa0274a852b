import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { rateTiers } from '../../../src/contract/api/limits.ts';
import type { Core } from '../../../src/service/start/core.ts';
import type { Store } from '../../../src/service/store/open.ts';
import type { JobRow } from '../../../src/service/store/schema.ts';
import { type ChildServer, openChildServer } from '../child-server.ts';
import { atLeast, atMost, type Metric, toMetric } from '../harness.ts';
import { createRichAccounts, masterKey, openBenchCore, submitSpeech } from './bench-core.ts';

const command = join(import.meta.dirname, '../../../src/service/console/index.ts');
const processors = join(import.meta.dirname, '../../service/jobs/test-processors.ts');
const SLOTS = 2;
const POLL_MS = 20;

/** Services in production setup, with two workers each, on one database whose rows the bench reads. */
export class BenchCluster {
  readonly #folder: string;
  readonly #url: string;
  readonly store: Store;
  readonly core: Core;
  readonly nodes: ChildServer[] = [];

  private constructor(parts: {
    readonly folder: string;
    readonly url: string;
    readonly store: Store;
    readonly core: Core;
  }) {
    this.#folder = parts.folder;
    this.#url = parts.url;
    this.store = parts.store;
    this.core = parts.core;
  }

  static async open(folder: string, url: string): Promise<BenchCluster> {
    return new BenchCluster({ folder, url, ...(await openBenchCore(url, 4)) });
  }

  async start(): Promise<void> {
    const folder = join(this.#folder, `node-${this.nodes.length}-${Date.now()}`);
    await mkdir(folder);
    const args = ['--json', '--port', '0', '--data', folder, '--workers', String(SLOTS)];
    const node = await openChildServer(
      [command, 'serve', ...args, '--processors', processors, '--drain', '60', '--unsigned'],
      {
        GUISE_DATABASE_URL: this.#url,
        GUISE_MASTER_KEY: Buffer.from(masterKey).toString('base64'),
      },
    );
    this.nodes.push(node);
  }

  /** Rows of the jobs that have not ended. */
  async readOpen(): Promise<JobRow[]> {
    return this.store.db
      .selectFrom('jobs')
      .selectAll()
      .where('queue_state', '!=', 'done')
      .execute();
  }

  async untilDone(): Promise<void> {
    while ((await this.readOpen()).length > 0) {
      await sleep(POLL_MS);
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.close()));
    await this.store.close();
  }
}

/** Whole small jobs, each with a worker process, a stored file and its money. */
export async function measureWholeJobs(cluster: BenchCluster): Promise<Metric[]> {
  const metrics: Metric[] = [];
  const accounts = await createRichAccounts(cluster.core, 10);
  for (const nodes of [1, 2, 4]) {
    while (cluster.nodes.length < nodes) {
      await cluster.start();
    }
    // The first jobs start the workers.
    for (const count of [nodes * SLOTS, 60]) {
      const beginMs = performance.now();
      for (let index = 0; index < count; index += 1) {
        await submitSpeech(cluster.core, accounts[index % accounts.length] ?? '', 'Good morning.');
      }
      await cluster.untilDone();
      if (count === 60) {
        const value = (count * 1000) / (performance.now() - beginMs);
        metrics.push(toMetric({ name: `whole jobs, nodes: ${nodes}`, value, unit: 'jobs/s' }));
      }
    }
  }
  return metrics;
}

/** Measures fairness: after 60 jobs of one account, the fraction of all slots that 20 jobs of another get until they end. */
export async function measureFairness(cluster: BenchCluster): Promise<Metric[]> {
  const [greedy = '', late = ''] = await createRichAccounts(cluster.core, 2);
  for (let index = 0; index < 60; index += 1) {
    await submitSpeech(cluster.core, greedy, 'sleep 300');
  }
  const before = await countEnded(cluster, greedy);
  for (let index = 0; index < 20; index += 1) {
    await submitSpeech(cluster.core, late, 'sleep 300');
  }
  while ((await countEnded(cluster, late)) < 20) {
    await sleep(POLL_MS);
  }
  const meanwhile = (await countEnded(cluster, greedy)) - before;
  await cluster.untilDone();
  return [
    toMetric({
      name: 'share of an account that came second',
      value: (100 * 20) / (20 + meanwhile),
      unit: '%',
      bar: atLeast(40),
    }),
  ];
}

async function countEnded({ store }: BenchCluster, accountId: string): Promise<number> {
  const { count } = await store.db
    .selectFrom('jobs')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('queue_state', '=', 'done')
    .executeTakeFirstOrThrow();
  return count;
}

/** Sends requests of one key to all nodes in turn; measures the deviation of admitted requests from the limit. */
export async function measureLimit(cluster: BenchCluster): Promise<Metric[]> {
  const metrics: Metric[] = [];
  for (const tier of ['default', 'pro'] as const) {
    const { id: accountId } = await cluster.core.createAccount({ name: tier, tier });
    const { secret } = await cluster.core.createKey({ accountId, name: 'bench' });
    const { requestsPerMinute } = rateTiers[tier];
    const beginMs = performance.now();
    let allowed = 0;
    let sent = 0;
    const lanes = cluster.nodes.flatMap((node) => [node, node]);
    await Promise.all(
      lanes.map(async ({ line }) => {
        while (sent < requestsPerMinute * 2.5) {
          sent += 1;
          const reply = await fetch(`${line['base_url']}/account`, {
            headers: { authorization: `Bearer ${secret}` },
          });
          await reply.arrayBuffer();
          allowed += reply.status === 200 ? 1 : 0;
        }
      }),
    );
    // Meanwhile the bucket fills again.
    const minutes = (performance.now() - beginMs) / 60_000;
    const right = requestsPerMinute * (1 + minutes);
    metrics.push(
      toMetric({
        name: `error of a limit of ${requestsPerMinute} on ${cluster.nodes.length} nodes`,
        value: (100 * Math.abs(allowed - right)) / right,
        unit: '%',
        bar: atMost(10),
      }),
    );
  }
  return metrics;
}

/** Kills a node with running jobs: until the last of them is claimed again. */
export async function measureFailover(cluster: BenchCluster): Promise<Metric[]> {
  const ids = await fillSlots(cluster, 'sleep 4000');
  const victim = cluster.nodes.pop();
  const rows = await readJobs(cluster, ids);
  await victim?.close('SIGKILL');
  const beginMs = performance.now();
  const claimedAgain = async (): Promise<number> =>
    (await readJobs(cluster, ids)).filter(({ fence }) => fence > 1).length;
  while ((await claimedAgain()) < SLOTS) {
    await sleep(POLL_MS);
  }
  const seconds = (performance.now() - beginMs) / 1000;
  await cluster.untilDone();
  const ended = await readJobs(cluster, ids);
  return [
    toMetric({
      name: 'kill -9 of a node: its jobs run again after',
      value: seconds,
      unit: 's',
      bar: atMost(15),
    }),
    toMetric({
      name: 'jobs lost or charged otherwise than once',
      value: rows.length - ended.filter(isChargedOnce).length,
      unit: 'jobs',
      bar: atMost(0),
    }),
  ];
}

/** Measures a deploy: a node is asked to end while it renders, and another one replaces it. */
export async function measureDeploy(cluster: BenchCluster): Promise<Metric[]> {
  const ids = await fillSlots(cluster, 'sleep 3000');
  const leaving = cluster.nodes.shift();
  const beginMs = performance.now();
  await Promise.all([leaving?.close('SIGTERM'), cluster.start()]);
  const seconds = (performance.now() - beginMs) / 1000;
  await cluster.untilDone();
  const ended = await readJobs(cluster, ids);
  return [
    toMetric({ name: 'SIGTERM of a node that renders: gone after', value: seconds, unit: 's' }),
    toMetric({
      name: 'renders begun anew by a deploy',
      value: ended.filter(({ fence }) => fence > 1).length,
      unit: 'jobs',
      bar: atMost(0),
    }),
  ];
}

function isChargedOnce({ status, charged_micros }: JobRow): boolean {
  return status === 'succeeded' && charged_micros > 0;
}

/** Fills all slots with running jobs. */
async function fillSlots(cluster: BenchCluster, script: string): Promise<string[]> {
  const slots = cluster.nodes.length * SLOTS;
  const accounts = await createRichAccounts(cluster.core, slots);
  const ids = await Promise.all(accounts.map((id) => submitSpeech(cluster.core, id, script)));
  while ((await readJobs(cluster, ids)).some(({ queue_state }) => queue_state !== 'leased')) {
    await sleep(POLL_MS);
  }
  return ids;
}

function readJobs({ store }: BenchCluster, ids: readonly string[]): Promise<JobRow[]> {
  return store.db.selectFrom('jobs').selectAll().where('id', 'in', ids).execute();
}
