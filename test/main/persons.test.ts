/** Checks that all data of a person is deleted, here and at services, despite kills and unreachable services. */
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import '../support/without-electron.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { toMicros } from '../../src/base/money.ts';
import { openWorld, type World } from '../contract/support/world.ts';
import { makeClip } from '../media/make-clip.ts';
import { lengths } from './copying-processor.ts';
import { openPersonApp, type PersonApp as App } from './person-app.ts';

/** Bytes that only the person's picture contains. */
const mark = 'PLANTED-4f1c9e27-of-a-person';

let media: string;
let clip: string;
let scene: string;
let face: string;
let sha256: string;
beforeAll(async () => {
  media = mkdtempSync(join(tmpdir(), 'guise-person-media-'));
  clip = join(media, 'Holiday.mp4');
  scene = join(media, 'scene.mp4');
  face = join(media, 'face.png');
  makeClip(clip, { video: { frames: 10, width: 64, height: 48 } });
  makeClip(scene, { video: { frames: 12, width: 64, height: 48 } });
  const create = { width: 64, height: 64, channels: 3, background: '#888' } as const;
  const exif = { IFD0: { ImageDescription: mark } };
  const image = await sharp({ create }).withExif(exif).png({ compressionLevel: 0 }).toBuffer();
  // Many telephones append data to the picture, which the service cuts off.
  writeFileSync(face, Buffer.concat([image, Buffer.from(' and a short film behind it')]));
  sha256 = createHash('sha256').update(readFileSync(face)).digest('hex');
}, 60_000);
afterAll(() => rmSync(media, { recursive: true }));

const registry = new URL('./copying-processor.ts', import.meta.url).href;
let world: World;
/** Another service, where a test uses one. */
let remote: World | null;
let data: string;
let isLocalReached: boolean;
let isRemoteReached: boolean;
let stops: (() => void)[];
beforeEach(async () => {
  world = await openWorld({ registry });
  remote = null;
  await world.service.core.topUp({
    accountId: world.service.accountId,
    reference: 'test',
    amountMicros: toMicros(10_000_000),
  });
  data = mkdtempSync(join(tmpdir(), 'guise-person-'));
  isLocalReached = true;
  isRemoteReached = true;
  stops = [];
});
afterEach(async () => {
  stops.forEach((stop) => stop());
  await world.close();
  await remote?.close();
  rmSync(data, { recursive: true, maxRetries: 5 });
});

const openApp = (): App => {
  const app = openPersonApp({
    data,
    service: world.service,
    isReached: (kind) => (kind === 'embedded' ? isLocalReached : isRemoteReached),
  });
  stops.push(app.jobs.stop);
  return app;
};

async function swap(app: App, video: string, options: object = {}): Promise<string> {
  const { jobs } = app;
  const [target, source] = [await jobs.addFile(video), await jobs.addFile(face)];
  jobs.chosen.agree(source.id);
  const { id } = await jobs.calls['jobs.submit']({
    feature: 'face_swap',
    inputs: [
      { field: 'video_key', fileId: target.id },
      { field: 'face_key', fileId: source.id },
    ],
    options: { ...options },
    holdUsd: null,
    expectedMs: null,
  });
  return id;
}

/** Files below a folder that hold the planted bytes, or their hash in hex or raw. */
function search(folder: string): string[] {
  const forms = [Buffer.from(mark), Buffer.from(sha256), Buffer.from(sha256, 'hex')];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .filter((path) => {
      const bytes = readFileSync(path);
      return path.includes(sha256) || forms.some((form) => bytes.includes(form));
    });
}

const nothingLeft = async (...folders: readonly string[]): Promise<void> => {
  await vi.waitFor(() => expect(folders.flatMap(search)).toEqual([]), {
    timeout: 20_000,
    interval: 50,
  });
};

const resultOf = (app: App, id: string): string => app.jobs.store.require(id).result?.path ?? '';

