import { RotateCcw } from 'lucide-react';
import {
  findProgressFraction,
  isTerminalState,
  type LocalJob,
  isUserNeeded,
} from '../../contract/ipc/jobs.ts';
import { IconButton } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import { useJobs } from '../app/app-context.ts';
import { useText } from '../i18n/use-text.ts';
import { formatTimeLeft } from './estimate-words.ts';
import { formatJobCost, jobStates, toJobTitle } from './job-words.ts';
import { JobThumb } from './job-thumb.tsx';
import './jobs.css';
import { useActiveJobs, useJobActions } from './use-jobs.ts';

/**
 * Short list of the newest jobs of the service in use: thumbnail, name, state, cost, and a way to run one
 * again. Used by every screen that shows jobs beside something else; empty without jobs.
 */
export function JobHistory(props: { readonly max: number; readonly currentId?: string | null }) {
  const { t } = useText();
  const jobs = useActiveJobs().slice(0, props.max);
  return jobs.length === 0 ? null : (
    <section className="job-history" aria-label={t('jobs.recent')}>
      <h2 className="job-history-title">{t('jobs.recent')}</h2>
      <ul className="job-list">
        {jobs.map((job) => (
          <JobLine key={job.id} job={job} isCurrent={job.id === props.currentId} />
        ))}
      </ul>
    </section>
  );
}

function JobLine({ job, isCurrent }: { readonly job: LocalJob; readonly isCurrent: boolean }) {
  const text = useText();
  const { t } = text;
  const { open, retry } = useJobActions();
  const jobs = useJobs((state) => state.jobs);
  const { tone, key } = jobStates[job.state];
  const fraction = findProgressFraction(job);
  return (
    <li className="job-line" data-current={isCurrent}>
      <button
        type="button"
        className="job-line-main"
        aria-current={isCurrent ? 'true' : undefined}
        onClick={() => open(job.id)}
      >
        <JobThumb job={job} />
        <span className="job-line-text">
          <span className="job-line-name" title={toJobTitle(text, job)}>
            {toJobTitle(text, job)}
          </span>
          <span className="job-line-facts">
            <StatusDot tone={tone}>{t(key)}</StatusDot>
            <span>{formatTimeLeft(text, jobs, job) ?? formatJobCost(text, job)}</span>
          </span>
          {isTerminalState(job.state) || isUserNeeded(job.state) ? null : (
            <ProgressBar label={t(key)} fraction={fraction} size="small" />
          )}
        </span>
      </button>
      {isTerminalState(job.state) && job.state !== 'succeeded' ? (
        <IconButton
          label={t('job.retry_named', { name: toJobTitle(text, job) })}
          icon={RotateCcw}
          onPress={() => retry(job.id)}
        />
      ) : null}
    </li>
  );
}
