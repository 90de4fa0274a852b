import {
  findProgressFraction,
  isTerminalState,
  type LocalJob,
  isUserNeeded,
} from '../../../../contract/ipc/jobs.ts';
import { ProgressBar } from '../../../../ui/progress-bar.tsx';
import { StatusDot } from '../../../../ui/status-dot.tsx';
import { useJobs } from '../../../app/app-context.ts';
import { useText } from '../../../i18n/use-text.ts';
import { formatTimeLeft } from '../../../jobs/estimate-words.ts';
import { JobThumb } from '../../../jobs/job-thumb.tsx';
import { formatJobCost, jobStates, toJobTitle } from '../../../jobs/job-words.ts';
import { useActiveJobs, useJobActions } from '../../../jobs/use-jobs.ts';
import { SideStrip } from './side-strip.tsx';

/** Maximum jobs in the strip; all of them are in the history. */
const max = 12;

/** The newest jobs in one row, which the user can push sideways. */
export function JobStrip() {
  const { t } = useText();
  const jobs = useActiveJobs().slice(0, max);
  return jobs.length === 0 ? (
    <p className="strip-empty">{t('stage.no_jobs')}</p>
  ) : (
    <section className="job-strip" aria-label={t('jobs.recent')}>
      <SideStrip className="job-strip-list" label={t('jobs.recent')}>
        {jobs.map((job) => (
          <JobCard key={job.id} job={job} />
        ))}
      </SideStrip>
    </section>
  );
}

function JobCard({ job }: { readonly job: LocalJob }) {
  const text = useText();
  const { t } = text;
  const { open } = useJobActions();
  const jobs = useJobs((state) => state.jobs);
  const { tone, key } = jobStates[job.state];
  const isRunning = !isTerminalState(job.state) && !isUserNeeded(job.state);
  return (
    <li className="job-card">
      <button type="button" className="job-card-main" onClick={() => open(job.id)}>
        <JobThumb job={job} />
        <span className="job-card-text">
          <span className="job-line-name" title={toJobTitle(text, job)}>
            {toJobTitle(text, job)}
          </span>
          <span className="job-card-facts">
            <StatusDot tone={tone}>{t(key)}</StatusDot>
            <span>{formatTimeLeft(text, jobs, job) ?? formatJobCost(text, job)}</span>
          </span>
          {isRunning ? (
            <ProgressBar label={t(key)} fraction={findProgressFraction(job)} size="small" />
          ) : null}
        </span>
      </button>
    </li>
  );
}
