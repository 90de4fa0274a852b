/** New files of a folder become a draft or jobs, once each, over a real service and real files. */
import {
  copyFileSync,
  type FSWatcher,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  watch as watchFolder,
  writeFileSync,
} from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WatchOptions } from '../../src/main/watch/watch.ts';
import { parsePriceList } from '../../src/service/billing/prices.ts';
import { type Customer, openWorld, type World } from '../contract/support/world.ts';
import { makeClip } from '../media/make-clip.ts';
import { openQueueApp, type QueueApp } from './queue-app.ts';

const { openWatch } = await import('../../src/main/watch/open-watch.ts');
const { stabilityMs: restMs } = await import('../../src/main/watch/stable-files.ts');

let free: World;
let dear: World;
let media: string;
let clip: Buffer;
let face: string;
beforeAll(async () => {
  const registry = new URL('./copying-processor.ts', import.meta.url).href;
  const list = await readFile(
    new URL('../../resources/prices/embedded.json', import.meta.url),
    'utf8',
  );
  free = await openWorld({ registry, prices: parsePriceList(JSON.parse(list), 'embedded.json') });
  dear = await openWorld({ registry });
  media = await mkdtemp(join(tmpdir(), 'guise-watch-media-'));
  makeClip(join(media, 'clip.mp4'), { video: { frames: 10, width: 64, height: 48 } });
  clip = readFileSync(join(media, 'clip.mp4'));
  face = join(media, 'face.png');
  const create = { width: 64, height: 64, channels: 3, background: '#888' } as const;
  await sharp({ create }).png().toFile(face);
}, 60_000);
afterAll(async () => {
  await free.close();
  await dear.close();
  await rm(media, { recursive: true });
});

let data: string;
let folder: string;
let nowMs: number;
let started: { readonly app: QueueApp; readonly stop: () => void }[];
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'guise-watch-'));
  folder = join(data, 'watched');
  mkdirSync(folder);
  nowMs = Date.now();
  started = [];
});
afterEach(async () => {
  started.forEach(({ stop }) => stop());
  await rm(data, { recursive: true, maxRetries: 5 });
});

/** Opens the watch of the folder as after a start of the app. */
function start(
  options: Pick<WatchOptions, 'everyMs' | 'watchFolder'> = {},
  duringAdd = async (): Promise<void> => undefined,
) {
  const app = openQueueApp(data);
  const { chosen } = app.jobs;
  const { watch, calls } = openWatch({
    folders: app.folders,
    files: app.files,
    jobs: {
      ...app.jobs,
      chosen: {
        ...chosen,
        add: async (path) => {
          await duringAdd();
          return chosen.add(path);
        },
      },
    },
    activeProfileId: () => app.profiles.list().activeId,
    listCaptures: async () => [],
    captureFolder: () => app.folders.results,
    chooseFolder: async () => folder,
    emit: () => undefined,
    log: () => undefined,
    nowMs: () => nowMs,
    // Scanned explicitly, so that the test sets the time for which files rest.
    everyMs: { moving: 600_000, resting: 600_000 },
    ...options,
  });
  const stop = (): void => {
    watch.stop();
    app.jobs.stop();
  };
  started.push({ app, stop });
  return {
    app,
    watch,
    calls,
    stop,
    turnOn: async () => {
      await calls['watch.choose_folder']({});
      await calls['watch.turn']({ isOn: true });
    },
    /** Scans twice, with the rest time of a file between. */
    settle: async () => {
      await watch.scan();
      nowMs += restMs;
      await watch.scan();
    },
    takeNames: async () => (await calls['watch.take']({})).files.map(({ name }) => name),
  };
}

/** A clip like no other, by a box that readers leave out. */
function toClip(name: string): Buffer {
  const box = Buffer.from(`....free${name}`);
  box.writeUInt32BE(box.length);
  return Buffer.concat([clip, box]);
}

const put = (name: string, bytes: Uint8Array = toClip(name)): string => {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
};

async function useService(app: QueueApp, world: World): Promise<Customer> {
  const customer = await world.newAccount({ tier: 'default', balanceUsd: 1 });
  await app.use(world.service.baseUrl, customer.secret);
  return customer;
}

async function setUp({ app, calls }: ReturnType<typeof start>, photo = face): Promise<void> {
  const { id } = await app.jobs.addFile(photo);
  app.jobs.chosen.agree(id);
  await calls['watch.set_up']({
    feature: 'face_swap',
    field: 'video_key',
    options: {},
    inputs: [{ field: 'face_key', fileId: id }],
  });
}

