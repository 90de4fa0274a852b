import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findServerPrograms, startPostgres } from '../service/store/postgres.ts';
import type { Metric, Measurement } from './harness.ts';
import {
  BenchCluster,
  measureDeploy,
  measureFailover,
  measureFairness,
  measureLimit,
  measureWholeJobs,
} from './scale/measure-nodes.ts';
import {
  measureEmptyClaims,
  measureManyWorkers,
  measureThroughput,
} from './scale/measure-queue.ts';

/**
 * Services that share a PostgreSQL that writes through to the disk: first the statements of the queue alone, then
 * services as they are run, which are filled, killed and replaced.
 */
export const measurement: Measurement = {
  title: 'Many nodes',
  needsApp: false,
  run: async ({ note }) => {
    const programs = findServerPrograms();
    if (programs === null) {
      throw new Error('PostgreSQL is not installed.');
    }
    const folder = await mkdtemp(join(tmpdir(), 'guise-scale-'));
    const server = await startPostgres(programs, { isDurable: true });
    const newDatabase = async (): Promise<string> => {
      const { host = '', database = '' } = await server.createDatabase();
      return `postgres://guise@localhost/${database}?host=${encodeURIComponent(host)}`;
    };
    try {
      note('empty claims');
      const empty = await measureEmptyClaims(newDatabase);
      note('1,000 workers');
      const many = await measureManyWorkers(newDatabase);
      note('submits and claims');
      const throughput = await measureThroughput(newDatabase);
      const cluster = await BenchCluster.open(folder, await newDatabase());
      try {
        return [...empty, ...many, ...throughput, ...(await measureNodes(cluster, note))];
      } finally {
        await cluster.close();
      }
    } finally {
      await server.stop();
      await rm(folder, { recursive: true });
    }
  },
};

async function measureNodes(
  cluster: BenchCluster,
  note: (text: string) => void,
): Promise<Metric[]> {
  const metrics: Metric[] = [];
  for (const [what, measure] of [
    ['whole jobs', measureWholeJobs],
    ['fairness', measureFairness],
    ['limits', measureLimit],
    ['failover', measureFailover],
    ['a deploy', measureDeploy],
  ] as const) {
    note(what);
    metrics.push(...(await measure(cluster)));
  }
  return metrics;
}
