import type { LocalJob } from '../../contract/ipc/jobs.ts';
import { useApp, useJobs, useProfiles } from '../app/app-context.ts';

/** The jobs of the service in use, newest first. */
export function useActiveJobs(): readonly LocalJob[] {
  const profileId = useProfiles(({ list }) => list.activeId);
  const jobs = useJobs((state) => state.jobs);
  return jobs.filter((job) => job.profileId === profileId);
}

/** Actions of a job; a failure becomes a toast. */
export interface JobActions {
  readonly cancel: (id: string) => void;
  /** Sends a job that waits to be confirmed. */
  readonly confirm: (id: string) => void;
  /** Starts it again and opens the new job. */
  readonly retry: (id: string) => void;
  /** Fetches the result from its service again. */
  readonly fetch: (id: string) => void;
  readonly forget: (id: string) => void;
  readonly reveal: (id: string) => void;
  readonly saveAs: (id: string) => void;
  readonly open: (id: string) => void;
}

/** See {@link JobActions}. */
export function useJobActions(): JobActions {
  const { jobs, view, attempt, notify, text } = useApp();
  const { cancel, confirm, retry, fetch, forget, reveal, saveAs } = jobs.getState();
  return {
    cancel: (id) => void attempt(() => cancel(id)),
    confirm: (id) => void attempt(() => confirm(id)),
    retry: (id) =>
      void attempt(async () => {
        view.getState().openJob(await retry(id));
      }),
    fetch: (id) => void attempt(() => fetch(id)),
    forget: (id) => void attempt(() => forget(id)),
    reveal: (id) => void attempt(() => reveal(id)),
    saveAs: (id) =>
      void attempt(async () => {
        const path = await saveAs(id);
        if (path !== null) {
          notify({ tone: 'good', title: text().t('job.saved'), path });
        }
      }),
    open: (id) => view.getState().openJob(id),
  };
}