describe('the watched folder', () => {
  it('is off until it is turned on, and ignores files from before', async () => {
    put('before.mp4');
    const first = start();
    expect(first.watch.describe()).toMatchObject({ isOn: false, folder: null, taken: 0 });
    await expect(first.calls['watch.turn']({ isOn: true })).rejects.toMatchObject({
      details: { reason: 'watch_no_folder' },
    });
    await first.turnOn();
    put('after.mp4');
    await first.settle();
    expect(await first.takeNames()).toEqual(['after.mp4']);
    await first.calls['watch.turn']({ isOn: false });
    put('unwatched.mp4');
    await first.settle();
    await first.calls['watch.turn']({ isOn: true });
    await first.settle();
    expect(await first.takeNames()).toEqual([]);
  });

  it('accepts a file once it no longer changes, and never one with a name of unfinished files', async () => {
    const { turnOn, watch, settle, takeNames } = start();
    await turnOn();
    const whole = toClip('slow.mp4');
    put('slow.mp4', whole.subarray(0, 200));
    put('download.mp4.part');
    put('.hidden.mp4');
    await watch.scan();
    nowMs += restMs - 1;
    put('slow.mp4', whole);
    await watch.scan();
    nowMs += restMs - 1;
    await watch.scan();
    expect(watch.describe().waiting).toBe(0);
    await settle();
    expect(await takeNames()).toEqual(['slow.mp4']);
    expect(watch.describe()).toMatchObject({ taken: 1, waiting: 0, refused: null });
  });

  it('accepts no content twice, under another name or after a restart, and keeps waiting files', async () => {
    const first = start();
    await first.turnOn();
    put('one.mp4');
    put('two.mp4');
    await first.settle();
    expect((await first.takeNames()).toSorted()).toEqual(['one.mp4', 'two.mp4']);
    put('again.mp4', toClip('one.mp4'));
    put('three.mp4');
    await first.settle();
    expect(first.watch.describe().waiting).toBe(1);
    first.stop();

    const next = start();
    utimesSync(join(folder, 'two.mp4'), 1, 1);
    put('four.mp4');
    await next.settle();
    expect((await next.takeNames()).toSorted()).toEqual(['four.mp4', 'three.mp4']);
    await next.settle();
    expect(await next.takeNames()).toEqual([]);
    expect(next.watch.describe().taken).toBe(4);
  });

  it('accepts a file once when the folder is scanned during its submission', async () => {
    let duringAdd = async (): Promise<void> => undefined;
    const { turnOn, settle, takeNames, watch } = start({}, () => duringAdd());
    await turnOn();
    put('one.mp4');
    await settle();
    duringAdd = settle;
    expect(await takeNames()).toEqual(['one.mp4']);
    await settle();
    expect(watch.describe()).toMatchObject({ waiting: 0, taken: 1 });
  });

  it('reports each refused file with the reason, and a missing folder', async () => {
    const { turnOn, settle, takeNames, watch } = start();
    await turnOn();
    put('letter.mp4', Buffer.from('Dear Ada'));
    await settle();
    expect(watch.describe().refused).toMatchObject({
      name: 'letter.mp4',
      error: { code: 'unsupported_format' },
    });
    expect(await takeNames()).toEqual([]);
    rmSync(folder, { recursive: true });
    await watch.scan();
    expect(watch.describe().isThere).toBe(false);
    mkdirSync(folder);
    put('back.mp4');
    await settle();
    expect(watch.describe().isThere).toBe(true);
    expect(await takeNames()).toEqual(['back.mp4']);
  });

  it('is polled when the system does not report changes, or stops reporting them', async () => {
    const everyMs = { moving: 10, resting: 10 };
    const watchers: FSWatcher[] = [];
    const hearing = start({
      everyMs,
      watchFolder: (path, onChange) => {
        const watcher = watchFolder(path, onChange);
        watchers.push(watcher);
        return watcher;
      },
    });
    await hearing.turnOn();
    await vi.waitFor(() => expect(watchers).toHaveLength(1), { timeout: 20_000 });
    watchers[0]?.emit('error', new Error('The folder went.'));
    // The next scan requests it again.
    await vi.waitFor(() => expect(watchers).toHaveLength(2), { timeout: 20_000 });
    hearing.stop();

    const deaf = start({
      everyMs,
      watchFolder: () => {
        throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
      },
    });
    await deaf.turnOn();
    put('one.mp4');
    await deaf.settle();
    expect(deaf.watch.describe()).toMatchObject({ isThere: true, waiting: 1 });
  });

  it('is watched again when it returns', async () => {
    const heard: string[] = [];
    const { turnOn, settle, watch } = start({
      watchFolder: (path, onChange) => {
        heard.push(path);
        return watchFolder(path, onChange);
      },
    });
    await turnOn();
    await watch.scan();
    rmSync(folder, { recursive: true });
    await watch.scan();
    mkdirSync(folder);
    await settle();
    expect(heard).toHaveLength(2);
  });

  it('must not be a folder of results', async () => {
    const { app, calls } = start();
    mkdirSync(app.folders.results, { recursive: true });
    folder = app.folders.results;
    await expect(calls['watch.choose_folder']({})).rejects.toMatchObject({
      details: { reason: 'watch_own_folder' },
    });
  });
});

