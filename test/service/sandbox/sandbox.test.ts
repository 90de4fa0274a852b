import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openMediaValidator } from '../../../src/service/files/validate/validator-host.ts';
import { openLocalBlobs } from '../../../src/service/files/local-blobs.ts';
import { WorkerHost } from '../../../src/service/jobs/worker-host.ts';
import { programRoot } from '../../../src/service/sandbox/program-root.ts';
import { openSqlite } from '../../../src/service/store/open.ts';
import { openPoolWorld } from '../jobs/pool-world.ts';
import { usd } from '../store/world.ts';
import { describeUnless } from '../../support/describe-unless.ts';
import { findSandboxProblem } from '../support/find-sandbox-problem.ts';
import { type Attempts, type Outcomes, tryAll } from './attempts.ts';
import { putBytes } from '../files/put-bytes.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const registry = new URL('probing-processors.ts', import.meta.url).href;
const secret = 'nobody may read this';

let folder: string;
let server: Server;
let attempts: Attempts;
/** In the home folder, unlike a temporary folder, which a sandbox hides completely. */
let home: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guise-sandbox-'));
  home = await mkdtemp(join(homedir(), '.guise-sandbox-'));
  const planted = [join(folder, 'master.key'), join(folder, 'guise.db'), join(home, 'id_ed25519')];
  await Promise.all(planted.map((path) => writeFile(path, secret)));
  server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const bound = server.address();
  attempts = {
    read: [
      ...planted,
      '/etc/passwd',
      join(programRoot, 'README.md'),
      `/proc/${process.pid}/environ`,
      `/proc/${process.pid}/root/etc/passwd`,
    ],
    change: planted.slice(0, 1),
    ports: [typeof bound === 'object' && bound !== null ? bound.port : 0],
  };
});

afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
  await rm(home, { recursive: true });
});

function listDone(outcomes: Outcomes): string[] {
  return Object.entries(outcomes).flatMap(([what, how]) => (how === 'done' ? [what] : []));
}

async function probeInWorker(): Promise<Outcomes> {
  const blobs = await openLocalBlobs(join(folder, 'blobs'));
  const { sha256 } = await putBytes(blobs, Buffer.from('the input of a job'));
  const folders = { inputs: join(folder, 'inputs'), results: join(folder, 'results') };
  await Promise.all(Object.values(folders).map((path) => mkdir(path)));
  const path = join(folders.inputs, 'input.wav');
  await blobs.link(sha256, path);
  const entry = fileURLToPath(
    new URL('../../../src/service/jobs/worker-entry.ts', import.meta.url),
  );
  const worker = new WorkerHost({ entry, registry }, folders);
  const file = { path, kind: 'audio', mime: 'audio/wav', sizeBytes: 18, facts: {} } as const;
  const outcome = await worker.run(
    {
      jobId: 'probe',
      feature: 'text_to_speech',
      input: { script: JSON.stringify({ attempts }) },
      files: { file },
      stage: null,
      preview: null,
      packs: null,
      plan: { lengthUs: 1e6, step: 'begin', done: [] },
      folder: folders.results,
    },
    () => undefined,
  );
  worker.kill();
  expect(outcome).toMatchObject({ kind: 'done' });
  expect(await readFile(path, 'utf8')).toBe('the input of a job');
  expect((await stat(path)).mode & 0o777).toBe(0o400);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the probe wrote it
  return JSON.parse(await readFile(join(folders.results, 'outcomes.wav'), 'utf8')) as Outcomes;
}

async function probeInValidator(): Promise<Outcomes> {
  const path = join(folder, 'probe.json');
  await writeFile(path, JSON.stringify({ attempts }));
  const entry = fileURLToPath(new URL('./probing-validator.ts', import.meta.url));
  const validator = openMediaValidator({ folder: join(folder, 'validate'), entry });
  const answer: unknown = await validator.validate(path, 'wav').catch((error: unknown) => error);
  await validator.close();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the probe wrote it
  return JSON.parse(answer instanceof Error ? answer.message : '{}') as Outcomes;
}

describeUnless(findSandboxProblem(), 'a media process taken over by its input', () => {
  it('could read and connect as the user', async () => {
    const outcomes = await tryAll({ ...attempts, change: [] });
    expect(Object.values(outcomes).slice(0, -1)).toEqual(
      Array.from({ length: attempts.read.length + 1 }, () => 'done'),
    );
  });

  it.each([
    ['a worker of jobs', probeInWorker],
    ['a validator of uploads', probeInValidator],
  ])('reads no file of the user, changes no input and has no network: %s', async (_, probe) => {
    const outcomes = await probe();
    expect(Object.keys(outcomes).length).toBeGreaterThan(12);
    expect(listDone(outcomes)).toEqual([]);
  });

  it('stores no result that it did not write itself', async () => {
    const store = await openSqlite({ folder: join(folder, 'store') });
    const world = await openPoolWorld(store, { registry, policy: { retryDelayMs: 50 } });
    await world.topUp(usd(100));
    const none = { read: [], change: [], ports: [] };
    const key = join(folder, 'master.key');
    for (const script of [
      { attempts: none, linkTo: key },
      { attempts: none, claim: key },
    ]) {
      const { id } = await world.submit(JSON.stringify(script));
      const { status, error } = await world.until(
        id,
        (job) => job.status === 'failed' || job.status === 'succeeded',
      );
      expect([status, error?.code]).toEqual(['failed', 'processing_failed']);
    }
    expect(existsSync(key)).toBe(true);
    await world.close();
    await store.close();
  });
});
