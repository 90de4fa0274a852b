import { request as sendRequest } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { createCore } from '../../src/service/start/core.ts';
import { describeJob } from '../../src/service/http/describe-job.ts';
import { succeedJob } from '../../src/service/jobs/end.ts';
import { claimJob } from '../../src/service/jobs/queue.ts';
import { beginWrite } from '../../src/service/store/statements/blob-statements.ts';
import { openSqlite } from '../../src/service/store/open.ts';
import { makeMedia } from '../service/files/media-fixtures.ts';
import { type ChildServer, openChildServer } from './child-server.ts';
import { atMost, type Metric, type Measurement, ratioAtLeast, toMetric } from './harness.ts';
import { median } from './statistics.ts';

const MB = 1_048_576;
const uploads = 3;
/** Short rounds in turns, as of cycles. */
const reads = { rounds: 31, seconds: 0.5, connections: 32 };
/** Short slices in turns, so that both sides meet the same fluctuations of the disk. */
const cycles = { slices: 30, perSlice: 10 };
/** Submit, claim, blob of the result, settlement with file and webhook. */
const commitsPerCycle = 4;
const uploadBytes = 499 * MB;
const starts = 5;
const child = join(import.meta.dirname, 'service-child.ts');
const command = join(import.meta.dirname, '../../scripts/run.mjs');

/**
 * Measures the service against minimal equivalents: a Fastify route that returns a constant, a durable SQLite insert, a
 * request written to a file. Each pair is measured in turns; the median counts, and for the long uploads the best
 * round.
 */
export const measurement: Measurement = {
  title: 'The service',
  needsApp: false,
  run: async ({ note }) => {
    const folder = await mkdtemp(join(tmpdir(), 'guise-bench-'));
    try {
      return [
        ...(await measureStart(folder, note)),
        await measureReads(folder, note),
        await measureCycles(folder, note),
        ...(await measureUpload(folder, note)),
      ];
    } finally {
      await rm(folder, { recursive: true });
    }
  },
};

async function measureStart(folder: string, note: (text: string) => void): Promise<Metric[]> {
  note('start');
  const serve = ['service', 'serve', '--json', '--port', '0', '--data', join(folder, 'start')];
  const startedMs: number[] = [];
  let idleMb = Number.NaN;
  // The first run is not measured, because it fills the compile cache and the folder.
  for (let run = 0; run <= starts; run += 1) {
    const service = await openChildServer([command, ...serve]);
    if (run > 0) {
      startedMs.push(service.startedMs);
    }
    if (run === starts) {
      await sleep(3000);
      idleMb = (await service.readMemoryMb()).now;
    }
    await service.close();
  }
  const bare = await openChildServer([child, 'bare']);
  const bareMb = (await bare.readMemoryMb()).now;
  await bare.close();
  return [
    toMetric({
      name: 'start to base address, p50',
      value: median(startedMs),
      unit: 'ms',
      reference: bare.startedMs,
      bar: atMost(1000),
    }),
    toMetric({
      name: 'memory at rest',
      value: idleMb,
      unit: 'MB',
      reference: bareMb,
      bar: atMost(120),
    }),
  ];
}

async function measureReads(folder: string, note: (text: string) => void): Promise<Metric> {
  note('GET /jobs/{id}');
  const service = await openChildServer([child, 'service', join(folder, 'reads')]);
  const bare = await openChildServer([child, 'bare']);
  const { url = '', key = '', jobId = '' } = service.line;
  const ours: number[] = [];
  const theirs: number[] = [];
  try {
    for (let round = 0; round < reads.rounds; round += 1) {
      theirs.push(await countRequests(`${bare.line['url']}/jobs/${jobId}`, {}));
      ours.push(await countRequests(`${url}/jobs/${jobId}`, { authorization: `Bearer ${key}` }));
    }
  } finally {
    await Promise.all([service.close(), bare.close()]);
  }
  return toMetric({
    name: 'GET /jobs/{id}, p50',
    value: median(ours),
    unit: 'requests/s',
    reference: median(theirs),
    bar: ratioAtLeast(0.6),
  });
}

