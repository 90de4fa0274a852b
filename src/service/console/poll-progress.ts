import type { JobDetails, JobProgress } from '../../contract/job-details.ts';
import { printNote } from './print.ts';

/** Reads the details of a job; null when they are unavailable. */
export type ReadDetails = (jobId: string) => Promise<JobDetails | null>;

/** Poll interval for the progress of a running job. */
const ASK_MS = 500;
/** Progress between two printed lines; a new phase also prints one. */
const STEP = 0.1;

/** Prints the progress of a job until the returned function is called. Remote services report none. */
export function pollProgress(readDetails: ReadDetails | null, jobId: string): () => void {
  if (readDetails === null) {
    return () => undefined;
  }
  let reported: JobProgress | null = null;
  let isAsking = false;
  const report = (details: JobDetails | null): void => {
    const progress = details?.progress ?? null;
    if (progress !== null && isNews(reported, progress)) {
      reported = progress;
      printNote(describeProgress(progress));
    }
  };
  const timer = setInterval(() => {
    if (isAsking) {
      return;
    }
    isAsking = true;
    // Progress is optional: an outage is reported by the wait for the job itself.
    void readDetails(jobId)
      .then(report, () => undefined)
      .finally(() => {
        isAsking = false;
      });
  }, ASK_MS);
  return () => {
    clearInterval(timer);
  };
}

function isNews(reported: JobProgress | null, progress: JobProgress): boolean {
  return (
    reported === null ||
    reported.phase !== progress.phase ||
    progress.fraction - reported.fraction >= STEP
  );
}

/** A line such as "rendering, 40 %, about 12 s left". */
export function describeProgress({ phase, fraction, etaMs }: JobProgress): string {
  const done = `${phase}, ${Math.floor(fraction * 100)} %`;
  return etaMs === null ? done : `${done}, about ${describeTime(etaMs)} left`;
}

function describeTime(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}
