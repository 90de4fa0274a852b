import '../support/without-electron.ts';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  type LibraryItem,
  type LibraryQuery,
  libraryUndoMs,
} from '../../src/contract/ipc/library.ts';
import type { LiveState } from '../../src/contract/ipc/live.ts';
import { resolveFolders, type Folders } from '../../src/main/app/folders.ts';
import { createThumbnails, type Thumbnails } from '../../src/main/jobs/thumbnails.ts';
import { createNotices } from '../../src/main/app/notices.ts';
import { createJobStore } from '../../src/main/jobs/job-store.ts';
import {
  createCapturedPersons,
  type CapturedPersons,
} from '../../src/main/live/captured-persons.ts';
import { createOnAir } from '../../src/main/live/on-air.ts';
import { createMediaGrants } from '../../src/main/page/media-grants.ts';
import type { LibraryArea } from '../../src/main/library/open-library.ts';

const { openFiles } = await import('../../src/main/app/open-files.ts');
const { openLibrary } = await import('../../src/main/library/open-library.ts');

let data: string;
let folders: Folders;
let captured: CapturedPersons;
let thumbnails: Thumbnails;
let library: LibraryArea;

/** One start of the app over the same folder. */
function start(): LibraryArea {
  const files = openFiles(
    data,
    createNotices(() => undefined),
    () => undefined,
  );
  captured = createCapturedPersons(files.captures, createOnAir());
  thumbnails = createThumbnails(folders.thumbnails);
  return openLibrary({
    folders,
    files,
    profiles: { list: () => ({ activeId: 'studio' }) },
    jobs: {
      store: createJobStore(files.jobs, folders.jobArchivePath),
      thumbnails,
      forget: async () => undefined,
      remoteResults: { mayFetch: () => false },
      addFile: async () => Promise.reject(new Error('Nothing is chosen here.')),
    },
    live: () => ({
      captured,
      characters: {
        list: () => [{ id: 'mona', name: 'Mona Lisa', url: '', pictureUrl: null, isBuiltIn: true }],
        findSha256: () => null,
      },
      captureFolder: () => folders.results,
    }),
    grants: createMediaGrants(),
    emit: () => undefined,
    log: () => undefined,
    reveal: () => undefined,
    openPath: async () => '',
  });
}

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'guise-library-'));
  folders = resolveFolders('/nowhere', data);
  mkdirSync(folders.results, { recursive: true });
  library = start();
});
afterEach(async () => {
  vi.useRealTimers();
  await library.stop();
  rmSync(data, { recursive: true });
});

const anything: LibraryQuery = { kind: null, state: null, profileId: null, words: [] };

async function list(of: LibraryArea = library): Promise<readonly LibraryItem[]> {
  return (await of.calls['library.page']({ query: anything, offset: 0, limit: 50 })).items;
}

function addRecording(): string {
  const path = join(folders.results, 'Guise 2026-01-31 09-30-05.mp4');
  writeFileSync(path, 'video');
  writeFileSync(path.replace('.mp4', '.csv'), 'markers');
  library.addCapture({ path, sizeBytes: 5, isRepaired: false });
  return path;
}

const running: LiveState = {
  state: 'running',
  sessionId: 'session',
  isLinked: true,
  bypass: 'off',
  isPublished: true,
  isRemote: true,
  room: { url: '', token: '' },
  model: 'mesh',
  maxDurationSec: 60,
  costPerMinuteUsd: 3,
};

it('deletes a recording with its markers and thumbnail, but only after the time for undo', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const path = addRecording();
  const [row] = await list();
  const ids = [row?.id ?? ''];
  await thumbnails.write(ids[0] ?? '', new Uint8Array([0xff, 0xd8]));
  await library.calls['library.remove']({ ids });
  expect(await list()).toEqual([]);
  await library.calls['library.restore']({ ids });
  vi.advanceTimersByTime(libraryUndoMs * 2);
  expect(await list()).toMatchObject([{ kind: 'recording', isGone: false }]);
  expect(existsSync(path)).toBe(true);

  await library.calls['library.remove']({ ids });
  vi.advanceTimersByTime(libraryUndoMs);
  vi.useRealTimers();
  await expect.poll(() => existsSync(path)).toBe(false);
  await library.stop();
  expect(existsSync(path.replace('.mp4', '.csv'))).toBe(false);
  expect(existsSync(thumbnails.pathOf(ids[0] ?? ''))).toBe(false);
  expect(await list(start())).toEqual([]);
});

it('deletes waiting entries when the app ends, and nothing when it is killed', async () => {
  const path = addRecording();
  const ids = (await list()).map(({ id }) => id);
  await library.calls['library.remove']({ ids });
  const afterKill = start();
  expect(await list(afterKill)).toMatchObject([{ kind: 'recording' }]);
  expect(existsSync(path)).toBe(true);
  await library.stop();
  expect(existsSync(path)).toBe(false);
});

it('deletes no file that the app did not make, for any path in its list', async () => {
  const path = join(data, 'letter.txt');
  writeFileSync(path, 'mine');
  library.addCapture({ path, sizeBytes: 4, isRepaired: false });
  const ids = (await list()).map(({ id }) => id);
  await library.calls['library.remove']({ ids });
  await library.stop();
  expect(await list()).toEqual([]);
  expect(existsSync(path)).toBe(true);
});

