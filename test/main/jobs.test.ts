import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import '../support/without-electron.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '../../src/base/errors.ts';
import { createId } from '../../src/base/ids.ts';
import { createApiClient } from '../../src/client/client.ts';
import type { JobHints } from '../../src/contract/job-hints.ts';
import { isTerminalState, noStages } from '../../src/contract/ipc/jobs.ts';
import { noQuality } from '../../src/contract/job-details.ts';
import { createChosenFiles } from '../../src/main/jobs/chosen-files.ts';
import { consentsFileSchema, createConsents } from '../../src/main/jobs/consents.ts';
import { Deletions, deletionsFileSchema } from '../../src/main/jobs/deletions.ts';
import {
  createJobStore,
  type JobStore,
  type JobEntry,
  jobsFileSchema,
} from '../../src/main/jobs/job-store.ts';
import { JobRunner } from '../../src/main/jobs/job-runner.ts';
import { RemoteResults, type RemoteResultsOptions } from '../../src/main/jobs/remote-results.ts';
import { JobUploads } from '../../src/main/jobs/job-uploads.ts';
import { JobWatch } from '../../src/main/jobs/job-watch.ts';
import { createJobEntryMacs } from '../../src/main/jobs/job-entry-macs.ts';
import type { TransientProgress } from '../../src/main/jobs/job-steps.ts';
import { createMediaGrants } from '../../src/main/page/media-grants.ts';
import { type Customer, openWorld, type World } from '../contract/support/world.ts';
import { makeClip } from '../media/make-clip.ts';
import { lengths } from './copying-processor.ts';

const { openStoredFile } = await import('../../src/main/files/stored-file.ts');

let world: World;
let media: string;
let clip: string;
let face: string;
beforeAll(async () => {
  const registry = new URL('./copying-processor.ts', import.meta.url).href;
  world = await openWorld({ registry });
  media = await mkdtemp(join(tmpdir(), 'guise-jobs-media-'));
  clip = join(media, 'Holiday.mp4');
  face = join(media, 'face.png');
  makeClip(clip, { video: { frames: 10, width: 64, height: 48 } });
  const create = { width: 64, height: 64, channels: 3, background: '#888' } as const;
  await sharp({ create }).png().toFile(face);
}, 60_000);
afterAll(async () => {
  await world.close();
  await rm(media, { recursive: true });
});

let folder: string;
let customer: Customer;
let isResultWanted = true;
let runners: JobRunner[];
/** Hints that the service received besides requests. */
const hinted: { readonly key: string; readonly hints: JobHints }[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guise-jobs-'));
  customer = await world.newAccount({ balanceUsd: 1 });
  runners = [];
});
afterEach(async () => {
  for (const runner of runners) {
    runner.stop();
  }
  await rm(folder, { recursive: true, maxRetries: 5 });
});

/** Replies instead of the service, when a test sets it. */
let answer: typeof globalThis.fetch | undefined;

const client = (fetch = answer) =>
  createApiClient({ baseUrl: world.service.baseUrl, apiKey: customer.secret, fetch });

/** Proofs of an app that wrote every job itself and still knows it. */
const proofs = createJobEntryMacs(async () => new Uint8Array(32));

/** The app's part after a start: the files on disk, and a runner. */
function openApp(): {
  readonly book: JobStore;
  readonly runner: JobRunner;
  readonly moves: readonly TransientProgress[];
} {
  const book = createJobStore(
    openStoredFile({
      folder,
      name: 'jobs',
      schema: jobsFileSchema,
      onSetAside: () => expect.unreachable(),
    }),
    join(folder, 'jobs.jsonl'),
  );
  const moves: TransientProgress[] = [];
  const openClient = async () => client();
  const nowMs = () => Date.now();
  const pause = (durationMs: number, signal: AbortSignal) =>
    sleep(durationMs, undefined, { signal });
  const runner = new JobRunner({
    store: book,
    openClient,
    readBaseUrl: async () => world.service.baseUrl,
    readDetails: async () => ({
      progress: { fraction: 0.25, phase: 'rendering', etaMs: 3000 },
      report: null,
    }),
    hintJob: async (_profileId, key, hints) => void hinted.push({ key, hints }),
    sign: proofs.sign,
    canSend: proofs.isProven,
    resultFolder: join(folder, 'results'),
    stillPathOf: (id, stage) => join(folder, `${id}.${stage}.png`),
    isResultWanted: () => isResultWanted,
    onChange: (_entry, motion) => moves.push(motion),
    onUnavailable: () => undefined,
    findRetryAtMs: () => null,
    onStep: () => undefined,
    log: (_level, event, facts) => expect.unreachable(`${event} ${String(facts?.['error'])}`),
    uploads: new JobUploads({ store: book, openClient, findChecked: () => null, nowMs }),
    watch: new JobWatch({ openClient, sleep: pause, maxIntervalMs: () => 1000 }),
    nowMs,
    sleep: pause,
  });
  runners.push(runner);
  return { book, runner, moves };
}

