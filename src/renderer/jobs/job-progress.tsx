import { findProgressFraction, type LocalJob } from '../../contract/ipc/jobs.ts';
import { jobPhases } from '../../contract/job-details.ts';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { useJobs } from '../app/app-context.ts';
import { useText } from '../i18n/use-text.ts';
import { formatTimeLeft } from './estimate-words.ts';
import './jobs.css';
import { type JobStep, jobSteps, StageLine, stageSteps } from './stage-line.tsx';

/** Progress of a running job: its step among all, the fraction of the work, and the remaining time. */
export function JobProgressView({ job }: { readonly job: LocalJob }) {
  const text = useText();
  const { t } = text;
  const jobs = useJobs((state) => state.jobs);
  const step = toStep(job);
  const fraction = findProgressFraction(job);
  const shown =
    job.progress === null
      ? jobSteps.filter((name) => !isWork(name) || name === 'rendering')
      : jobSteps;
  return (
    <section className="ui-card job-progress" aria-label={t('job.progress')}>
      <div className="job-progress-line">
        <strong>
          {t(
            job.state === 'processing' && job.stage !== null
              ? `job.step.${job.stage}`
              : `job.step.${step}`,
          )}
        </strong>
        <span className="job-progress-facts">
          {fraction === null || (job.state === 'sending' && fraction >= 1) ? null : (
            <span>{t('job.share', { percent: Math.round(fraction * 100) })}</span>
          )}
          <span>{formatTimeLeft(text, jobs, job) ?? t('job.eta_unknown')}</span>
        </span>
      </div>
      <ProgressBar label={t('job.progress')} fraction={fraction} />
      {job.stage === null ? (
        <StageLine steps={shown} now={step} />
      ) : (
        <StageLine steps={stageSteps} now={job.state === 'collecting' ? 'collecting' : job.stage} />
      )}
    </section>
  );
}

function toStep(job: LocalJob): JobStep {
  if (
    job.state === 'waiting' ||
    job.state === 'sending' ||
    job.state === 'queued' ||
    job.state === 'collecting'
  ) {
    return job.state;
  }
  return job.progress?.phase ?? 'rendering';
}

function isWork(step: JobStep): boolean {
  return jobPhases.some((phase) => phase === step);
}
