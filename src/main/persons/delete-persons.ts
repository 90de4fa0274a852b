import { SerialQueue } from '../../base/serial-queue.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { createId } from '../../base/ids.ts';
import { isTerminalState } from '../../contract/ipc/jobs.ts';
import type { PersonDeleted, Waiting } from '../../contract/ipc/persons.ts';
import { embeddedProfileId } from '../../contract/profiles.ts';
import { maxContents } from '../../contract/store-contents.ts';
import type { Consents } from '../jobs/consents.ts';
import type { BegunDeletion, Deletion, Deletions } from '../jobs/deletions.ts';
import type { ForgetJobs } from '../jobs/forget-jobs.ts';
import type { JobEntry } from '../jobs/job-store.ts';
import type { JobRunner } from '../jobs/job-runner.ts';
import type { SentFiles } from '../jobs/sent-files.ts';
import { toMarkersPath } from '../live/capture-files.ts';
import type { CapturedPersons } from '../live/captured-persons.ts';
import type { Characters } from '../live/characters.ts';
import {
  collectPersonData,
  type PersonDataSources,
  type FoundPersonData,
} from './collect-person-data.ts';
import { deleteOwnFiles } from './own-files.ts';

/** Dependencies of deleting persons. */
export interface DeletePersonsDependencies extends PersonDataSources {
  readonly characters: Pick<Characters, 'listOwn' | 'forget'>;
  readonly captured: Pick<CapturedPersons, 'pathsOf' | 'forget'>;
  readonly consents: Pick<Consents, 'remove'>;
  readonly sent: Pick<SentFiles, 'dropContents' | 'settle'>;
  readonly runner: Pick<JobRunner, 'abandon'>;
  readonly forgetJobs: ForgetJobs;
  readonly deletions: Pick<Deletions, 'add' | 'list' | 'isRefused' | 'carryOut'>;
  /** Started deletions, persisted over restarts. */
  readonly begun: {
    readonly read: () => readonly BegunDeletion[];
    readonly write: (begun: readonly BegunDeletion[]) => void;
  };
  /** Ends what uses the persons now: a live session, a changed voice, a conversion. */
  readonly stopUse: (sha256s: ReadonlySet<string>) => Promise<void>;
  readonly onDeleted: (fileIds: readonly string[]) => void;
  /** User's name for a service; null for the local one. */
  readonly nameOf: (profileId: string) => string | null;
  /** Returns whether the service that ran a job can still be asked to delete it. */
  readonly isReachable: (job: JobEntry) => boolean;
  readonly waitMs?: number;
}

/** Deletes persons and all their data. */
export interface PersonDeletion {
  readonly run: (sha256s: readonly string[]) => Promise<PersonDeleted>;
  /** Resumes deletions of an earlier run, and retries undeleted files. */
  readonly resume: () => Promise<void>;
  readonly waiting: () => Waiting;
}

/** Longest wait for services before the call is answered. */
const WAIT_MS = 10_000;

/**
 * Creates the deletion of persons. It is recorded before the first item is deleted, and cleared after the last:
 * the next run resumes after a crash.
 */
export function createPersonDeletion(dependencies: DeletePersonsDependencies): PersonDeletion {
  const { begun, deletions, folders, waitMs = WAIT_MS } = dependencies;
  /** Each deletion reads the state after the previous one. */
  const queue = new SerialQueue();

  /** Updates the record of a deletion; clears it when nothing is left. */
  const note = (left: BegunDeletion): void => {
    const others = begun.read().filter(({ id }) => id !== left.id);
    const isDone = left.sha256s.length === 0 && left.paths.length === 0;
    begun.write(isDone ? others : [...others, left]);
  };

  async function forget(found: FoundPersonData): Promise<void> {
    const { contents, jobs, characters, captures } = found;
    deletions.add(toContentDeletions([...contents]));
    await dependencies.forgetJobs(jobs);
    dependencies.characters.forget(new Set(characters.map(({ id }) => id)));
    dependencies.captured.forget(captures);
    dependencies.consents.remove(contents);
    dependencies.sent.dropContents(contents);
    dependencies.onDeleted(found.fileIds);
  }

  /** Deletes all that is on this computer and asks the services; resolves with the jobs no service can be asked about. */
  async function deleteHere({ id: noteId, sha256s, paths }: BegunDeletion): Promise<number> {
    note({ id: noteId, sha256s, paths });
    await dependencies.stopUse(new Set(sha256s));
    const { jobs: running } = await collectPersonData(dependencies, sha256s);
    for (const { id, state } of running) {
      if (!isTerminalState(state)) {
        await dependencies.runner.abandon(id);
      }
    }
    const found = await collectPersonData(dependencies, sha256s);
    await dependencies.sent.settle(found.contents);
    const all = [...new Set([...paths, ...listPaths(found)])];
    note({ id: noteId, sha256s: [...found.contents], paths: all });
    await forget(found);
    // Only files are left: a person who is added again meanwhile stays.
    note({ id: noteId, sha256s: [], paths: await deleteOwnFiles(all, folders) });
    return found.jobs.filter((job) => job.jobId !== null && !dependencies.isReachable(job)).length;
  }

  const waiting = (): Waiting => toWaiting(dependencies);

  return {
    run: async (sha256s) => {
      const requested: BegunDeletion = { id: createId(), sha256s: [...sha256s], paths: [] };
      const outOfReach = await queue.run(() => deleteHere(requested));
      await Promise.race([deletions.carryOut(), sleep(waitMs, undefined, { ref: false })]);
      return { waiting: waiting(), outOfReach };
    },
    resume: async () => {
      for (const left of begun.read()) {
        await queue.run(async () =>
          left.sha256s.length > 0
            ? deleteHere(left)
            : note({ ...left, paths: await deleteOwnFiles(left.paths, folders) }),
        );
      }
    },
    waiting,
  };
}

/** Services and files that are still pending. */
function toWaiting({
  begun,
  deletions,
  nameOf,
}: Pick<DeletePersonsDependencies, 'begun' | 'deletions' | 'nameOf'>): Waiting {
  const all = deletions.list();
  const profileIds = [...new Set(all.map(({ profileId }) => profileId))];
  return {
    services: profileIds.map((profileId) => {
      const own = all.filter((deletion) => deletion.profileId === profileId);
      const refused = own.filter((deletion) => deletions.isRefused(deletion)).length;
      return { profileId, name: nameOf(profileId), count: own.length, refused };
    }),
    paths: begun.read().flatMap(({ paths }) => paths),
  };
}

/** Contents may be more than one message takes. */
function toContentDeletions(contents: readonly string[]): Deletion[] {
  const deletions: Deletion[] = [];
  for (let at = 0; at < contents.length; at += maxContents) {
    deletions.push({
      profileId: embeddedProfileId,
      origin: null,
      jobId: null,
      fileKeys: [],
      sha256s: contents.slice(at, at + maxContents),
    });
  }
  return deletions;
}

function listPaths(found: FoundPersonData): string[] {
  return [
    ...found.results,
    ...found.thumbnails,
    ...found.recordings,
    ...found.captures.flatMap((path) => [
      path,
      ...(path.endsWith('.mp4') ? [toMarkersPath(path)] : []),
    ]),
    ...found.setAside,
    ...found.characters.flatMap(({ path, smallPath }) => [path, smallPath]),
  ];
}