function createEntry(options: JobEntry['options'] = {}): JobEntry {
  const entry: JobEntry = {
    id: createId(),
    profileId: 'p',
    origin: 'https://service.example',
    feature: 'face_swap',
    state: 'sending',
    createdAtMs: 1,
    startedAtMs: null,
    endedAtMs: null,
    inputs: [toInput('video_key', clip, 'video'), toInput('face_key', face, 'image')],
    options,
    idempotencyKey: createId(),
    submittedAtMs: null,
    isCanceling: false,
    remote: null,
    fetchedFrom: null,
    errorBefore: null,
    isQuiet: false,
    isLeftAtService: false,
    retryAtMs: null,
    isCleared: false,
    ...noStages,
    skipsFrame: false,
    jobId: null,
    holdUsd: 0.02,
    expectedMs: null,
    costUsd: null,
    error: null,
    result: null,
    report: null,
    notes: [],
    hasThumbnail: false,
    proof: null,
  };
  void proofs.sign(entry);
  return entry;
}

const unsent = { fileKey: null, sentAtMs: null };

function toInput(field: string, path: string, kind: 'image' | 'video'): JobEntry['inputs'][number] {
  const bytes = readFileSync(path);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { field, path, kind, sha256, sizeBytes: bytes.byteLength, ...unsent };
}

const ended = (book: JobStore, id: string): Promise<JobEntry> =>
  vi.waitFor(
    () => {
      const entry = book.require(id);
      expect(isTerminalState(entry.state)).toBe(true);
      return entry;
    },
    { timeout: 60_000, interval: 50 },
  );
const until = (book: JobStore, id: string, state: JobEntry['state']): Promise<void> =>
  vi.waitFor(() => expect(book.require(id).state).toBe(state), { timeout: 60_000, interval: 20 });