describe('jobs of watched files', () => {
  it('are created once per file when they are free, and never from their own results', async () => {
    const first = start();
    await useService(first.app, free);
    await first.turnOn();
    await setUp(first);
    expect(first.watch.describe()).toMatchObject({
      action: 'jobs',
      setup: { feature: 'face_swap', names: ['face.png'] },
    });
    put('stream.mp4');
    await first.settle();
    const [job, ...others] = await first.app.list();
    expect(others).toEqual([]);
    expect(job?.inputs.map(({ name }) => name)).toEqual(['stream.mp4', 'face.png']);
    const done = await first.app.until(job?.id ?? '', 'succeeded');
    const result = join(first.app.folders.results, done.result?.name ?? '');
    // A file of the same size with unknown content.
    writeFileSync(result, toClip('result.mp4'));
    copyFileSync(result, join(folder, 'holiday.mp4'));
    await first.settle();
    expect(await first.app.list()).toHaveLength(1);
    expect(first.watch.describe()).toMatchObject({ taken: 1, waiting: 0 });
  });

  it('are created once for a file in progress when the app was killed', async () => {
    const first = start();
    await useService(first.app, free);
    await first.turnOn();
    await setUp(first);
    put('one.mp4');
    await first.settle();
    first.stop();
    // The state after a kill between the two files, with the job in the list and without it.
    const known = readFileSync(first.app.folders.watchedPath, 'utf8');
    writeFileSync(first.app.folders.watchedPath, known.replaceAll('"taken"', '"begun"'));
    const next = start();
    await next.settle();
    expect(await next.app.list()).toHaveLength(1);
    next.stop();

    writeFileSync(next.app.folders.watchedPath, known.replaceAll('"taken"', '"begun"'));
    writeFileSync(join(next.app.folders.data, 'jobs.json'), '{"jobs":[]}');
    const last = start();
    await last.settle();
    expect(await last.app.list()).toHaveLength(1);
  });

  it('need confirmation when they have a price, and when another service is in use', async () => {
    const { app, turnOn, settle, watch, takeNames, ...rest } = start();
    await useService(app, dear);
    await turnOn();
    await setUp({ app, turnOn, settle, watch, takeNames, ...rest });
    put('one.mp4');
    await settle();
    expect(watch.describe()).toMatchObject({ waiting: 1, asks: 'costs' });
    expect(await app.list()).toEqual([]);
    expect(await takeNames()).toEqual(['one.mp4']);
    await useService(app, free);
    put('two.mp4');
    await settle();
    expect(watch.describe()).toMatchObject({ waiting: 1, asks: 'service' });
    expect(await app.list()).toEqual([]);
  });

  it('are not created at a service that was chosen during the inspection of the file', async () => {
    const { app, calls, turnOn, settle, watch, ...rest } = start();
    await useService(app, free);
    await turnOn();
    await setUp({ app, calls, turnOn, settle, watch, ...rest });
    put('one.mp4');
    const customer = await dear.newAccount({ tier: 'default', balanceUsd: 1 });
    const { profiles } = await app.profiles.add({
      name: 'dear',
      baseUrl: dear.service.baseUrl,
      apiKey: customer.secret,
    });
    vi.spyOn(app.calls, 'files.check').mockImplementation(async () => {
      app.profiles.activate(profiles.at(-1)?.id ?? '');
      return { isChecked: false };
    });
    await settle();
    expect(await app.list()).toEqual([]);
    expect(watch.describe()).toMatchObject({ waiting: 1, asks: 'service' });
  });

  it('need confirmation when the setup has become incomplete, and no file is dropped', async () => {
    const opened = start();
    const { app, settle, watch, takeNames } = opened;
    await useService(app, free);
    await opened.turnOn();
    const photo = join(data, 'photo.png');
    copyFileSync(face, photo);
    await setUp(opened, photo);
    app.jobs.consents.remove(new Set(app.jobs.consents.list()));
    put('unagreed.mp4');
    await settle();
    expect(watch.describe()).toMatchObject({ waiting: 1, asks: 'setup', refused: null });
    expect(await takeNames()).toEqual(['unagreed.mp4']);
    await setUp(opened, photo);
    rmSync(photo);
    put('photoless.mp4');
    await settle();
    expect(watch.describe()).toMatchObject({ waiting: 1, asks: 'setup', refused: null });
    expect(await takeNames()).toEqual(['photoless.mp4']);
    const { 'jobs.offer': readOffer } = app.calls;
    vi.spyOn(app.calls, 'jobs.offer').mockImplementation(async (input) => ({
      ...(await readOffer(input)),
      capabilities: [],
    }));
    put('unoffered.mp4');
    await settle();
    expect(watch.describe()).toMatchObject({ waiting: 1, asks: 'unavailable', refused: null });
    expect(await app.list()).toEqual([]);
  });

  it('stop when the watch is turned off or another folder is chosen', async () => {
    const opened = start();
    const { app, calls, settle, watch } = opened;
    await useService(app, free);
    await opened.turnOn();
    await setUp(opened);
    const { 'files.check': check } = app.calls;
    const checked: string[] = [];
    const stopWith = (stop: () => Promise<unknown>): void => {
      vi.spyOn(app.calls, 'files.check').mockImplementation(async (input) => {
        checked.push(input.id);
        await stop();
        return check(input);
      });
    };
    stopWith(() => calls['watch.turn']({ isOn: false }));
    put('one.mp4');
    put('two.mp4');
    await settle();
    expect(checked).toHaveLength(1);
    await calls['watch.turn']({ isOn: true });
    stopWith(async () => {
      folder = join(data, 'other');
      mkdirSync(folder);
      // The call waits for running work.
      void calls['watch.choose_folder']({});
      await vi.waitFor(() => expect(watch.describe().folder).toMatch(/other$/), {
        timeout: 20_000,
      });
    });
    put('three.mp4');
    put('four.mp4');
    await settle();
    expect(checked).toHaveLength(2);
    expect(watch.describe()).toMatchObject({ waiting: 0 });
    expect(await app.list()).toEqual([]);
  });

  it('are created after a restart with a pasted photo, and nothing else of its folder is kept', async () => {
    const first = start();
    await useService(first.app, free);
    const { recordings } = first.app.folders;
    mkdirSync(recordings, { recursive: true });
    const pasted = join(recordings, 'pasted.png');
    copyFileSync(face, pasted);
    await setUp(first, pasted);
    first.stop();
    for (let index = 0; index < 10; index += 1) {
      copyFileSync(face, join(recordings, `unused ${index}.png`));
    }
    start();
    await vi.waitFor(
      () => expect(readdirSync(recordings).filter((name) => name.startsWith('unused'))).toEqual([]),
      { timeout: 20_000 },
    );
    expect(readdirSync(recordings)).toEqual(['pasted.png']);
  });

  it('never show a deleted person, and are not created without consent', async () => {
    const opened = start();
    const { app, calls, watch } = opened;
    await useService(app, free);
    const { id } = await app.jobs.addFile(face);
    const asked = { feature: 'face_swap', options: {} } as const;
    const faceAsNew = { ...asked, field: 'face_key', inputs: [] };
    await expect(calls['watch.set_up'](faceAsNew)).rejects.toThrow(/consent/);
    const unagreed = { ...asked, field: 'video_key', inputs: [{ field: 'face_key', fileId: id }] };
    await expect(calls['watch.set_up'](unagreed)).rejects.toMatchObject({
      details: { reason: 'consent_missing' },
    });
    await setUp(opened);
    await watch.dropPersons(new Set([app.jobs.chosen.require(id).sha256]));
    expect(watch.describe()).toMatchObject({ action: 'draft', setup: null });
  });

  it('leave nothing of the picture of a deleted person, and do not reuse it', async () => {
    const { app, turnOn, settle, takeNames, watch } = start();
    await turnOn();
    put('there.png', readFileSync(face));
    await settle();
    expect(await takeNames()).toEqual(['there.png']);
    put('other.mp4');
    await settle();
    await takeNames();
    const { sha256 } = app.jobs.chosen.require((await app.jobs.addFile(face)).id);
    const read = (): string => readFileSync(app.folders.watchedPath, 'utf8');
    expect(read()).toContain(sha256);
    await watch.dropPersons(new Set([sha256]));
    expect(read()).not.toContain(sha256);
    await settle();
    expect(watch.describe().waiting).toBe(0);

    put('gone.png', readFileSync(face));
    await settle();
    await takeNames();
    rmSync(join(folder, 'gone.png'));
    await watch.dropPersons(new Set([sha256]));
    expect(read()).not.toContain(sha256);
    expect(read()).not.toContain('gone.png');
    expect(read()).toContain('other.mp4');
  });
});
