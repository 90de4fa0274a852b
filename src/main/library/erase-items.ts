import { dirname } from 'node:path';
import { createId } from '../../base/ids.ts';
import type { ForgetJobs } from '../jobs/forget-jobs.ts';
import type { JobStore } from '../jobs/job-store.ts';
import { toMarkersPath } from '../live/capture-files.ts';
import type { CapturedPersons } from '../live/captured-persons.ts';
import type { BegunDeletion } from '../jobs/deletions.ts';
import { deleteOwnFiles, type OwnFolders } from '../persons/own-files.ts';
import type { Library } from './library.ts';
import type { LibraryEntry } from './library-entry.ts';
import { findItemFile } from './library-row.ts';

/** Dependencies of deleting items. */
export interface EraseItemsDependencies {
  readonly library: Pick<Library, 'forget'>;
  readonly store: Pick<JobStore, 'find'>;
  readonly forgetJobs: ForgetJobs;
  readonly captured: Pick<CapturedPersons, 'forget'>;
  readonly folders: OwnFolders;
  /** Notes files that could not be deleted; they are tried again at the next start. */
  readonly noteLeft: (left: BegunDeletion) => void;
}

/** Deletes items for good: of jobs also what their services have, of everything the file. */
export async function eraseItems(
  entries: readonly LibraryEntry[],
  dependencies: EraseItemsDependencies,
): Promise<void> {
  const { library, store, forgetJobs, captured, folders } = dependencies;
  const ids = new Set(entries.map(({ id }) => id));
  // Uses the current lists, not those at the removal: the job may have been forgotten meanwhile.
  const jobs = entries.flatMap(({ id, kind }) => (kind === 'job' ? (store.find(id) ?? []) : []));
  const paths = entries.flatMap((entry) => listPaths(entry, folders));
  await forgetJobs(jobs);
  await library.forget(({ id }) => ids.has(id));
  const left = await deleteOwnFiles(paths, folders);
  captured.forget(paths.filter((path) => !left.includes(path)));
  if (left.length > 0) {
    dependencies.noteLeft({ id: createId(), sha256s: [], paths: left });
  }
}

/** A result that was saved elsewhere is a file of the user; markers go with their recording. */
function listPaths(entry: LibraryEntry, { results }: OwnFolders): string[] {
  const path = findItemFile(entry)?.path;
  if (path === undefined || (entry.kind === 'job' && dirname(path) !== results)) {
    return [];
  }
  return entry.kind === 'recording' ? [path, toMarkersPath(path)] : [path];
}
