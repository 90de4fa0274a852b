import type { JobDetails, JobProgress } from '../../contract/job-details.ts';
import { printNote } from './print.ts';

/** Asks for what is known of a job; null when nobody can tell. */
export type ReadDetails = (jobId: string) => Promise<JobDetails | null>;

/** How often a running job is asked how far it is. */
const ASK_MS = 500;
/** A line is written when so much more is done, or another stage has begun. */
const STEP = 0.1;

/** Writes how far a job is until the returned function is called. A service far away says nothing of it. */
export function followProgress(readDetails: ReadDetails | null, jobId: string): () => void {
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
    // Progress is an extra: whoever waits for the job hears of an outage from the wait itself.
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
    reported.stage !== progress.stage ||
    progress.fraction - reported.fraction >= STEP
  );
}

/** A line such as "rendering, 40 %, about 12 s left". */
export function describeProgress({ stage, fraction, etaMs }: JobProgress): string {
  const done = `${stage}, ${Math.floor(fraction * 100)} %`;
  return etaMs === null ? done : `${done}, about ${describeTime(etaMs)} left`;
}

function describeTime(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}
