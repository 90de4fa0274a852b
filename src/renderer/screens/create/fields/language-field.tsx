import { Select } from '../../../../ui/select.tsx';
import { useApp, useDraft, useVoices } from '../../../app/app-context.ts';
import { useText } from '../../../i18n/use-text.ts';
import { toFieldWords } from '../../../i18n/capability-texts.ts';
import type { FormFeature } from '../../../jobs/form/forms.ts';
import { formatLanguage } from '../../../i18n/format-language.ts';

/** Detected from the script. */
const detected = 'detected';

/** Language of a script: detected from its words, or one of the service's voices. */
export function LanguageField(props: { readonly field: string; readonly feature: FormFeature }) {
  const { field, feature } = props;
  const { draft } = useApp();
  const text = useText();
  const words = toFieldWords(text.language, feature, field);
  const none = words.unset ?? text.t('form.unset');
  const voices = useVoices(({ list }) => list?.voices);
  const value = useDraft((state) => state.options[field]);
  const tags = new Map(
    (voices ?? []).map(({ facts, language }) =>
      facts === null ? [language, language] : [facts.tag, formatLanguage(text, facts.tag)],
    ),
  );
  const collator = new Intl.Collator(text.language);
  const languages = [...tags]
    .map(([id, label]) => ({ id, label }))
    .toSorted((one, other) => collator.compare(one.label, other.label));
  return (
    <Select
      label={words.label}
      placeholder={none}
      value={typeof value === 'string' && tags.has(value) ? value : detected}
      options={[{ id: detected, label: none }, ...languages]}
      onChange={(id) => draft.getState().setOption(field, id === detected ? null : id)}
    />
  );
}
