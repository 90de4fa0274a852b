/** A restored backup or another program changed the app's files: nothing leaves the computer without a click. */
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import '../support/without-electron.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createId } from '../../src/base/ids.ts';
import type { LocalJob } from '../../src/contract/ipc/jobs.ts';
import { resolveFolders } from '../../src/main/app/folders.ts';
import { createNotices } from '../../src/main/app/notices.ts';
import { type Cipher, KeyVault } from '../../src/main/profiles/key-vault.ts';
import { createProfileStore } from '../../src/main/profiles/profile-store.ts';
import type { ServiceHost } from '../../src/main/service/service-host.ts';
import { openWindowlessJobs } from './windowless-jobs.ts';

const { openFiles } = await import('../../src/main/app/open-files.ts');

const apiKey = 'sk-the-key-of-the-user';
/** Encryption of this system: a backup from elsewhere has other keys. */
const cipher: Cipher = {
  isAvailable: async () => true,
  encrypt: async (text) => Buffer.from(`this-system ${text}`),
  decrypt: async (bytes) => {
    const text = Buffer.from(bytes).toString();
    if (!text.startsWith('this-system ')) {
      throw new Error('Encrypted elsewhere.');
    }
    return { text: text.slice('this-system '.length), shouldReEncrypt: false };
  },
  backend: () => 'keychain',
};

let folder = '';
let face = '';
let servers: Server[] = [];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'guise-planted-'));
  mkdirSync(join(folder, 'user'));
  face = join(folder, 'user', 'face.png');
  const create = { width: 64, height: 64, channels: 3, background: '#888' } as const;
  await sharp({ create }).png().toFile(face);
  writeFileSync(join(folder, 'user', 'id_ed25519'), 'a private key of the user');
});
afterEach(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  servers = [];
  rmSync(folder, { recursive: true });
});