/** Opens the remote service, adds and selects it; returns its profile and its folder. */
async function useRemote({
  profiles,
}: ReturnType<typeof openApp>): Promise<{ readonly team: string; readonly folder: string }> {
  remote = await openWorld({ registry });
  const { secret } = await remote.newAccount({ balanceUsd: 10 });
  const { baseUrl } = remote.service;
  const list = await profiles.add({ name: 'Team', baseUrl, apiKey: secret });
  const team = list.profiles.at(-1)?.id ?? '';
  profiles.activate(team);
  return { team, folder: remote.folder };
}

it('deletes jobs, those made of their results, characters, recordings of the output and the consent', async () => {
  const app = openApp();
  const first = await swap(app, clip);
  await app.until(first, 'succeeded');
  // The result is used again, with another person's face.
  const made = resultOf(app, first);
  const other = join(media, 'other.png');
  const create = { width: 48, height: 48, channels: 3, background: '#282' } as const;
  await sharp({ create }).png().toFile(other);
  const copy = join(media, 'my copy.mp4');
  writeFileSync(copy, readFileSync(made));
  const [target, source] = [await app.jobs.addFile(copy), await app.jobs.addFile(other)];
  app.jobs.chosen.agree(source.id);
  const second = await app.jobs.calls['jobs.submit']({
    feature: 'face_swap',
    inputs: [
      { field: 'video_key', fileId: target.id },
      { field: 'face_key', fileId: source.id },
    ],
    options: {},
    holdUsd: null,
    expectedMs: null,
  });
  await app.until(second.id, 'succeeded');
  const { id: fileId } = await app.jobs.addFile(face);
  const character = await app.characters.add(app.jobs.chosen.require(fileId));
  await app.characters.storeImage(character.id, Uint8Array.of(0xff, 0xd8, 1));
  const capture = join(data, 'results', 'Guise 2026-01-31 09-30-05.mp4');
  app.onAir.set('face', sha256);
  app.captured.begin(capture);
  app.captured.end(capture);
  writeFileSync(capture, 'a recording of the output');
  writeFileSync(join(data, 'jobs.set-aside-2026-01-01T00-00-00.000Z.json'), `{ "${sha256}`);
  const kept = join(data, 'results', 'Guise 2026-01-31 10-00-00.mp4');
  writeFileSync(kept, 'a recording of somebody else');

  const { calls } = app.persons;
  const survey = await calls['persons.survey']({ of: { kind: 'job', id: first } });
  expect(survey).toMatchObject({
    persons: [{ id: sha256, part: 'face', name: 'face', jobs: 1, characters: 1 }],
    results: 2,
    characters: 1,
    captures: 1,
    running: 0,
    setAside: 1,
    isOnAir: true,
    locations: [{ profileId: 'this-computer', name: null, jobs: 2 }],
  });
  for (const of of [
    { kind: 'character', id: character.id },
    { kind: 'file', id: fileId },
    { kind: 'person', id: sha256 },
  ] as const) {
    expect(await calls['persons.survey']({ of })).toEqual(survey);
  }
  expect(search(data).length).toBeGreaterThan(3);
  expect(search(world.folder).length).toBeGreaterThan(0);

  const deleted = await calls['persons.delete']({ ids: [sha256] });
  expect(deleted).toEqual({ waiting: { services: [], paths: [] }, outOfReach: 0 });
  await nothingLeft(data, world.folder);
  expect(app.told).toContain('session ended');
  expect(app.jobs.store.list()).toEqual([]);
  expect(app.characters.list()).toEqual([]);
  expect(app.jobs.chosen.hasConsent(fileId)).toBe(false);
  expect([made, capture].filter((path) => existsSync(path))).toEqual([]);
  // Files of the user stay in their folders, and so does all data unrelated to the person.
  expect([face, copy, kept].filter((path) => !existsSync(path))).toEqual([]);
  expect(app.jobs.consents.list()).toEqual([
    createHash('sha256').update(readFileSync(other)).digest('hex'),
  ]);
  await expect(calls['persons.survey']({ of: { kind: 'job', id: first } })).rejects.toMatchObject({
    code: 'not_found',
  });
});