describe('a job', () => {
  it('is saved to a file that outlives its address at the service', async () => {
    const { book, runner, moves } = openApp();
    const entry = createEntry();
    book.add(entry);
    runner.run(entry.id);
    const done = await ended(book, entry.id);
    expect(done).toMatchObject({ state: 'succeeded', costUsd: 0.02, error: null });
    expect(basename(done.result?.path ?? '')).toBe('Holiday face-swap.mp4');
    expect(done.result?.kind).toBe('video');
    expect(await readFile(done.result?.path ?? '')).toEqual(await readFile(clip));
    expect(moves.some(({ transferFraction }) => transferFraction === 1)).toBe(true);

    const again = createEntry();
    book.add(again);
    runner.run(again.id);
    const second = await ended(book, again.id);
    expect(basename(second.result?.path ?? '')).toBe('Holiday face-swap (2).mp4');
    expect(await readdir(join(folder, 'results'))).toHaveLength(2);
  });

  it('sends its service the hints before the submit, and none of them in the request', async () => {
    const { book, runner } = openApp();
    const sound = join(folder, 'sound.flac');
    makeClip(sound, {
      container: 'flac',
      video: null,
      audio: { codec: 'flac', sampleRateHz: 8000, channels: 1, seconds: 1 },
    });
    const plain = createEntry();
    const [video] = plain.inputs;
    const entry: JobEntry = {
      ...plain,
      feature: 'lip_sync',
      options: { transcript: 'My mum.', max_duration_sec: 2 },
      inputs: [video!, { ...toInput('audio_key', sound, 'video'), kind: 'audio' }],
    };
    void proofs.sign(entry);
    hinted.length = 0;
    book.add(entry);
    runner.run(entry.id);
    // The service here has no lip sync; it would refuse a request with unknown fields before reporting that.
    const { state, error } = await ended(book, entry.id);
    expect([state, error?.code]).toEqual(['failed', 'capability_unavailable']);
    const hints = { transcript: 'My mum.', max_duration_sec: 2 };
    expect(hinted).toEqual([{ key: entry.idempotencyKey, hints }]);
  });

  it('that is cancelled while it runs returns its hold', async () => {
    const { book, runner, moves } = openApp();
    const entry = createEntry({ max_duration_sec: lengths.endless });
    book.add(entry);
    runner.run(entry.id);
    await until(book, entry.id, 'processing');
    await vi.waitFor(() => expect(moves.at(-1)?.progress?.fraction).toBe(0.25), {
      timeout: 20_000,
    });
    expect((await client().readBalance()).held_usd).toBeGreaterThan(0);
    await runner.cancel(entry.id);
    expect(await ended(book, entry.id)).toMatchObject({ state: 'canceled', costUsd: 0 });
    expect(await client().readBalance()).toMatchObject({ held_usd: 0, balance_usd: 1 });
  });

  it('that is cancelled while it is sent never starts, or is stopped at the service', async () => {
    const { book, runner } = openApp();
    const entry = createEntry({ max_duration_sec: lengths.endless });
    book.add(entry);
    runner.run(entry.id);
    await runner.cancel(entry.id);
    expect((await ended(book, entry.id)).state).toBe('canceled');
    const { jobs } = await client().listJobs();
    expect(jobs.filter(({ status }) => status !== 'canceled')).toEqual([]);
  });

  it('that fails reports the reason, and costs nothing', async () => {
    const { book, runner } = openApp();
    const entry = createEntry({ max_duration_sec: lengths.faceless });
    book.add(entry);
    runner.run(entry.id);
    const failed = await ended(book, entry.id);
    expect(failed).toMatchObject({ state: 'failed', costUsd: 0, result: null });
    expect(failed.error).toMatchObject({
      code: 'face_not_detected',
      message: 'No face was found in the video of video_key.',
    });
  });

  it('whose result differs from the request reports each kind of difference once', async () => {
    const { book, runner } = openApp();
    const entry = createEntry({ max_duration_sec: lengths.noted });
    book.add(entry);
    runner.run(entry.id);
    await ended(book, entry.id);
    const message = 'The source is smaller than 1080p.';
    expect(openApp().book.require(entry.id).notes).toEqual([{ code: 'smaller_output', message }]);
  });

  it('whose file is missing reports it', async () => {
    const { book, runner } = openApp();
    const entry = createEntry();
    const [video, photo] = entry.inputs;
    const gone = { ...entry, inputs: [{ ...video!, path: join(media, 'gone.mp4') }, photo!] };
    void proofs.sign(gone);
    book.add(gone);
    runner.run(entry.id);
    expect((await ended(book, entry.id)).error?.code).toBe('invalid_input');
  });

  it('continues after a restart as the same job', async () => {
    const first = openApp();
    const entry = createEntry({ max_duration_sec: lengths.endless });
    first.book.add(entry);
    first.runner.run(entry.id);
    await until(first.book, entry.id, 'processing');
    first.runner.stop();

    const { book, runner } = openApp();
    expect(book.require(entry.id).state).toBe('processing');
    runner.run(entry.id);
    await runner.cancel(entry.id);
    expect((await ended(book, entry.id)).state).toBe('canceled');
    expect((await client().listJobs()).jobs).toHaveLength(1);
  });

  it('is not submitted twice when the app ended before the reply', async () => {
    const { book, runner } = openApp();
    const entry = createEntry();
    book.add(entry);
    runner.run(entry.id);
    const { jobId } = await ended(book, entry.id);
    book.change(entry.id, { state: 'sending', jobId: null, result: null, endedAtMs: null });
    await vi.waitFor(
      () => {
        runner.run(entry.id);
        expect(book.require(entry.id).jobId).toBe(jobId);
      },
      { timeout: 20_000 },
    );
    expect((await ended(book, entry.id)).state).toBe('succeeded');
    expect((await client().listJobs()).jobs).toHaveLength(1);
  });
});

