import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { dispose } from '@livekit/rtc-node';
import { atLeast, atMost, type Metric, type Measurement, toMetric } from '../bench/harness.ts';
import { startS3Peer } from '../service/files/s3-peer.ts';
import { findServerPrograms, startPostgres } from '../service/store/postgres.ts';
import { createRandom, drawSeed } from '../support/random.ts';
import { createAttackLog, type AttackLog } from './attack-log.ts';
import { causeAccidents } from './cluster/accidents.ts';
import { Cluster } from './cluster/cluster.ts';
import { openHangingProxy } from './cluster/hanging-proxy.ts';
import { judgeCluster, untilSettled } from './cluster/judge.ts';
import { type LiveDiary, performAlways, speakAlways } from './cluster/live-lanes.ts';
import { type Lane, orderJobs, submit } from './cluster/order-jobs.ts';

const kinds = ['api', 'live', 'live', 'jobs', 'jobs', 'jobs', 'worker', 'worker'] as const;
const JOB_LANES = 3;
const VOICE_LANES = 2;

/**
 * Services that share a database and a bucket, and live workers of other machines, while all of them are killed and
 * replaced, PostgreSQL starts anew and the bucket hangs. Customers order and cancel jobs, speak and perform all the time;
 * afterwards everything is counted.
 */
export const measurement: Measurement = {
  title: 'A cluster that is never left alone',
  needsApp: false,
  minutes: 20,
  run: async ({ note, minutes }) => {
    const seed = drawSeed();
    console.error(`seed ${seed}`);
    const programs = findServerPrograms();
    if (programs === null) {
      throw new Error('PostgreSQL is not installed.');
    }
    const folder = await mkdtemp(join(tmpdir(), 'guise-cluster-'));
    const postgres = await startPostgres(programs);
    const { host = '', database = '' } = await postgres.createDatabase();
    const databaseUrl = `postgres://guise@localhost/${database}?host=${encodeURIComponent(host)}`;
    const peer = await startS3Peer('cluster');
    const bucket = await openHangingProxy(peer.endpoint);
    const cluster = await Cluster.open({ folder, databaseUrl, s3: bucket.endpoint, kinds });
    const log = createAttackLog();
    try {
      const world = { cluster, postgres, bucket, log, random: createRandom(seed) };
      const diary = await hold(world, { note, totalMs: minutes * 60_000 });
      [...log.counts]
        .toSorted(([one], [two]) => one.localeCompare(two))
        .forEach(([what, count]) => console.error(`${count}  ${what}`));
      return toMetrics(log, diary);
    } finally {
      await cluster.close();
      await bucket.close();
      await peer.close();
      await postgres.stop();
      await dispose();
      if (log.wrongs.size === 0) {
        await rm(folder, { recursive: true, force: true });
      } else {
        console.error(`what the nodes said is in ${join(folder, 'nodes.log')}`);
      }
    }
  },
};

async function hold(
  world: Omit<Parameters<typeof causeAccidents>[0], 'signal'>,
  { note, totalMs }: { readonly note: (text: string) => void; readonly totalMs: number },
): Promise<LiveDiary> {
  const { cluster, log, random } = world;
  const over = new AbortController();
  const { signal } = over;
  const diary: LiveDiary = { sessions: [], backMs: [], longestStallMs: 0, longestToldMs: 0 };
  const openLane = async (name: string): Promise<Lane> => {
    const account = await cluster.openAccount(name);
    return { cluster, account, log, random, signal };
  };
  const jobLanes = await Promise.all(
    Array.from({ length: JOB_LANES }, (_, at) => openLane(`jobs ${at}`)),
  );
  const voiceLanes = await Promise.all(
    Array.from({ length: VOICE_LANES }, (_, at) => openLane(`voice ${at}`)),
  );
  const stage = await openLane('stage');
  note('accidents');
  const ordering = jobLanes.map((lane) => orderJobs(lane));
  const living = [
    ...voiceLanes.map((lane) => speakAlways(lane, diary)),
    performAlways(stage, diary),
    causeAccidents({ ...world, signal }),
  ];
  await pause(totalMs);
  over.abort();
  await Promise.all(living);
  const orders = (await Promise.all(ordering)).flat();
  note('what had no answer');
  const [lane] = jobLanes;
  for (const order of orders.filter(({ jobId }) => jobId === null)) {
    if (lane !== undefined) {
      await submit(lane, order);
    }
  }
  note('until all is settled');
  await untilSettled(cluster, log);
  await judgeCluster(cluster, { orders, sessions: diary.sessions }, log);
  return diary;
}

function toMetrics(log: AttackLog, diary: LiveDiary): Metric[] {
  const { backMs, longestStallMs, longestToldMs, sessions } = diary;
  const sum = (test: RegExp): number =>
    [...log.counts].reduce((total, [what, count]) => total + (test.test(what) ? count : 0), 0);
  const wrongs = [...log.wrongs.values()].reduce((total, count) => total + count, 0);
  return [
    toMetric({ name: 'accidents', value: sum(/^accident/), unit: '', bar: atLeast(1) }),
    toMetric({ name: 'jobs ordered', value: sum(/^job: (?!claimed)/), unit: '', bar: atLeast(1) }),
    toMetric({
      name: 'jobs that succeeded',
      value: sum(/^job: succeeded/),
      unit: '',
      bar: atLeast(1),
    }),
    toMetric({ name: 'jobs claimed more than once', value: sum(/^job: claimed/), unit: '' }),
    toMetric({ name: 'live sessions', value: sessions.length, unit: '', bar: atLeast(1) }),
    toMetric({
      name: 'live connections lost and back',
      value: backMs.length,
      unit: '',
    }),
    toMetric({
      name: 'sound or picture back after at most',
      value: Math.max(0, ...backMs) / 1000,
      unit: 's',
      bar: atMost(25),
    }),
    toMetric({
      name: 'longest time without a picture that nobody told the client of',
      value: longestStallMs / 1000,
      unit: 's',
      bar: atMost(12),
    }),
    toMetric({
      name: 'longest time without a picture after the client was told that its engine is gone',
      value: longestToldMs / 1000,
      unit: 's',
      bar: atMost(60),
    }),
    toMetric({ name: 'things that must not be', value: wrongs, unit: '', bar: atMost(0) }),
  ];
}