it('deletes items that the app no longer lists: an inspected upload, and a job that left the list', async () => {
  const app = openApp();
  const { id } = await swap(app, clip).then((id) => ({ id }));
  await app.until(id, 'succeeded');
  await app.jobs.store.remove(new Set([id]));
  const { id: fileId } = await app.jobs.addFile(face);
  await app.jobs.calls['files.check']({ id: fileId });
  expect(search(world.folder).length).toBeGreaterThan(0);
  await app.persons.calls['persons.delete']({ ids: [sha256] });
  await nothingLeft(world.folder);
});

it('stops a running job, and leaves the others alone', async () => {
  const app = openApp();
  const running = await swap(app, clip, { max_duration_sec: lengths.endless });
  await app.until(running, 'processing');
  const { id: sceneId } = await app.jobs.addFile(scene);
  const { id: otherId } = await app.jobs.addFile(join(media, 'other.png'));
  app.jobs.chosen.agree(otherId);
  const other = await app.jobs.calls['jobs.submit']({
    feature: 'face_swap',
    inputs: [
      { field: 'video_key', fileId: sceneId },
      { field: 'face_key', fileId: otherId },
    ],
    options: {},
    holdUsd: null,
    expectedMs: null,
  });
  await app.until(other.id, 'succeeded');
  const survey = await app.persons.calls['persons.survey']({ of: { kind: 'job', id: running } });
  expect(survey.running).toBe(1);
  await app.persons.calls['persons.delete']({ ids: [sha256] });
  await nothingLeft(data, world.folder);
  expect(app.jobs.store.list().map(({ id }) => id)).toEqual([other.id]);
  expect(existsSync(resultOf(app, other.id))).toBe(true);
});

it('leaves no job behind when it is deleted at any moment of its submission', async () => {
  const app = openApp();
  const { core, accountId } = world.service;
  for (let moment = 0; moment < 6; moment += 1) {
    await swap(app, clip, { max_duration_sec: lengths.endless });
    await sleep(moment * 13);
    await app.persons.calls['persons.delete']({ ids: [sha256] });
    await nothingLeft(data, world.folder);
    expect((await core.listJobs(accountId, { limit: 10, offset: 0 })).jobs).toEqual([]);
    expect(app.jobs.store.list()).toEqual([]);
  }
});

it('leaves no file behind that the service is inspecting', async () => {
  const app = openApp();
  for (let moment = 0; moment < 4; moment += 1) {
    const { id } = await app.jobs.addFile(face);
    app.jobs.chosen.agree(id);
    const checking = app.jobs.calls['files.check']({ id });
    await sleep(moment * 13);
    await app.persons.calls['persons.delete']({ ids: [sha256] });
    await checking;
    await nothingLeft(data, world.folder);
  }
});

it('lists pending deletions, and carries them out once the services are reachable', async () => {
  const app = openApp();
  const local = await swap(app, clip);
  await app.until(local, 'succeeded');
  const { team, folder } = await useRemote(app);
  const far = await swap(app, clip);
  await app.until(far, 'succeeded');
  isLocalReached = false;
  isRemoteReached = false;
  const { waiting } = await app.persons.calls['persons.delete']({ ids: [sha256] });
  expect(waiting.services).toEqual([
    { profileId: 'this-computer', name: null, count: 2, refused: 0 },
    { profileId: team, name: 'Team', count: 1, refused: 0 },
  ]);
  expect(readdirSync(join(data, 'results'))).toEqual([]);
  app.jobs.stop();

  const again = openApp();
  expect(again.persons.deletion.waiting().services).toHaveLength(2);
  isRemoteReached = true;
  await again.jobs.deletions.carryOut();
  expect(again.persons.deletion.waiting().services.map(({ name }) => name)).toEqual([null]);
  isLocalReached = true;
  await again.jobs.deletions.carryOut();
  await nothingLeft(data, world.folder, folder);
});