describe('a result at its service', () => {
  afterEach(() => {
    isResultWanted = true;
    answer = undefined;
  });

  const openResults = (
    { book, runner }: Pick<ReturnType<typeof openApp>, 'book' | 'runner'>,
    change: Partial<RemoteResultsOptions> = {},
  ) =>
    new RemoteResults({
      store: book,
      runner,
      openClient: async () => client(),
      findOrigin: () => 'https://service.example',
      isWanted: () => isResultWanted,
      change: book.change,
      log: () => undefined,
      nowMs: () => Date.now(),
      ...change,
    });

  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });

  /** Opens a file server of a service. */
  const openFiles = async (onFile: (response: ServerResponse) => void): Promise<string> => {
    const server = createServer((_, response) => onFile(response));
    servers.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/result`;
  };

  /** The service as it is, but for the address of its results. */
  const answerWithFile =
    (address: string): typeof globalThis.fetch =>
    async (...call) => {
      const job: unknown = await (await fetch(...call)).json();
      return Response.json({ ...(job as object), output_url: address });
    };

  /** A finished job whose result stayed at the service. */
  const leaveOne = async ({ book, runner }: ReturnType<typeof openApp>): Promise<JobEntry> => {
    isResultWanted = false;
    const entry = createEntry();
    book.add(entry);
    runner.run(entry.id);
    const left = await ended(book, entry.id);
    isResultWanted = true;
    return left;
  };

  it('stays there on request, with its time of expiry, and can be fetched', async () => {
    isResultWanted = false;
    const { book, runner } = openApp();
    const entry = createEntry();
    book.add(entry);
    runner.run(entry.id);
    const left = await ended(book, entry.id);
    expect(left).toMatchObject({ state: 'succeeded', result: null, remote: { isGone: false } });
    expect(left.remote?.expiresAtMs).toBeGreaterThan(Date.now());

    runner.fetch(entry.id);
    expect(book.require(entry.id).state).toBe('collecting');
    const here = await ended(book, entry.id);
    expect(here).toMatchObject({
      state: 'succeeded',
      fetchedFrom: null,
      endedAtMs: left.endedAtMs,
    });
    expect(await readFile(here.result?.path ?? '')).toEqual(await readFile(clip));
  });

  it('is fetched again after the local file was lost, also after a restart, until the service reports it deleted', async () => {
    const { book, runner } = openApp();
    const entry = createEntry();
    book.add(entry);
    runner.run(entry.id);
    const { result, jobId } = await ended(book, entry.id);
    await rm(result?.path ?? '');
    book.change(entry.id, { state: 'collecting', fetchedFrom: 'succeeded' });
    const next = openApp();
    next.runner.run(entry.id);
    const again = await ended(next.book, entry.id);
    expect(await readFile(again.result?.path ?? '')).toEqual(await readFile(clip));

    await client().deleteJob({ params: { job_id: jobId ?? '' } });
    await rm(again.result?.path ?? '');
    next.runner.fetch(entry.id);
    expect(await ended(next.book, entry.id)).toMatchObject({
      state: 'succeeded',
      result: again.result,
      remote: { isGone: true },
      costUsd: again.costUsd,
    });
  });

  it('is fetched automatically on request, with its expiry noted until then', async () => {
    isResultWanted = false;
    const { book, runner } = openApp();
    const [kept, deleted] = [createEntry(), createEntry()];
    for (const entry of [kept, deleted]) {
      book.add(entry);
      runner.run(entry.id);
      await ended(book, entry.id);
    }
    const { jobId } = book.require(deleted.id);
    await client().deleteJob({ params: { job_id: jobId ?? '' } });
    book.change(kept.id, { remote: { expiresAtMs: 1, isGone: false } });
    const results = openResults({ book, runner }, { log: () => expect.unreachable() });
    await results.keep();
    expect(book.require(deleted.id).remote).toEqual({ expiresAtMs: null, isGone: true });
    expect(book.require(kept.id).remote?.expiresAtMs).toBeGreaterThan(Date.now());
    expect(book.require(kept.id).result).toBeNull();

    isResultWanted = true;
    await results.keep();
    results.stop();
    expect((await ended(book, kept.id)).result).not.toBeNull();
    expect(book.require(deleted.id).state).toBe('succeeded');
  });

  it('is fetched once, even by several calls at the same time', async () => {
    const app = openApp();
    const { book } = app;
    const { id } = await leaveOne(app);
    const other = await leaveOne(app);
    const requested = Promise.withResolvers<void>();
    const answerGate = Promise.withResolvers<void>();
    const slow: typeof globalThis.fetch = async (...call) => {
      requested.resolve();
      await answerGate.promise;
      return fetch(...call);
    };
    const results = openResults(app, { openClient: async () => client(slow) });
    const kept = Promise.all([results.keep(), results.keep()]);
    await requested.promise;
    for (const each of [id, other.id]) {
      results.fetch(each);
    }
    const here = await Promise.all([ended(book, id), ended(book, other.id)]);
    answerGate.resolve();
    await kept;
    results.stop();
    expect([book.require(id), book.require(other.id)]).toEqual(here);
    expect(await readdir(join(folder, 'results'))).toHaveLength(2);
  });

  it('is polled in the order of expiry, and none of many is left out', async () => {
    const app = openApp();
    const many = Array.from({ length: 25 }, (_, index) => ({
      ...createEntry(),
      state: 'succeeded' as const,
      jobId: `job_${index}`,
      remote: { expiresAtMs: index === 24 ? null : 100 - index, isGone: false },
    }));
    for (const entry of many) {
      app.book.add(entry);
    }
    const requested: string[] = [];
    answer = async (url) => {
      requested.push(
        String(url instanceof Request ? url.url : url)
          .split('/')
          .at(-1) ?? '',
      );
      return new Response('', { status: 403 });
    };
    const results = openResults(app);
    await results.keep();
    const inOrder = Array.from({ length: 25 }, (_, at) => `job_${at === 24 ? 24 : 23 - at}`);
    expect(requested).toEqual(inOrder.slice(0, 20));
    await results.keep();
    results.stop();
    expect(requested.slice(20)).toEqual([...inOrder.slice(20), ...inOrder.slice(0, 15)]);
  });

  it('that cannot be collected is fetched automatically once, without a message', async () => {
    const app = openApp();
    const { book } = app;
    const { id } = await leaveOne(app);
    let fetches = 0;
    const address = await openFiles((response) => {
      fetches += 1;
      response.end('This is no video.');
    });
    answer = answerWithFile(address);
    const results = openResults(app);
    await results.keep();
    expect(book.require(id)).toMatchObject({ state: 'collecting', isQuiet: true });
    expect(await ended(book, id)).toMatchObject({
      state: 'succeeded',
      error: { code: 'bad_reply' },
      isQuiet: false,
    });
    await results.keep();
    expect(book.require(id).state).toBe('succeeded');
    expect(fetches).toBe(1);

    results.fetch(id);
    results.stop();
    expect(book.require(id)).toMatchObject({ state: 'collecting', isQuiet: false });
    await ended(book, id);
    expect(fetches).toBe(2);
  });

  it('is not fetched automatically after the user stopped it', async () => {
    const app = openApp();
    const { book, runner } = app;
    const { id } = await leaveOne(app);
    const requested = Promise.withResolvers<void>();
    answer = answerWithFile(await openFiles(() => requested.resolve()));
    const results = openResults(app);
    await results.keep();
    await requested.promise;
    await runner.cancel(id);
    const stopped = await ended(book, id);
    expect(stopped).toMatchObject({ state: 'succeeded', error: null, result: null });
    answer = undefined;
    await results.keep();
    results.stop();
    expect(book.require(id).state).toBe('succeeded');
  });

  it('leaves its job unchanged when the fetch is stopped, and keeps the report when it arrives', async () => {
    const app = openApp();
    const { book, runner } = app;
    const { id } = await leaveOne(app);
    const report = {
      engine: { name: 'Copy', provider: 'CPU' as const, models: [], reason: null },
      stages: [],
      wallMs: 1,
      frames: null,
      quality: noQuality,
    };
    const error = { code: 'storage_failed' as const, message: 'The disk is full.' };
    const failed = book.change(id, { state: 'failed', error, report });
    const requested = Promise.withResolvers<void>();
    answer = answerWithFile(await openFiles(() => requested.resolve()));
    runner.fetch(id);
    await requested.promise;
    await runner.cancel(id);
    const stopped = await ended(book, id);
    expect(stopped).toEqual({ ...failed, remote: stopped.remote, isLeftAtService: true });
    expect(stopped).toMatchObject({ state: 'failed', error, report, remote: { isGone: false } });

    answer = undefined;
    runner.fetch(id);
    expect(await ended(book, id)).toMatchObject({ state: 'succeeded', error: null, report });
  });

  it('is polled again after the list could not be read, which ends no job', async () => {
    const app = openApp();
    const told: string[] = [];
    const failing = { find: app.book.find, readAll: () => Promise.reject(new Error('No disk.')) };
    const log: RemoteResultsOptions['log'] = (_level, event) => {
      told.push(event);
    };
    const results = openResults(app, { store: failing, log });
    await results.keep();
    await results.keep();
    results.stop();
    expect(told).toEqual(['jobs.results_not_kept', 'jobs.results_not_kept']);
  });

  it('is not lost by a 404 of a proxy, and can be fetched afterwards', async () => {
    const app = openApp();
    const { id, remote } = await leaveOne(app);
    const { book } = app;
    answer = async () => new Response('<h1>Not found</h1>', { status: 404 });
    const results = openResults(app);
    await results.keep();
    expect(book.require(id)).toMatchObject({ state: 'succeeded', remote });
    results.fetch(id);
    const refused = await ended(book, id);
    expect(refused).toMatchObject({ error: { code: 'not_found' }, remote: { isGone: false } });

    book.change(id, { remote: { expiresAtMs: null, isGone: true } });
    answer = undefined;
    expect(results.mayFetch(book.require(id))).toBe(true);
    results.fetch(id);
    results.stop();
    const here = await ended(book, id);
    expect(here).toMatchObject({ error: null, remote: { isGone: false } });
    expect(here.result).not.toBeNull();
  });
});

describe('the list of jobs', () => {
  it('has the 500 newest and all unfinished jobs in its file, and all others in its archive', async () => {
    const running = createEntry();
    const over = Array.from({ length: 3_000 }, () => ({
      ...createEntry(),
      state: 'failed' as const,
    }));
    await writeFile(join(folder, 'jobs.json'), JSON.stringify({ jobs: [...over, running] }));
    const { book } = openApp();
    await book.readAll();
    const added = createEntry();
    book.add(added);
    expect(book.list()).toHaveLength(500);
    expect(book.list()[0]?.id).toBe(added.id);
    expect(book.list().at(-1)?.id).toBe(running.id);
    expect(book.listAll()).toHaveLength(3_002);
    expect(book.find(over[2_999]!.id)?.state).toBe('failed');

    book.change(over[2_999]!.id, { hasThumbnail: true });
    await book.remove(new Set([over[1_500]!.id, over[0]!.id]));
    const { book: again } = openApp();
    const ids = new Set((await again.readAll()).map(({ id }) => id));
    const left = [added, ...over, running].filter((job) => job !== over[0] && job !== over[1_500]);
    expect(ids).toEqual(new Set(left.map(({ id }) => id)));
    expect(again.find(over[2_999]!.id)?.hasThumbnail).toBe(true);
    expect(await readFile(join(folder, 'jobs.jsonl'), 'utf8')).not.toContain(over[1_500]!.id);
  });

  it('loses nothing when it ends between its two files', async () => {
    const over = Array.from({ length: 600 }, () => ({
      ...createEntry(),
      state: 'failed' as const,
    }));
    await writeFile(join(folder, 'jobs.json'), JSON.stringify({ jobs: over }));
    const lines = over.slice(500).map((job) => `\n${JSON.stringify(job)}`);
    await writeFile(join(folder, 'jobs.jsonl'), `${lines.join('')}\n{"id":"cut o`);
    expect(await openApp().book.readAll()).toHaveLength(600);
  });

  it('reads archived jobs of earlier versions', async () => {
    const { startedAtMs, notes, proof, isCleared, ...before } = createEntry();
    await writeFile(join(folder, 'jobs.jsonl'), JSON.stringify(before));
    const { book } = openApp();
    await book.readAll();
    expect(book.find(before.id)).toEqual({
      ...before,
      startedAtMs: null,
      notes: [],
      proof: null,
      isCleared: true,
    });
    expect([startedAtMs, notes, proof, isCleared]).toHaveLength(4);
  });

  it('drops one that it cannot read and keeps the others', async () => {
    const kept = createEntry();
    await writeFile(join(folder, 'jobs.json'), JSON.stringify({ jobs: [{ id: 'x' }, kept] }));
    expect(openApp().book.list()).toEqual([kept]);
  });
});

