import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { dispose } from '@livekit/rtc-node';
import sharp from 'sharp';
import { operations } from '../../src/contract/api/operations.ts';
import { isTerminal, type JobStatus } from '../../src/contract/api/resources/job.ts';
import { atLeast, atMost, type Metric, type Measurement, toMetric } from '../bench/harness.ts';
import { percentile, slope } from '../bench/statistics.ts';
import { openBuiltModels } from '../media/support/models.ts';
import { frankStill, monaLisa, readStill } from '../media/support/stills.ts';
import { mountSmallDisk, type SmallDisk } from '../support/small-disk.ts';
import { createRandom, drawSeed } from '../support/random.ts';
import { fillDisk, jumpClock, killService, killWorkers } from './siege/accidents.ts';
import { callService, type ChaosRun } from './siege/besieger.ts';
import { type HostileHooks, openHostileHooks, TRAP } from './siege/hostile-hooks.ts';
import { createJobAttack, type JobAttack } from './siege/job-attack.ts';
import { attackLive, attackVoice, type SiegeCamera } from './siege/live-attack.ts';
import { findMemoryMb } from '../support/process-tree.ts';
import { createAttackLog, type AttackLog } from './attack-log.ts';
import { type SiegeAccount, SiegeService } from './siege/siege-service-host.ts';
import { attackUploads, makeSiegeFiles, type Uploaded } from './siege/upload-attack.ts';
import { judgeSiege } from './siege/verdict.ts';

/** Small enough to fill up soon, without spare space for the log of the database. */
const DISK_MB = 144;
const SAMPLE_MS = 2000;
/** Loaded code and the first of everything come into memory in that time. */
const WARM_MS = 15_000;
/**
 * Maximum growth of the median from the first third to the last: networks that were loaded since, code that was
 * compiled since, and heaps that were not collected. A leak of all that is sent here is far larger.
 */
const MAX_GROWTH_MB = 80;

interface Sample {
  readonly atMs: number;
  readonly megabytes: number;
}

/**
 * All loads at once on one service: uploads, jobs, live swaps, changed voices, hostile receivers of webhooks, killed
 * workers, a killed service, a full disk and a jumping clock. Afterwards money, rows, bytes and processes are checked.
 */
export const measurement: Measurement = {
  title: 'A service under siege',
  needsApp: false,
  minutes: 15,
  run: async ({ note, minutes }) => {
    const seed = drawSeed();
    console.error(`seed ${seed}`);
    await openBuiltModels();
    const scratch = await mkdtemp(join(tmpdir(), 'guise-siege-'));
    const folder = join(scratch, 'data');
    await mkdir(folder, { mode: 0o700 });
    const mounted = mountSmallDisk(folder, DISK_MB);
    const disk = typeof mounted === 'string' ? null : mounted;
    if (typeof mounted === 'string') {
      console.error(`skipped: the disk is never full, because ${mounted}`);
    }
    const log = createAttackLog();
    const service = new SiegeService(folder, log);
    const hooks = await openHostileHooks();
    try {
      const ground = { service, log, hooks, disk, folder, scratch, note };
      const samples = await holdSiege(ground, { totalMs: minutes * 60_000, seed });
      printTable(log, service, hooks);
      return toMetrics(log, samples, minutes * 60_000);
    } finally {
      service.close();
      await hooks.close();
      // Its native threads would keep this process from ending.
      await dispose();
      disk?.unmount();
      await rm(scratch, { recursive: true, force: true });
    }
  },
};

interface Ground {
  readonly service: SiegeService;
  readonly log: AttackLog;
  readonly hooks: HostileHooks;
  readonly disk: SmallDisk | null;
  readonly folder: string;
  readonly scratch: string;
  readonly note: (text: string) => void;
}

