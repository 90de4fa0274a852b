import type { LocalJob } from '../../contract/ipc/jobs.ts';
import type { Text } from '../i18n/text.ts';
import { estimateLeft } from './estimate.ts';
import { formatEstimate } from './job-words.ts';

/** Time left of a job, such as "2 min 5 s left", or "about 40 s" while only its estimate is known; null without one. */
export function formatTimeLeft(
  text: Text,
  jobs: readonly LocalJob[],
  job: LocalJob,
): string | null {
  const left = estimateLeft(jobs, job);
  if (left === null) {
    return null;
  }
  const time = formatEstimate(text, left.leftMs);
  return text.t(left.isEstimate ? 'job.eta_about' : 'job.eta', { time });
}
