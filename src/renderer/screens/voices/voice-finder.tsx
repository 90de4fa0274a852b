import { type ReactNode, useState } from 'react';
import type { ListedVoice } from '../../../contract/ipc/voices.ts';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useText } from '../../i18n/use-text.ts';
import { countLanguages, filterVoices, toVoiceLanguage } from '../../jobs/voice-words.ts';
import './voices.css';

/** Every language at once. */
const every = '';

/** Searches voices by words and by language; the caller renders the results. */
export function VoiceFinder(props: {
  readonly voices: readonly ListedVoice[];
  /** The language that is chosen at first, by the id of one of its voices; null for all. */
  readonly startWithId?: string | null | undefined;
  readonly children: (found: readonly ListedVoice[]) => ReactNode;
}) {
  const { voices, startWithId = null, children } = props;
  const text = useText();
  const { t } = text;
  const first = voices.find(({ id }) => id === startWithId);
  const [typed, setTyped] = useState('');
  const [language, setLanguage] = useState(
    first === undefined ? every : toVoiceLanguage(text, first),
  );
  const languages = countLanguages(text, voices);
  const isKnown = languages.some(({ name }) => name === language);
  const found = filterVoices(text, voices, { typed, language: isKnown ? language : null });
  return (
    <>
      <div className="voice-filters">
        <TextField
          label={t('voices.search')}
          name="voice-search"
          placeholder={t('voices.search_hint')}
          value={typed}
          onChange={setTyped}
        />
        <Select
          label={t('voices.language')}
          placeholder={t('voices.all_languages')}
          value={isKnown ? language : 'all'}
          options={[
            { id: 'all', label: t('voices.all_languages') },
            ...languages.map(({ name, count }) => ({
              id: name,
              label: t('voices.language_count', { name, count }),
            })),
          ]}
          onChange={(id) => setLanguage(id === 'all' ? every : id)}
        />
        <span className="voice-count" aria-live="polite">
          {t('voices.count', { found: found.length, all: voices.length })}
        </span>
      </div>
      {children(found)}
    </>
  );
}