it('reports that a service without deletions still has the job', async () => {
  const app = openApp();
  const job = { id: 'j', status: 'succeeded', output_url: null, credits_charged: 0, error: null };
  const requested: string[] = [];
  const server = createServer((request, reply) => {
    requested.push(`${request.method} ${request.url}`);
    const [status, body] =
      request.method === 'GET'
        ? [200, job]
        : [404, { error: { code: 'not_found', message: 'There is no such operation.' } }];
    reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  stops.push(
    () => server.close(),
    () => server.closeAllConnections(),
  );
  const bound = server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
  const list = await app.profiles.add({
    name: 'Plain',
    baseUrl: `http://127.0.0.1:${port}/api/v1`,
    apiKey: 'sk-plain',
  });
  const plain = list.profiles.at(-1)?.id ?? '';
  const deletion = { profileId: plain, origin: null, jobId: 'j', fileKeys: [], sha256s: [] };
  app.jobs.deletions.add([deletion]);
  await app.jobs.deletions.carryOut();
  const refused = [{ profileId: plain, name: 'Plain', count: 1, refused: 1 }];
  expect(app.persons.deletion.waiting().services).toEqual(refused);
  const tries = requested.length;
  await app.jobs.deletions.carryOut();
  expect(requested).toHaveLength(tries);
  await app.jobs.deletions.retry();
  expect(requested.length).toBeGreaterThan(tries);
});

it('lists the jobs of removed services, which cannot be deleted', async () => {
  const app = openApp();
  const { team } = await useRemote(app);
  const far = await swap(app, clip);
  await app.until(far, 'succeeded');
  app.profiles.remove(team);
  const survey = await app.persons.calls['persons.survey']({ of: { kind: 'job', id: far } });
  expect(survey.locations).toEqual([{ profileId: null, name: null, jobs: 1 }]);
  expect(await app.persons.calls['persons.delete']({ ids: [sha256] })).toMatchObject({
    outOfReach: 1,
  });
  await nothingLeft(data);
});

it('continues a deletion that was interrupted before its first step', async () => {
  const app = openApp();
  const id = await swap(app, clip);
  await app.until(id, 'succeeded');
  const result = resultOf(app, id);
  app.jobs.stop();
  // The state that the killed run left.
  const begun = { id: 'x', sha256s: [sha256], paths: [] };
  writeFileSync(join(data, 'deletions.json'), JSON.stringify({ deletions: [], persons: [begun] }));
  const again = openApp();
  await again.persons.deletion.resume();
  await again.jobs.deletions.carryOut();
  await nothingLeft(data, world.folder);
  expect(existsSync(result)).toBe(false);
});

it('deletes no file of the user that a list from elsewhere names', async () => {
  const letter = join(media, 'letter.txt');
  writeFileSync(letter, 'a letter of the user');
  const app = openApp();
  const id = await swap(app, clip);
  await app.until(id, 'succeeded');
  app.jobs.stop();
  const path = join(data, 'jobs.json');
  const jobs = JSON.parse(readFileSync(path, 'utf8'));
  jobs.jobs[0].result.path = letter;
  writeFileSync(path, JSON.stringify(jobs));
  const begun = { id: 'x', sha256s: [sha256], paths: [letter, join(data, 'results', '..', 'a')] };
  writeFileSync(join(data, 'a'), 'of the user');
  mkdirSync(join(data, 'damaged-1'));
  writeFileSync(join(data, 'deletions.json'), JSON.stringify({ deletions: [], persons: [begun] }));
  const again = openApp();
  await again.persons.deletion.resume();
  expect(
    [letter, join(data, 'a'), join(data, 'damaged-1')].map((kept) => existsSync(kept)),
  ).toEqual([true, true, true]);
});

it('removes bytes that only a damaged database listed, and that database with them', async () => {
  const app = openApp();
  const id = await swap(app, clip);
  await app.until(id, 'succeeded');
  const [blob = ''] = search(join(world.folder, 'blobs'));
  const orphan = readFileSync(blob);
  await app.persons.calls['persons.delete']({ ids: [sha256] });
  await nothingLeft(world.folder);
  // The state that a start with a new database leaves.
  mkdirSync(join(blob, '..'), { recursive: true });
  writeFileSync(blob, orphan);
  mkdirSync(join(world.folder, 'damaged-1700000000000'));
  writeFileSync(join(world.folder, 'damaged-1700000000000', 'guise.db'), sha256);
  await world.service.maintenance.deleteContent([]);
  expect(search(world.folder)).toHaveLength(2);
  await world.service.maintenance.deleteSetAside();
  expect(search(world.folder)).toEqual([]);
});
