import { mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError } from '../../base/errors.ts';
import { faultDetails } from '../../base/faults.ts';
import { isTerminalState } from '../../contract/ipc/jobs.ts';
import type { ClearableKind, StorageSurvey } from '../../contract/ipc/storage.ts';
import { embeddedProfileId } from '../../contract/profiles.ts';
import type { AreaHandlers } from '../ipc/area.ts';
import type { Jobs } from '../jobs/open-jobs.ts';
import type { Characters } from '../live/characters.ts';
import type { PersonDeletion } from '../persons/delete-persons.ts';
import { listPersons, type PersonSources } from '../persons/list-persons.ts';
import { deleteOwnFiles, listSetAside } from '../persons/own-files.ts';
import type { ServiceQueries } from '../service/service-queries.ts';
import { toStoragePath, surveyStorage, type StorageSurveyDependencies } from './survey-storage.ts';

/** Dependencies of the calls. */
export interface StorageCallDependencies extends StorageSurveyDependencies {
  readonly jobs: Pick<Jobs, 'store' | 'sent' | 'deletions' | 'forget' | 'consents'>;
  readonly characters: Pick<Characters, 'listOwn' | 'forget'>;
  readonly grants: PersonSources['grants'];
  readonly deletion: Pick<PersonDeletion, 'resume' | 'waiting'>;
  /** Deletes converted recordings, which are stored among the results. */
  readonly removeConversions: () => Promise<void>;
  readonly service: Pick<ServiceQueries, 'deleteUploads' | 'deleteSetAside'>;
  /** Shows a file or folder with the program of the system; the returned text is the fault, if any. */
  readonly openPath: (path: string) => Promise<string>;
  /** Documentation page about stored content. */
  readonly guidePath: string;
}

/** Calls about stored content and its deletion. */
export function createStorageCalls(dependencies: StorageCallDependencies): AreaHandlers<'storage'> {
  const { jobs, characters, deletion } = dependencies;
  const clearers = createClearers(dependencies);

  const listBareConsents = async (): Promise<string[]> => {
    const { consents, store } = jobs;
    const known = await listPersons({
      readJobs: store.readAll,
      characters,
      consents,
      grants: dependencies.grants,
      folders: dependencies.folders,
    });
    return consents.list().filter((sha256) => !known.has(sha256));
  };

  const survey = async (): Promise<StorageSurvey> => ({
    ...(await surveyStorage(dependencies)),
    bareConsents: (await listBareConsents()).length,
    waiting: deletion.waiting(),
  });

  const open = async (path: string): Promise<null> => {
    const problem = await dependencies.openPath(path);
    if (problem !== '') {
      throw new AppError('storage_failed', `${path} could not be shown.`);
    }
    return null;
  };

  return {
    'storage.survey': survey,
    'storage.clear': async ({ kind }) => {
      await clearers[kind]();
      return survey();
    },
    'storage.reveal': async ({ kind }) => {
      const folder = toStoragePath(kind, dependencies);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      return open(folder);
    },
    'storage.forget_consents': async () => {
      jobs.consents.remove(new Set(await listBareConsents()));
      return survey();
    },
    'storage.retry_deletions': async () => {
      await deletion.resume();
      await jobs.deletions.retry();
      return survey();
    },
    'storage.open_guide': async () => open(dependencies.guidePath),
  };
}

/** Deletion functions by kind of stored content. */
function createClearers(
  dependencies: StorageCallDependencies,
): Readonly<Record<ClearableKind, () => Promise<void>>> {
  const { jobs, characters, folders, service } = dependencies;
  return {
    results: async () => {
      const over = (await jobs.store.readAll()).filter(({ state }) => isTerminalState(state));
      const paths = over.flatMap(({ result }) => (result === null ? [] : [result.path]));
      await jobs.forget(over);
      await dependencies.removeConversions();
      requireGone(
        await deleteOwnFiles(
          paths.filter((path) => isIn(folders.results, path)),
          folders,
        ),
      );
    },
    characters: async () => {
      const own = characters.listOwn();
      characters.forget(new Set(own.map(({ id }) => id)));
      const paths = own.flatMap(({ path, smallPath }) => [path, smallPath]);
      requireGone(await deleteOwnFiles(paths, folders));
    },
    uploads: async () => {
      const isSending = jobs.store
        .list()
        .some(
          ({ state, profileId, inputs }) =>
            profileId === embeddedProfileId &&
            (state === 'sending' ||
              (state === 'waiting' && inputs.some(({ fileKey }) => fileKey !== null))),
        );
      if (isSending) {
        throw new AppError('at_capacity', 'A job is being sent. Try again when it runs.', {
          details: faultDetails('job_sending'),
        });
      }
      await service.deleteUploads();
      jobs.sent.dropContents('all');
    },
    compiled: async () => {
      for (const folder of dependencies.compiledFolders) {
        await clearFolder(folder);
      }
    },
    logs: () => clearFolder(folders.logs),
    set_aside: async () => {
      const paths = await listSetAside(folders, 'all');
      requireGone(await deleteOwnFiles(paths, folders));
      // Bytes that only a damaged database knew of go with it.
      await service.deleteSetAside();
    },
  };
}

function isIn(folder: string, path: string): boolean {
  return dirname(path) === folder;
}

/** The program recreates the folder when needed; files in use on this system stay. */
async function clearFolder(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    await rm(join(folder, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

function requireGone(left: readonly string[]): void {
  if (left.length > 0) {
    throw new AppError('storage_failed', `${left.join(', ')} could not be deleted.`);
  }
}
