/** The parts of the app that store data of persons, with a real service as the one of this computer. */
import { join } from 'node:path';
import '../support/without-electron.ts';
import { vi } from 'vitest';
import { AppError } from '../../src/base/errors.ts';
import type { LocalJob } from '../../src/contract/ipc/jobs.ts';
import { resolveFolders } from '../../src/main/app/folders.ts';
import { createCapturedPersons } from '../../src/main/live/captured-persons.ts';
import { Characters } from '../../src/main/live/characters.ts';
import { createOnAir } from '../../src/main/live/on-air.ts';
import { createNotices } from '../../src/main/app/notices.ts';
import { createMediaGrants } from '../../src/main/page/media-grants.ts';
import { openPersons } from '../../src/main/persons/open-persons.ts';
import { KeyVault } from '../../src/main/profiles/key-vault.ts';
import { createProfileStore } from '../../src/main/profiles/profile-store.ts';
import type { ServiceHost } from '../../src/main/service/service-host.ts';
import { createStorageCalls } from '../../src/main/storage/storage-calls.ts';
import { createRunKey } from '../../src/service/accounts/first-account.ts';
import type { Service } from '../../src/service/start/service.ts';
import { openWindowlessJobs } from './windowless-jobs.ts';

const { openFiles } = await import('../../src/main/app/open-files.ts');

/** Folder and services of the app. */
export interface PersonAppOptions {
  readonly data: string;
  /** Replaces the service of this computer. */
  readonly service: Service;
  /** Returns whether services of a kind answer now. */
  readonly isReached: (kind: 'embedded' | 'remote') => boolean;
}

/** The app after a start, on the files of its folder. */
export function openPersonApp({ data, service, isReached }: PersonAppOptions) {
  const folders = resolveFolders(join(data, 'program'), data);
  const notices = createNotices(() => undefined);
  const files = openFiles(data, notices, () => undefined);
  const cipher = {
    isAvailable: async () => true,
    encrypt: async (text: string) => Buffer.from(text),
    decrypt: async (bytes: Uint8Array) => ({
      text: Buffer.from(bytes).toString(),
      shouldReEncrypt: false,
    }),
    backend: () => 'keychain',
  };
  const vault = new KeyVault(files.keys, cipher, () => undefined);
  const requireReach = (kind: 'embedded' | 'remote'): void => {
    if (!isReached(kind)) {
      throw new AppError('service_unreachable', 'The service is not there.');
    }
  };
  const { core, accountId, baseUrl, maintenance } = service;
  const answers: Pick<ServiceHost, 'readDetails' | 'hintJob' | 'deleteContent' | 'jobSlots'> = {
    jobSlots: () => 2,
    readDetails: async () => null,
    hintJob: async () => undefined,
    deleteContent: async (sha256s) => {
      requireReach('embedded');
      return maintenance.deleteContent(sha256s);
    },
  };
  // One key for every run, because a second one would invalidate the first.
  let runKey: Promise<string> | null = null;
  const stored = createProfileStore(files.profiles, vault, async () => {
    requireReach('embedded');
    runKey ??= createRunKey(core, accountId);
    return { baseUrl, apiKey: await runKey };
  });
  const profiles = {
    ...stored,
    readAccess: async (id: string) => {
      if (stored.list().profiles.find((profile) => profile.id === id)?.kind === 'remote') {
        requireReach('remote');
      }
      return stored.readAccess(id);
    },
  };
  const grants = createMediaGrants();
  const told: string[] = [];
  const { jobs, seen } = openWindowlessJobs({
    folders,
    files,
    profiles,
    readProofKey: () => vault.readProofKey(),
    service: answers as ServiceHost,
    grants,
  });
  const onAir = createOnAir();
  const characters = new Characters({
    file: files.characters,
    folder: folders.characters,
    starters: [],
    grants,
  });
  const captured = createCapturedPersons(files.captures, onAir);
  const persons = openPersons({
    folders,
    files,
    profiles,
    jobs,
    live: { characters, captured, endSession: () => told.push('session ended') },
    grants,
    emit: (name) => told.push(name),
    onAir,
    dropPersons: async () => undefined,
    waitMs: 5_000,
  });
  const storage = createStorageCalls({
    folders,
    captureFolder: () => files.captures.read().folder ?? folders.results,
    compiledFolders: [join(data, 'program', 'compiled')],
    measureStore: async () => {
      requireReach('embedded');
      return maintenance.measure();
    },
    jobs,
    characters,
    grants,
    deletion: persons.deletion,
    removeConversions: async () => undefined,
    service: maintenance,
    openPath: async (path) => {
      told.push(`opened ${path}`);
      return '';
    },
    guidePath: folders.privacyGuide,
  });
  const until = (id: string, state: LocalJob['state']): Promise<void> =>
    vi
      .waitUntil(
        () => {
          const job = seen.get(id);
          if (job?.state === 'failed') {
            throw new Error(job.error?.message);
          }
          return job?.state === state;
        },
        { timeout: 20_000, interval: 10 },
      )
      .then(() => undefined);
  return { folders, profiles, jobs, onAir, characters, captured, persons, storage, until, told };
}

/** See {@link openPersonApp}. */
export type PersonApp = ReturnType<typeof openPersonApp>;
