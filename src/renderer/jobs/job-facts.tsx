import type { LocalJob } from '../../contract/ipc/jobs.ts';
import { Card } from '../../ui/card.tsx';
import { useVoices } from '../app/app-context.ts';
import { useText } from '../i18n/use-text.ts';
import { fieldLabel } from './field-texts.ts';
import { costOfJob, durationText, sizeText } from './job-words.ts';
import { countChars } from './speech-length.ts';
import { languageText } from './voice-words.ts';
import '../app/screens.css';

/** What went in, with which settings, when, and what it cost. */
export function JobFacts({ job }: { readonly job: LocalJob }) {
  const text = useText();
  const { t, time } = text;
  const { voice_id: voiceId, language, script } = job.options;
  const voice = useVoices(({ list }) => list?.voices.find(({ id }) => id === voiceId));
  const length = job.options['max_duration_sec'];
  const height = job.options['output_resolution_p'];
  return (
    <Card title={t('job.facts')}>
      <dl className="facts">
        {job.inputs.map(({ field, name }) => (
          <FieldFact key={field} label={t(fieldLabel(field))} value={name} />
        ))}
        {typeof voiceId === 'string' ? (
          <FieldFact label={t(fieldLabel('voice_id'))} value={voice?.name ?? voiceId} />
        ) : null}
        {typeof language === 'string' ? (
          <FieldFact label={t(fieldLabel('language'))} value={languageText(text, language)} />
        ) : null}
        {typeof script === 'string' ? (
          <FieldFact
            label={t(fieldLabel('script'))}
            value={t('job.script_value', { count: countChars(script) })}
          />
        ) : null}
        {typeof length === 'number' ? (
          <FieldFact label={t('form.length')} value={t('form.length.first', { seconds: length })} />
        ) : null}
        {typeof height === 'number' ? (
          <FieldFact label={t('form.height')} value={t('form.height.lines', { lines: height })} />
        ) : null}
        <FieldFact label={t('job.cost')} value={costOfJob(text, job)} />
        <FieldFact label={t('job.started')} value={time(job.createdAtMs)} />
        {job.endedAtMs === null ? null : (
          <FieldFact
            label={t('job.took')}
            value={durationText(text, job.endedAtMs - job.createdAtMs)}
          />
        )}
        {job.result === null ? null : (
          <FieldFact
            label={t('job.result')}
            value={t('job.result_value', {
              name: job.result.name,
              size: sizeText(text, job.result.sizeBytes),
            })}
          />
        )}
      </dl>
    </Card>
  );
}

function FieldFact({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </>
  );
}
