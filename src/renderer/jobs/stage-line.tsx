import { jobStages } from '../../contract/api/resources/job.ts';
import { jobPhases } from '../../contract/job-details.ts';
import { useText } from '../i18n/use-text.ts';
import './jobs.css';

/** Steps of a job without stages, in order. */
export const jobSteps = ['waiting', 'sending', 'queued', ...jobPhases, 'collecting'] as const;

/** Steps of a job with stages, in order. */
export const stageSteps = [...jobStages, 'collecting'] as const;

/** A step of a job; each has a name in the catalogue. */
export type JobStep = (typeof jobSteps)[number] | (typeof stageSteps)[number];

/** Steps of a job side by side, with marks for finished ones and the current one. */
export function StageLine({
  steps,
  now,
}: {
  readonly steps: readonly JobStep[];
  readonly now: JobStep;
}) {
  const { t } = useText();
  const at = steps.indexOf(now);
  return (
    <ol className="job-steps">
      {steps.map((name, index) => (
        <li
          key={name}
          className="job-step"
          data-state={index < at ? 'done' : index === at ? 'now' : 'next'}
          aria-current={index === at ? 'step' : undefined}
        >
          {t(`job.step.${name}`)}
        </li>
      ))}
    </ol>
  );
}