it('lists recordings that an earlier run did not list, once', async () => {
  writeFileSync(join(folders.results, 'Guise 2026-01-30 09-30-05.mp4'), 'video');
  writeFileSync(join(folders.results, 'Guise 2026-01-30 09-30-05.csv'), 'markers');
  writeFileSync(join(folders.results, 'holiday face-swap.mp4'), 'result');
  await library.resume();
  await library.resume();
  expect(await list()).toMatchObject([
    { kind: 'recording', name: 'Guise 2026-01-30 09-30-05.mp4' },
  ]);
});

it('lists a running session with its persons and cost, and an interrupted one', async () => {
  library.noteCharacter('mona');
  library.followSession({ ...running, isPublished: false });
  expect(await list()).toEqual([]);
  library.followSession(running);
  expect(await list()).toMatchObject([
    { kind: 'session', state: 'running', character: 'Mona Lisa', profileId: 'studio' },
  ]);
  const next = start();
  await next.resume();
  expect(await list(next)).toMatchObject([{ state: 'done', isRepaired: true, durationMs: null }]);
  library.followSession({ state: 'ended', reason: 'stopped', error: null });
  const [row] = await list();
  expect(row).toMatchObject({ state: 'done', isRepaired: false });
  expect(row?.costUsd).toBeCloseTo(((row?.durationMs ?? 0) / 60_000) * 3);
});

it('keeps a converted recording, and deletes it with its person', async () => {
  const path = join(data, 'scratch.wav');
  writeFileSync(path, 'sound');
  const sourceSha256 = 'a'.repeat(64);
  await library.addConversion({
    path,
    name: 'talk, Clear host.wav',
    voice: 'Clear host',
    durationMs: 1_500,
    sourceSha256,
  });
  const kept = join(folders.results, 'talk, Clear host.wav');
  expect(await list()).toMatchObject([{ kind: 'conversion', voice: 'Clear host' }]);
  expect(captured.pathsOf(new Set([sourceSha256]))).toEqual([kept]);
  library.forgetPaths([kept]);
  expect(await list()).toEqual([]);
  await library.removeConversions();
});

it('leaves nothing of a conversion that could not be saved', async () => {
  const sourceSha256 = 'a'.repeat(64);
  await expect(
    library.addConversion({
      path: join(data, 'gone.wav'),
      name: 'talk.wav',
      voice: 'Clear host',
      durationMs: 1_500,
      sourceSha256,
    }),
  ).rejects.toThrow(/ENOENT/);
  expect(readdirSync(folders.results)).toEqual([]);
  expect(captured.pathsOf(new Set([sourceSha256]))).toEqual([]);
  expect(await list()).toEqual([]);
});

it('keeps two conversions of one name that end together', async () => {
  const sounds = ['one', 'another'].map((sound) => join(data, `${sound}.wav`));
  await Promise.all(
    sounds.map(async (path) => {
      writeFileSync(path, path);
      await library.addConversion({
        path,
        name: 'talk.wav',
        voice: 'Clear host',
        durationMs: 1_500,
        sourceSha256: 'a'.repeat(64),
      });
    }),
  );
  const kept = ['talk.wav', 'talk (2).wav'].map((name) => join(folders.results, name));
  expect(kept.map((path) => readFileSync(path, 'utf8')).toSorted()).toEqual(sounds.toSorted());
});

it('lists thousands of jobs of removed services, and finds each again', async () => {
  const lines = Array.from({ length: 4_000 }, (_, index) =>
    JSON.stringify({
      id: `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`,
      profileId: index % 2 === 0 ? 'gone' : 'studio',
      feature: 'text_to_speech',
      state: 'succeeded',
      createdAtMs: index,
      endedAtMs: index,
      inputs: [],
      options: { script: `Line number ${index}.` },
      idempotencyKey: `key ${index}`,
      jobId: null,
      holdUsd: null,
      expectedMs: null,
      costUsd: 0.5,
      error: null,
      result: null,
      report: null,
      hasThumbnail: false,
    }),
  );
  writeFileSync(folders.jobArchivePath, lines.join('\n'));
  const again = start();
  const ask = (query: Partial<LibraryQuery>, offset = 0) =>
    again.calls['library.page']({ query: { ...anything, ...query }, offset, limit: 50 });
  const all = await ask({}, 3_950);
  expect([all.total, all.items.length, all.items[49]?.name]).toEqual([4_000, 50, 'Line number 0.']);
  expect(all.profileIds.toSorted()).toEqual(['gone', 'studio']);
  expect(await ask({ profileId: 'gone' })).toMatchObject({ total: 2_000, spentUsd: 1_000 });
  const words = [{ text: 'number 3', features: [], voiceIds: [] }];
  const found = await ask({ words });
  expect(found.total).toBe(1_111);
  await again.calls['library.remove']({ ids: found.items.map(({ id }) => id) });
  expect((await ask({ words })).total).toBe(1_061);
});