describe('chosen files', () => {
  const openChosen = () => {
    const file = openStoredFile({
      folder,
      name: 'consents',
      schema: consentsFileSchema,
      onSetAside: () => expect.unreachable(),
    });
    return createChosenFiles(
      createMediaGrants(),
      createConsents(file, () => 1),
    );
  };

  it('are media by their content, with any name', async () => {
    const chosen = openChosen();
    expect(await chosen.add(clip)).toMatchObject({ name: 'Holiday.mp4', kind: 'video' });
    const text = join(media, 'text.mp4');
    await writeFile(text, 'only text');
    await expect(chosen.add(text)).rejects.toMatchObject({ code: 'unsupported_format' });
    await expect(chosen.add(media)).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(chosen.add(join(media, 'none'))).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('need one consent per content, also after a restart', async () => {
    const chosen = openChosen();
    const { id, hasConsent } = await chosen.add(face);
    expect(hasConsent).toBe(false);
    expect(chosen.agree(id).hasConsent).toBe(true);
    const copy = join(media, 'renamed.png');
    await writeFile(copy, await readFile(face));
    expect((await openChosen().add(copy)).hasConsent).toBe(true);
    expect((await openChosen().add(clip)).hasConsent).toBe(false);
  });
});

describe('a deletion', () => {
  it('removes job, result and inputs from the service, and waits for an unreachable service', async () => {
    const { book, runner } = openApp();
    const entry = createEntry();
    book.add(entry);
    runner.run(entry.id);
    const done = await ended(book, entry.id);
    const jobId = done.jobId ?? '';
    const { output_url: url } = await client().readJob({ params: { job_id: jobId } });
    const open = (isReached: boolean) =>
      new Deletions({
        file: openStoredFile({
          folder,
          name: 'deletions',
          schema: deletionsFileSchema,
          onSetAside: () => expect.unreachable(),
        }),
        openClient: async () => {
          if (!isReached) {
            throw new AppError('service_unreachable', 'The service is not there.');
          }
          return client();
        },
        deleteContent: world.service.maintenance.deleteContent,
        findOrigin: () => world.service.baseUrl,
        log: () => undefined,
      });
    const offline = open(false);
    const fileKeys = done.inputs.map(({ fileKey }) => fileKey ?? '');
    offline.add([{ profileId: 'p', origin: null, jobId, fileKeys, sha256s: [] }]);
    await offline.carryOut();
    offline.stop();
    expect((await client().readJob({ params: { job_id: jobId } })).status).toBe('succeeded');

    // After a restart, with the service in reach.
    const online = open(true);
    await online.carryOut();
    online.stop();
    const gone = { code: 'not_found' };
    await expect(client().readJob({ params: { job_id: jobId } })).rejects.toMatchObject(gone);
    expect((await fetch(url ?? '')).status).toBe(404);
    for (const file_key of fileKeys) {
      await expect(client().deleteUpload({ params: { file_key } })).rejects.toMatchObject(gone);
    }
    expect(JSON.parse(await readFile(join(folder, 'deletions.json'), 'utf8'))).toEqual({
      deletions: [],
      persons: [],
    });
    expect(await readFile(done.result?.path ?? '')).toEqual(await readFile(clip));
  });
});