async function holdSiege(
  ground: Ground,
  { totalMs, seed }: { readonly totalMs: number; readonly seed: number },
): Promise<readonly Sample[]> {
  const { service, log, hooks, disk, scratch, note } = ground;
  const files = await makeSiegeFiles(scratch);
  const camera = await makeCamera();
  await service.start();
  const [builder, performer, pauper] = [
    await service.openAccount(5000),
    await service.openAccount(5000),
    await service.openAccount(2),
  ];
  const over = new AbortController();
  let isDiskFull = false;
  const siege: ChaosRun = {
    service,
    log,
    random: createRandom(seed),
    signal: over.signal,
    isDiskFull: () => isDiskFull,
  };
  const uploaded: Uploaded = { images: [], videos: [] };
  const none: Uploaded = { images: [], videos: [] };
  const attacks = [
    createJobAttack(siege, builder, { uploaded, hooks: hooks.urls }),
    createJobAttack(siege, pauper, { uploaded: none, hooks: hooks.urls }),
  ];
  const plan = {
    totalMs,
    disk,
    setDiskFull: (isFull: boolean) => {
      isDiskFull = isFull;
    },
  };
  const samples: Sample[] = [];
  const beganMs = performance.now();
  const timer = setTimeout(() => over.abort(), totalMs);
  await Promise.all([
    attackUploads(siege, builder, files, uploaded),
    ...attacks.map((attack) => attack.run()),
    attackLive(siege, performer, camera),
    attackVoice(siege, performer),
    killWorkers(siege),
    killService(siege, plan),
    fillDisk(siege, plan),
    jumpClock(siege),
    watchMemory(siege, { beganMs, samples, note, totalMs }),
  ]);
  clearTimeout(timer);
  note('the siege is over: waiting for what runs');
  await endSiege(ground, { siege, attacks, accounts: [builder, performer, pauper] });
  return samples;
}

async function endSiege(
  { service, log, folder, hooks }: Ground,
  {
    siege,
    attacks,
    accounts,
  }: {
    readonly siege: ChaosRun;
    readonly attacks: readonly JobAttack[];
    readonly accounts: readonly SiegeAccount[];
  },
): Promise<void> {
  await Promise.all(attacks.map((attack) => attack.drain()));
  for (const account of accounts) {
    await cancelRest(siege, account);
    await checkBalance(siege, account);
  }
  // Webhooks to receivers that answer go out within seconds, whatever the others do.
  await pause(10_000);
  await service.stop();
  // The next start repairs interrupted work.
  await service.start();
  await pause(5000);
  await service.stop();
  if ((hooks.counts.get(TRAP) ?? 0) > 0) {
    log.wrong('a redirect of a webhook was followed');
  }
  await judgeSiege(folder, { log, accounts, attacks });
}

/** Live sessions that wait for their client, and jobs whose submit was never answered. */
async function cancelRest(siege: ChaosRun, account: SiegeAccount): Promise<void> {
  let before: string | undefined;
  do {
    const query = before === undefined ? {} : { before };
    const reply = await callService(siege, account, operations.listJobs, { query });
    const { jobs = [] } = (reply?.body ?? {}) as { jobs?: { id: string; status: JobStatus }[] };
    for (const { id } of jobs.filter(({ status }) => !isTerminal(status))) {
      const path = operations.cancelJob.path.replace(/\{\w+\}/, id);
      await callService(siege, account, operations.cancelJob, { path });
    }
    before = jobs.at(-1)?.id;
  } while (before !== undefined);
}

async function checkBalance(siege: ChaosRun, account: SiegeAccount): Promise<void> {
  const reply = await callService(siege, account, operations.readBalance);
  const money = (reply?.body ?? {}) as Readonly<Record<string, number>>;
  const [balance, held, spent] = [
    money['balance_usd'] ?? Number.NaN,
    money['held_usd'] ?? Number.NaN,
    money['total_spent_usd'] ?? Number.NaN,
  ];
  if (held !== 0) {
    siege.log.wrong(`${held} USD are held though nothing runs`);
  }
  if (Math.abs(balance + held - (account.toppedUpUsd - spent)) > 1e-6) {
    siege.log.wrong(`a balance: ${balance} + ${held} is not ${account.toppedUpUsd} - ${spent}`);
  }
}

