import type { Ipc } from '../../contract/ipc/contract.ts';
import type { Emit } from '../ipc/emit.ts';
import type { Deletion, Deletions } from './deletions.ts';
import type { JobStore, JobEntry } from './job-store.ts';
import type { SentFiles } from './sent-files.ts';
import type { Thumbnails } from './thumbnails.ts';

/** Dependencies of forgetting jobs. */
export interface ForgetJobsDependencies {
  readonly store: JobStore;
  readonly sent: Pick<SentFiles, 'drop'>;
  readonly deletions: Pick<Deletions, 'add'>;
  readonly thumbnails: Pick<Thumbnails, 'remove'>;
  readonly emit: Emit<Ipc>;
}

/** Removes jobs from the list and deletes them at their services; local results stay. */
export type ForgetJobs = (entries: readonly JobEntry[]) => Promise<void>;

/** Deletions are persisted before a job leaves the list, so that a crash in between loses none. */
export function createForgetJobs(dependencies: ForgetJobsDependencies): ForgetJobs {
  const { store, sent, deletions, thumbnails, emit } = dependencies;
  return async (entries) => {
    const ids = new Set(entries.map(({ id }) => id));
    const others = (await store.readAll()).filter(({ id }) => !ids.has(id));
    const inUse = new Set(
      others.flatMap(({ inputs }) => inputs.map(({ fileKey }) => fileKey ?? '')),
    );
    const requested = entries.map((entry): Deletion => {
      const keys = entry.inputs.flatMap(({ fileKey }) => (fileKey === null ? [] : [fileKey]));
      const { profileId, origin, jobId } = entry;
      const fileKeys = keys.filter((key) => !inUse.has(key));
      return { profileId, origin, jobId, fileKeys, sha256s: [] };
    });
    deletions.add(requested);
    await store.remove(ids);
    for (const { fileKeys } of requested) {
      sent.drop(fileKeys);
    }
    for (const id of ids) {
      await thumbnails.remove(id);
      emit('jobs.forgotten', { id });
    }
  };
}
