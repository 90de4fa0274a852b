import { fractionOf, type LocalJob } from '../../contract/ipc/jobs.ts';
import { workStages } from '../../contract/job-details.ts';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { useJobs } from '../app/app-context.ts';
import type { TextKey } from '../i18n/en.ts';
import { useText } from '../i18n/use-text.ts';
import { leftText } from './estimate-words.ts';
import './jobs.css';

/** The steps of a job in their order, as the line of stages shows them. */
const steps = ['waiting', 'sending', 'queued', ...workStages, 'collecting'] as const;

type Step = (typeof steps)[number];

/** How far a running job is: its stage among all, the fraction of the work, and the time left. */
export function JobProgressView({ job }: { readonly job: LocalJob }) {
  const text = useText();
  const { t } = text;
  const jobs = useJobs((state) => state.jobs);
  const step = stepOf(job);
  const fraction = fractionOf(job);
  const shown =
    job.progress === null ? steps.filter((name) => !isWork(name) || name === 'rendering') : steps;
  const at = shown.indexOf(step);
  return (
    <section className="ui-card job-progress" aria-label={t('job.progress')}>
      <div className="job-progress-line">
        <strong>{t(`job.step.${step}` satisfies TextKey)}</strong>
        <span className="job-progress-facts">
          {fraction === null || (job.state === 'sending' && fraction >= 1) ? null : (
            <span>{t('job.share', { percent: Math.round(fraction * 100) })}</span>
          )}
          <span>{leftText(text, jobs, job) ?? t('job.eta_unknown')}</span>
        </span>
      </div>
      <ProgressBar label={t('job.progress')} fraction={fraction} />
      <ol className="job-steps">
        {shown.map((name, index) => (
          <li
            key={name}
            className="job-step"
            data-state={index < at ? 'done' : index === at ? 'now' : 'next'}
            aria-current={index === at ? 'step' : undefined}
          >
            {t(`job.step.${name}` satisfies TextKey)}
          </li>
        ))}
      </ol>
    </section>
  );
}

function stepOf(job: LocalJob): Step {
  if (
    job.state === 'waiting' ||
    job.state === 'sending' ||
    job.state === 'queued' ||
    job.state === 'collecting'
  ) {
    return job.state;
  }
  return job.progress?.stage ?? 'rendering';
}

function isWork(step: Step): boolean {
  return workStages.some((stage) => stage === step);
}