async function watchMemory(
  { service, signal }: ChaosRun,
  {
    beganMs,
    samples,
    note,
    totalMs,
  }: {
    readonly beganMs: number;
    readonly samples: Sample[];
    readonly note: (text: string) => void;
    readonly totalMs: number;
  },
): Promise<void> {
  while (!signal.aborted) {
    await pause(SAMPLE_MS, null, { signal }).catch(() => null);
    const megabytes = findMemoryMb(service.pid);
    const atMs = performance.now() - beganMs;
    if (megabytes !== null && (service.upMs ?? 0) > WARM_MS) {
      samples.push({ atMs, megabytes });
    }
    const [seconds, total] = [Math.round(atMs / 1000), Math.round(totalMs / 1000)];
    note(`${seconds} of ${total} s, service ${Math.round(megabytes ?? 0)} MB`);
  }
}

async function makeCamera(): Promise<SiegeCamera> {
  const still = sharp(frankStill('01829')).resize(320, 240, { fit: 'cover' });
  const { width, height, y, u, v } = await readStill(still);
  const character = (await readFile(monaLisa)).toString('base64');
  return { width, height, image: Buffer.concat([y, u, v]), character };
}

function printTable(log: AttackLog, service: SiegeService, hooks: HostileHooks): void {
  const lines = [
    ...[...log.counts].toSorted(([one], [other]) => one.localeCompare(other)),
    ...[...hooks.counts].map(([path, count]) => [`webhooks to ${path}`, count] as const),
    ...[...service.troubles].map(([what, count]) => [`log: ${what}`, count] as const),
    ...[...log.wrongs].map(([what, count]) => [`MUST NOT BE: ${what}`, count] as const),
  ];
  console.log(lines.map(([what, count]) => `${String(count).padStart(6)}  ${what}`).join('\n'));
}

function toMetrics(log: AttackLog, samples: readonly Sample[], totalMs: number): Metric[] {
  const within = (from: number, to: number): readonly Sample[] =>
    samples.filter(({ atMs }) => atMs >= from * totalMs && atMs < to * totalMs);
  const [first, last] = [within(0, 1 / 3), within(2 / 3, 2)].map((list) =>
    list.length === 0
      ? Number.NaN
      : percentile(
          list.map(({ megabytes }) => megabytes),
          0.5,
        ),
  );
  const growth = slope(
    within(2 / 3, 2).map(({ atMs, megabytes }) => ({ x: atMs / 60_000, y: megabytes })),
  );
  const wrong = [...log.wrongs.values()].reduce((sum, count) => sum + count, 0);
  const count = (what: string): number => log.counts.get(what) ?? 0;
  return [
    toMetric({ name: 'things that must not be', value: wrong, unit: '', bar: atMost(0) }),
    toMetric({
      name: 'uploads taken in',
      value: count('uploads taken in'),
      unit: '',
      bar: atLeast(1),
    }),
    toMetric({ name: 'jobs succeeded', value: count('jobs succeeded'), unit: '', bar: atLeast(1) }),
    toMetric({
      name: 'live swaps streamed',
      value: count('live swaps streamed'),
      unit: '',
      bar: atLeast(1),
    }),
    toMetric({ name: 'voices changed', value: count('voices changed'), unit: '', bar: atLeast(1) }),
    toMetric({
      name: 'memory of the service, first third',
      value: first ?? Number.NaN,
      unit: 'MB',
    }),
    toMetric({ name: 'memory of the service, last third', value: last ?? Number.NaN, unit: 'MB' }),
    toMetric({
      name: 'memory grows from first to last third',
      value: (last ?? Number.NaN) - (first ?? Number.NaN),
      unit: 'MB',
      bar: atMost(MAX_GROWTH_MB),
    }),
    toMetric({ name: 'memory grows within the last third', value: growth, unit: 'MB/min' }),
  ];
}
