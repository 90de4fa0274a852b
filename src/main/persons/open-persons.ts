import type { Ipc } from '../../contract/ipc/contract.ts';
import { embeddedProfileId } from '../../contract/profiles.ts';
import type { AppFiles } from '../app/open-files.ts';
import type { Folders } from '../app/folders.ts';
import type { AreaHandlers } from '../ipc/area.ts';
import type { Emit } from '../ipc/emit.ts';
import type { JobEntry } from '../jobs/job-store.ts';
import type { Jobs } from '../jobs/open-jobs.ts';
import type { OnAir } from '../live/on-air.ts';
import type { Live } from '../live/open-live.ts';
import type { MediaGrants } from '../page/media-grants.ts';
import type { ProfileStore } from '../profiles/profile-store.ts';
import { createPersonDeletion, type PersonDeletion } from './delete-persons.ts';
import { createPersonCalls } from './person-calls.ts';

/** Dependencies of {@link openPersons}. */
export interface PersonsOptions {
  readonly folders: Folders;
  readonly files: Pick<AppFiles, 'deletions'>;
  readonly profiles: Pick<ProfileStore, 'list' | 'findOrigin'>;
  readonly jobs: Omit<Jobs, 'calls'>;
  readonly live: Pick<Live, 'characters' | 'captured' | 'endSession'>;
  readonly grants: MediaGrants;
  readonly emit: Emit<Ipc>;
  readonly onAir: Pick<OnAir, 'read'>;
  /** Ends other uses of persons: a changed voice, a conversion. */
  readonly dropPersons: (sha256s: ReadonlySet<string>) => Promise<void>;
  readonly waitMs?: number;
}

/** The persons of faces and voices as the app holds them. */
export interface Persons {
  readonly calls: AreaHandlers<'persons'>;
  readonly deletion: PersonDeletion;
}

/** Puts the parts together. */
export function openPersons(options: PersonsOptions): Persons {
  const { folders, files, profiles, jobs, live, emit, onAir } = options;
  const nameOf = (profileId: string): string | null =>
    profileId === embeddedProfileId
      ? null
      : (profiles.list().profiles.find(({ id }) => id === profileId)?.name ?? profileId);
  const isReachable = ({ profileId, origin }: JobEntry): boolean => {
    const current = profiles.findOrigin(profileId);
    return current !== null && (origin === null || origin === current);
  };
  const search = {
    readJobs: jobs.store.readAll,
    characters: live.characters,
    captured: live.captured,
    thumbnailPathsOf: jobs.thumbnails.pathsOf,
    listChosen: jobs.chosen.listOf,
    folders,
  };
  const deletion = createPersonDeletion({
    ...search,
    consents: jobs.consents,
    sent: jobs.sent,
    runner: jobs.runner,
    forgetJobs: jobs.forget,
    deletions: jobs.deletions,
    begun: {
      read: () => files.deletions.read().persons,
      write: (persons) =>
        files.deletions.write({ ...files.deletions.read(), persons: [...persons] }),
    },
    stopUse: async (sha256s) => {
      if ([...onAir.read()].some((sha256) => sha256s.has(sha256))) {
        live.endSession();
      }
      await options.dropPersons(sha256s);
    },
    onDeleted: (fileIds) => emit('persons.deleted', { fileIds: [...fileIds] }),
    nameOf,
    isReachable,
    ...(options.waitMs === undefined ? {} : { waitMs: options.waitMs }),
  });
  const calls = createPersonCalls({
    readJobs: jobs.store.readAll,
    characters: live.characters,
    consents: jobs.consents,
    grants: options.grants,
    folders,
    store: jobs.store,
    chosen: jobs.chosen,
    onAir,
    search,
    deletion,
    nameOf,
    isReachable,
  });
  return { calls, deletion };
}
