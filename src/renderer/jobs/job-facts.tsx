import type { ReactNode } from 'react';
import type { JobOptions, LocalJob } from '../../contract/ipc/jobs.ts';
import { Card } from '../../ui/card.tsx';
import { useVoices } from '../app/app-context.ts';
import { useText } from '../i18n/use-text.ts';
import { toFieldWords } from '../i18n/capability-texts.ts';
import { formatJobCost, formatDuration, formatSize } from './job-words.ts';
import { formatVoiceName } from './voice-words.ts';
import { formatOption } from './format-settings.ts';
import '../app/screens.css';

/** Inputs, settings, times and cost of a job. */
export function JobFacts({ job }: { readonly job: LocalJob }) {
  const text = useText();
  const { t, time } = text;
  const labelOf = (field: string): string => toFieldWords(text.language, job.feature, field).label;
  return (
    <Card title={t('job.facts')}>
      <dl className="facts">
        {job.inputs.map(({ field, name }, index) => (
          <FieldFact key={`${field} ${String(index)}`} label={labelOf(field)} value={name} />
        ))}
        {Object.entries(job.options).map(([field, value]) => (
          <FieldFact
            key={field}
            label={labelOf(field)}
            value={<OptionValue feature={job.feature} field={field} value={value} />}
          />
        ))}
        <FieldFact label={t('job.cost')} value={formatJobCost(text, job)} />
        <FieldFact label={t('job.started')} value={time(job.createdAtMs)} />
        {job.endedAtMs === null ? null : (
          <FieldFact
            label={t('job.took')}
            value={formatDuration(
              text,
              job.endedAtMs - (job.startedAtMs ?? job.createdAtMs) - job.waitedMs,
            )}
          />
        )}
        {job.waitedMs === 0 ? null : (
          <FieldFact label={t('job.waited')} value={formatDuration(text, job.waitedMs)} />
        )}
        {job.result === null ? null : (
          <FieldFact
            label={t('job.result')}
            value={t('job.result_value', {
              name: job.result.name,
              size: formatSize(text, job.result.sizeBytes),
            })}
          />
        )}
      </dl>
    </Card>
  );
}

/** Value of a field, as its form displays it. */
function OptionValue(props: {
  readonly feature: string;
  readonly field: string;
  readonly value: JobOptions[string];
}) {
  const { feature, field, value } = props;
  const text = useText();
  const voice = useVoices(({ list }) => list?.voices.find(({ id }) => id === value));
  return formatOption(text, feature, [field, value], () =>
    voice === undefined ? null : formatVoiceName(text, voice.name),
  );
}

function FieldFact({ label, value }: { readonly label: string; readonly value: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </>
  );
}