async function countRequests(url: string, headers: Record<string, string>): Promise<number> {
  const { connections, seconds: duration } = reads;
  const result = await autocannon({ url, headers, connections, duration });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} refusals, ${result.errors} errors.`);
  }
  return result.requests.average;
}

async function measureCycles(folder: string, note: (text: string) => void): Promise<Metric> {
  note('job cycles');
  const insert = openInserts(join(folder, 'inserts.db'));
  const cycle = await openCycles(join(folder, 'cycles'));
  const perSecond = async (work: () => unknown, times: number): Promise<number> => {
    const beginMs = performance.now();
    for (let index = 0; index < times; index += 1) {
      await work();
    }
    return (times * 1000) / (performance.now() - beginMs);
  };
  const ours: number[] = [];
  const theirs: number[] = [];
  try {
    for (let slice = -1; slice < cycles.slices; slice += 1) {
      const bare = await perSecond(insert.run, cycles.perSlice * commitsPerCycle);
      const full = await perSecond(cycle.run, cycles.perSlice);
      // The first slice warms up.
      if (slice >= 0) {
        theirs.push(bare / commitsPerCycle);
        ours.push(full);
      }
    }
  } finally {
    insert.close();
    await cycle.close();
  }
  return toMetric({
    name: 'submit → claim → settle → webhook queued, p50',
    value: median(ours),
    unit: 'cycles/s',
    reference: median(theirs),
    bar: ratioAtLeast(0.3),
  });
}

function openInserts(file: string): { readonly run: () => void; readonly close: () => void } {
  const database = new DatabaseSync(file);
  database.exec('pragma journal_mode = wal; pragma synchronous = full; create table t(a integer)');
  const insert = database.prepare('insert into t values (1)');
  return {
    run: () => {
      insert.run();
    },
    close: () => {
      database.close();
    },
  };
}

async function openCycles(
  folder: string,
): Promise<{ readonly run: () => Promise<void>; readonly close: () => Promise<void> }> {
  const store = await openSqlite({ folder });
  const links = { toUrl: (key: string) => `http://127.0.0.1/${key}` };
  const core = createCore({
    store,
    masterKey: new Uint8Array(32),
    isInstalled: () => true,
    describeJob: (job) => describeJob(job, links),
  });
  const { context } = core;
  const { id: accountId } = await core.createAccount({ name: 'bench' });
  const file = {
    sizeBytes: 1,
    kind: 'audio',
    mime: 'audio/wav',
    extension: 'wav',
    facts: {},
  } as const;
  let count = 0;
  return {
    async run() {
      count += 1;
      await core.submitJob({
        accountId,
        feature: 'text_to_speech',
        input: { script: 'Good morning.', voice_id: 'en' },
        callbackUrl: 'https://example.com/hook',
        idempotencyKey: `key ${count}`,
      });
      const claimed = await claimJob(context, 'bench', ['text_to_speech']);
      if (claimed === null) {
        throw new Error('The job that was just submitted could not be claimed.');
      }
      const blobHash = count.toString(16).padStart(64, '0');
      await beginWrite(store.db, { hash: blobHash, sizeBytes: 1, nowMs: context.clock.nowMs() });
      const lease = { jobId: claimed.job.id, fence: claimed.fence };
      const output = { ...file, blobHash };
      await succeedJob(context, lease, { output, outputUs: 1_000_000, report: {} });
    },
    close: () => store.close(),
  };
}

async function measureUpload(folder: string, note: (text: string) => void): Promise<Metric[]> {
  note('upload of 499 MB');
  const head = await makeMedia({ ext: 'mp4', video: 'h264', seconds: 1 });
  const data = join(folder, 'uploads');
  const service = await openChildServer([child, 'service', data]);
  const sink = await openChildServer([child, 'sink', folder]);
  const ours: number[] = [];
  const theirs: number[] = [];
  let extraMb = 0;
  try {
    for (let round = 0; round < uploads; round += 1) {
      theirs.push(await timeUpload(sink, '/', head, round));
      const before = await service.readMemoryMb();
      ours.push(await timeUpload(service, '/uploads', head, round));
      extraMb = Math.max(extraMb, (await service.readMemoryMb()).peak - before.now);
    }
  } finally {
    await Promise.all([service.close(), sink.close()]);
  }
  return [
    toMetric({
      name: 'upload of 499 MB, best of 3',
      value: Math.max(...ours),
      unit: 'MB/s',
      reference: Math.max(...theirs),
      bar: ratioAtLeast(0.6),
    }),
    toMetric({ name: 'memory of an upload', value: extraMb, unit: 'MB', bar: atMost(80) }),
  ];
}

/** A video of the maximum size, padded with a box that players skip; the content differs in every round. */
async function timeUpload(
  server: ChildServer,
  path: string,
  head: Buffer,
  round: number,
): Promise<number> {
  const { url = '', key = '' } = server.line;
  const start = Buffer.from(
    '--b\r\nContent-Disposition: form-data; name="file"; filename="a.mp4"\r\nContent-Type: video/mp4\r\n\r\n',
  );
  const end = Buffer.from('\r\n--b--\r\n');
  const box = Buffer.alloc(8);
  const skipped = uploadBytes - head.byteLength;
  box.writeUInt32BE(skipped, 0);
  box.write('free', 4, 'latin1');
  const chunk = Buffer.alloc(MB, round + 1);
  const parts = [start, head, box, ...toChunks(chunk, skipped - 8), end];
  const beginMs = performance.now();
  const status = await new Promise<number>((resolve, reject) => {
    const outgoing = sendRequest(
      url + path,
      {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'multipart/form-data; boundary=b',
          'content-length': parts.reduce((sum, part) => sum + part.byteLength, 0),
        },
      },
      (reply) => {
        reply.resume().on('end', () => resolve(reply.statusCode ?? 0));
      },
    );
    outgoing.on('error', reject);
    void writeAll(outgoing, parts).catch(reject);
  });
  if (status !== 200) {
    throw new Error(`The upload was answered ${status}.`);
  }
  return uploadBytes / MB / ((performance.now() - beginMs) / 1000);
}

function toChunks(chunk: Buffer, sizeBytes: number): Buffer[] {
  const whole = Math.floor(sizeBytes / chunk.byteLength);
  return [...Array<Buffer>(whole).fill(chunk), chunk.subarray(0, sizeBytes % chunk.byteLength)];
}

async function writeAll(
  outgoing: ReturnType<typeof sendRequest>,
  parts: readonly Buffer[],
): Promise<void> {
  for (const part of parts) {
    if (!outgoing.write(part)) {
      await new Promise((resolve) => outgoing.once('drain', resolve));
    }
  }
  outgoing.end();
}
