import '../support/without-electron.ts';
import type { LocalJob } from '../../src/contract/ipc/jobs.ts';
import { createMediaGrants } from '../../src/main/page/media-grants.ts';

const { openJobs } = await import('../../src/main/jobs/open-jobs.ts');

type JobsOptions = Parameters<typeof openJobs>[0];

/** The jobs of main without a window: nobody is asked, and nothing is shown. `seen` has the last state of each job. */
export function openWindowlessJobs(
  parts: Pick<JobsOptions, 'folders' | 'files' | 'profiles' | 'readProofKey' | 'service'> &
    Partial<JobsOptions>,
) {
  const seen = new Map<string, LocalJob>();
  const jobs = openJobs({
    grants: createMediaGrants(),
    emit: (name, payload) => {
      if (name === 'jobs.changed') {
        const job = payload as LocalJob;
        seen.set(job.id, job);
      }
    },
    log: () => undefined,
    chooseSavePath: async () => null,
    reveal: () => undefined,
    dragOut: () => undefined,
    announce: () => undefined,
    ending: { quit: () => undefined, findSleep: async () => null, canEnd: () => true },
    ...parts,
  });
  return { jobs, seen };
}