/** A server that receives every request and refuses it, with the received requests. */
async function openPeer(): Promise<{ readonly baseUrl: string; readonly got: () => string }> {
  const pieces: Buffer[] = [];
  const server = createServer((request, reply) => {
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      reply.writeHead(400, { 'content-type': 'application/json' });
      reply.end('{"error":{"code":"invalid_input","message":"no"}}');
    });
  });
  server.on('connection', (socket) => {
    socket.on('data', (bytes: Buffer) => pieces.push(bytes));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
  return {
    baseUrl: `http://127.0.0.1:${port}/api/v1`,
    got: () => Buffer.concat(pieces).toString('latin1'),
  };
}

/** The app after a start, on the files of the folder. */
function openApp() {
  const folders = resolveFolders(folder, join(folder, 'data'));
  const files = openFiles(
    folders.data,
    createNotices(() => undefined),
    () => undefined,
  );
  const vault = new KeyVault(files.keys, cipher, () => undefined);
  const service: Pick<ServiceHost, 'readDetails' | 'hintJob' | 'jobSlots'> = {
    readDetails: async () => null,
    hintJob: async () => undefined,
    jobSlots: () => null,
  };
  const profiles = createProfileStore(files.profiles, vault, async () => {
    throw new Error('There is no service of this computer here.');
  });
  const { jobs, seen } = openWindowlessJobs({
    folders,
    files,
    profiles,
    readProofKey: () => vault.readProofKey(),
    service: service as ServiceHost,
  });
  const until = (id: string, state: LocalJob['state']): Promise<void> =>
    vi.waitFor(() => expect(seen.get(id)?.state).toBe(state), { timeout: 20_000, interval: 10 });
  return { files, profiles, jobs, until };
}

const dataPath = (name: string): string => join(folder, 'data', name);
const read = (name: string) => JSON.parse(readFileSync(dataPath(name), 'utf8'));
const write = (name: string, value: unknown): void => {
  writeFileSync(dataPath(name), JSON.stringify(value));
};

/** An entry written by someone who knows the file format. */
function plant(profileId: string, change: object = {}) {
  return {
    id: createId(),
    profileId,
    origin: null,
    feature: 'face_swap_image',
    state: 'sending',
    createdAtMs: Date.now(),
    endedAtMs: null,
    inputs: [
      {
        field: 'image_key',
        path: join(folder, 'user', 'id_ed25519'),
        kind: 'image',
        fileKey: null,
      },
    ],
    options: {},
    idempotencyKey: createId(),
    jobId: null,
    holdUsd: null,
    expectedMs: null,
    costUsd: null,
    error: null,
    result: null,
    report: null,
    hasThumbnail: false,
    ...change,
  };
}

/** A service whose one job has finished, with a result and a file name of its choice. */
async function openFinished(result: Buffer, name: string): Promise<string> {
  const server = createServer((request, reply) => {
    if (request.url === `/${name}`) {
      reply.end(result);
      return;
    }
    const url = `http://${request.headers.host}/${name}`;
    const job = { id: 'j', status: 'succeeded', output_url: url, credits_charged: 0, error: null };
    reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(job));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  return `http://127.0.0.1:${typeof bound === 'object' && bound !== null ? bound.port : 0}/api/v1`;
}

async function addService(baseUrl: string): Promise<string> {
  const { profiles } = openApp();
  const list = await profiles.add({ name: 'Team', baseUrl, apiKey });
  const { id } = list.profiles.at(-1)!;
  profiles.activate(id);
  return id;
}

/** Chooses two pictures, gives consent and submits a swap to the selected service. */
async function submit({ jobs }: ReturnType<typeof openApp>): Promise<{ readonly id: string }> {
  const scene = await jobs.addFile(face);
  jobs.chosen.agree(scene.id);
  return jobs.calls['jobs.submit']({
    feature: 'face_swap_image',
    inputs: [
      { field: 'image_key', fileId: scene.id },
      { field: 'face_key', fileId: scene.id },
    ],
    options: {},
    holdUsd: null,
    expectedMs: null,
  });
}

describe('a planted file of the app', () => {
  it('sends no byte to a server that replaced the service', async () => {
    const [own, foreign] = [await openPeer(), await openPeer()];
    const id = await addService(own.baseUrl);
    const profiles = read('profiles.json');
    profiles.profiles[0].baseUrl = foreign.baseUrl;
    write('profiles.json', profiles);
    const entries = [
      plant(id),
      plant(id, { origin: new URL(foreign.baseUrl).origin, proof: 'AAAA' }),
      plant(id, {
        state: 'queued',
        inputs: [],
        feature: 'text_to_speech',
        options: { script: 'x' },
      }),
    ];
    const followed = plant(id, { state: 'processing', jobId: 'theirs' });
    write('jobs.json', { jobs: [...entries, followed] });

    const app = openApp();
    app.jobs.resume();
    for (const entry of entries) {
      await app.until(entry.id, 'unconfirmed');
    }
    await app.until(followed.id, 'failed');
    expect(foreign.got()).toBe('');
    expect(own.got()).toBe('');
    expect(await app.jobs.calls['jobs.list']({})).toHaveLength(4);
  });

  it('sends no file of the user to the service itself, not even at the user’s request', async () => {
    const own = await openPeer();
    const id = await addService(own.baseUrl);
    const entry = plant(id);
    write('jobs.json', { jobs: [entry] });
    const app = openApp();
    app.jobs.resume();
    await app.until(entry.id, 'unconfirmed');
    const confirmed = app.jobs.calls['jobs.confirm']({ id: entry.id });
    await expect(confirmed).rejects.toMatchObject({ code: 'unsupported_format' });
    await app.jobs.calls['jobs.cancel']({ id: entry.id });
    await app.until(entry.id, 'canceled');
    expect(own.got()).toBe('');
  });

  it('loses no job: an unproven one is sent at the user’s request', async () => {
    const own = await openPeer();
    const id = await addService(own.baseUrl);
    const inputs = ['image_key', 'face_key'].map((field) => ({
      field,
      path: face,
      kind: 'image',
      fileKey: null,
    }));
    const entry = plant(id, { inputs });
    write('jobs.json', { jobs: [entry] });
    const app = openApp();
    app.jobs.resume();
    await app.until(entry.id, 'unconfirmed');
    expect(own.got()).toBe('');
    await app.jobs.calls['jobs.confirm']({ id: entry.id });
    await app.until(entry.id, 'failed');
    expect(own.got()).toContain(readFileSync(face, 'latin1').slice(-40));
  });

  it('sends nothing of a job that is cancelled or deleted while its files are read', async () => {
    const own = await openPeer();
    const id = await addService(own.baseUrl);
    const inputs = ['image_key', 'face_key'].map((field) => ({
      field,
      path: face,
      kind: 'image',
      fileKey: null,
    }));
    const [cancelled, deleted] = [plant(id, { inputs }), plant(id, { inputs })];
    write('jobs.json', { jobs: [cancelled, deleted] });
    const app = openApp();
    app.jobs.resume();
    await app.until(cancelled.id, 'unconfirmed');
    await app.until(deleted.id, 'unconfirmed');
    const confirmations = Promise.allSettled(
      [cancelled, deleted].map((entry) => app.jobs.calls['jobs.confirm']({ id: entry.id })),
    );
    await app.jobs.calls['jobs.cancel']({ id: cancelled.id });
    await app.jobs.calls['jobs.cancel']({ id: deleted.id });
    await app.jobs.calls['jobs.forget']({ id: deleted.id });
    expect((await confirmations).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await app.jobs.calls['jobs.list']({})).toMatchObject([
      { id: cancelled.id, state: 'canceled' },
    ]);
    expect(own.got()).toBe('');
    expect(existsSync(dataPath('consents.json'))).toBe(false);
  });

  it('sends nothing of a job that its service would refuse', async () => {
    const own = await openPeer();
    const id = await addService(own.baseUrl);
    const inputs = [{ field: 'face_key', path: face, kind: 'image', fileKey: null }];
    const entry = plant(id, { inputs });
    write('jobs.json', { jobs: [entry] });
    const app = openApp();
    app.jobs.resume();
    await app.until(entry.id, 'unconfirmed');
    await expect(app.jobs.calls['jobs.confirm']({ id: entry.id })).rejects.toMatchObject({
      code: 'invalid_input',
      details: { field: 'image_key' },
    });
    expect(own.got()).toBe('');
  });

  it('does not change a job that the app wrote and continues', async () => {
    const own = await openPeer();
    await addService(own.baseUrl);
    const first = openApp();
    const { id } = await submit(first);
    await first.until(id, 'failed');
    const kept = read('jobs.json');
    const again = { ...kept.jobs[0], state: 'sending', error: null, endedAtMs: null };
    for (const [change, state] of [
      [{}, 'failed'],
      [{ options: { prompt: 'other' } }, 'unconfirmed'],
      [{ feature: 'motion_control' }, 'unconfirmed'],
      [{ origin: 'https://other.example' }, 'unconfirmed'],
      [{ createdAtMs: again.createdAtMs - 1 }, 'unconfirmed'],
      [{ idempotencyKey: createId() }, 'unconfirmed'],
      [{ inputs: [{ ...again.inputs[0], sha256: 'a'.repeat(64) }] }, 'unconfirmed'],
      [{ inputs: [{ ...again.inputs[0], fileKey: 'api/images/x.png' }] }, 'unconfirmed'],
    ] as const) {
      write('jobs.json', { jobs: [{ ...again, ...change }] });
      const app = openApp();
      app.jobs.resume();
      await app.until(id, state);
    }
  });

  it('reaches no file outside of the app’s folders by the id of a job', () => {
    writeFileSync(join(folder, 'photo.jpg'), 'of the user');
    const id = '../../photo';
    mkdirSync(join(folder, 'data'));
    write('jobs.json', { jobs: [plant('p', { id, state: 'failed', hasThumbnail: true })] });
    const app = openApp();
    return expect(app.jobs.calls['jobs.forget']({ id })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});

describe('a result', () => {
  const results = (): string[] => {
    const path = join(folder, 'data', 'results');
    return existsSync(path) ? readdirSync(path) : [];
  };

  it('is named by its bytes, with any name from the service', async () => {
    const id = await addService(await openFinished(readFileSync(face), 'movie.desktop'));
    const job = plant(id, { state: 'processing', jobId: 'j', inputs: [] });
    write('jobs.json', { jobs: [job] });
    const app = openApp();
    app.jobs.resume();
    await app.until(job.id, 'succeeded');
    expect(results()).toEqual(['result face-swap-image.png']);
  });

  it('that is no medium is not kept', async () => {
    const id = await addService(await openFinished(Buffer.from('<script>1</script>'), 'x.png'));
    const job = plant(id, { state: 'processing', jobId: 'j', inputs: [] });
    write('jobs.json', { jobs: [job] });
    const app = openApp();
    app.jobs.resume();
    await app.until(job.id, 'failed');
    expect(results()).toEqual([]);
  });
});

describe('a retry', () => {
  it('makes one new job of a double click', async () => {
    await addService((await openPeer()).baseUrl);
    const app = openApp();
    const { id } = await submit(app);
    await app.until(id, 'failed');
    const retry = app.jobs.calls['jobs.retry'];
    const first = await retry({ id });
    const second = await retry({ id });
    expect(second.id).toBe(first.id);
    expect(await app.jobs.calls['jobs.list']({})).toHaveLength(2);
  });
});

describe('a consent', () => {
  it('applies to the displayed bytes: a changed file is not sent, not even by a retry', async () => {
    const own = await openPeer();
    await addService(own.baseUrl);
    const app = openApp();
    const { id } = await submit(app);
    await app.until(id, 'failed');
    const create = { width: 64, height: 64, channels: 3, background: '#f00' } as const;
    const other = await sharp({ create }).png().toBuffer();
    const before = own.got().length;
    writeFileSync(face, other);
    const retried = await app.jobs.calls['jobs.retry']({ id });
    await app.until(retried.id, 'failed');
    expect(read('jobs.json').jobs[0].error.message).toContain('not what it was when it was chosen');
    expect(own.got()).toHaveLength(before);
  });

  it('is requested by a retry as by a submit', async () => {
    const own = await openPeer();
    await addService(own.baseUrl);
    const first = openApp();
    const { id } = await submit(first);
    await first.until(id, 'failed');
    write('consents.json', { faces: [] });
    const app = openApp();
    await expect(app.jobs.calls['jobs.retry']({ id })).rejects.toMatchObject({
      message: 'The consent for this face is missing.',
    });
  });

  it('is asked for every kind of person', async () => {
    await addService((await openPeer()).baseUrl);
    const { jobs } = openApp();
    const copy = join(folder, 'user', 'copy.png');
    copyFileSync(face, copy);
    const { id: fileId } = await jobs.addFile(copy);
    const refused = (feature: LocalJob['feature'], field: string) =>
      jobs.calls['jobs.submit']({
        feature,
        inputs: [{ field, fileId }],
        options: {},
        holdUsd: null,
        expectedMs: null,
      }).then(
        () => 'taken',
        (error: unknown) => String(error),
      );
    for (const [feature, field] of [
      ['avatar', 'image_key'],
      ['identity_swap', 'character_key'],
      ['motion_control', 'image_key'],
      ['face_swap', 'face_key'],
      ['lip_sync', 'video_key'],
    ] as const) {
      expect(await refused(feature, field)).toContain('The consent for this face is missing.');
    }
    expect(await refused('voice_clone', 'voice_sample_key')).toContain('for this voice');
    expect(await refused('face_swap', 'other_key')).toContain('takes no file as other_key');
    const { sha256 } = jobs.chosen.require(fileId);
    expect(sha256).toBe(createHash('sha256').update(readFileSync(copy)).digest('hex'));
  });
});
