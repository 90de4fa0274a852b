import { countChars } from '../../capabilities/form/speech-length.ts';
import type { JobOptions, LocalJob } from '../../contract/ipc/jobs.ts';
import { toFieldWords } from '../i18n/capability-texts.ts';
import type { Text } from '../i18n/text.ts';
import { formatFieldValue } from './form/field-values.ts';
import { toCapabilityTitle } from './job-words.ts';
import { formatLanguage } from '../i18n/format-language.ts';

/** Resolves the name of a voice by its id. */
export type VoiceName = (id: string) => string | null;

/** Value of a field, as its form displays it; a script only by its length. */
export function formatOption(
  text: Text,
  feature: string,
  [field, value]: readonly [string, JobOptions[string]],
  nameVoice: VoiceName,
): string {
  if (typeof value === 'string') {
    switch (field) {
      case 'voice_id':
        return nameVoice(value) ?? value;
      case 'language':
        return formatLanguage(text, value);
      case 'script':
        return text.t('job.script_value', { count: countChars(value) });
      case 'joints':
        return text.t('job.joints_value');
    }
  }
  return formatFieldValue(text, value, toFieldWords(text.language, feature, field));
}

/** Formats the files and settings of a job, one line each, for notes and messages. */
export function formatSettings(
  text: Text,
  { feature, inputs, options }: Pick<LocalJob, 'feature' | 'inputs' | 'options'>,
  nameVoice: VoiceName,
): string {
  const line = (field: string, value: string): string =>
    `${toFieldWords(text.language, feature, field).label}: ${value}`;
  return [
    toCapabilityTitle(text, feature),
    ...inputs.map(({ field, name }) => line(field, name)),
    ...Object.entries(options).map(([field, value]) =>
      // A script is what such a job is about, so it is copied whole.
      field === 'script' && typeof value === 'string'
        ? line(field, value)
        : line(field, formatOption(text, feature, [field, value], nameVoice)),
    ),
  ].join('\n');
}
