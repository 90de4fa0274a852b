import { UserRound } from 'lucide-react';
import { useState } from 'react';
import type { FormField } from '../../../capabilities/form/form.ts';
import { countChars } from '../../../capabilities/form/speech-length.ts';
import type { LocalJob } from '../../../contract/ipc/jobs.ts';
import { Button } from '../../../ui/button.tsx';
import { DropZone } from '../../../ui/drop-zone.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { useApp } from '../../app/app-context.ts';
import { addFile } from '../../app/bridge.ts';
import { toFieldWords } from '../../i18n/capability-texts.ts';
import { useText } from '../../i18n/use-text.ts';
import '../parked-job.css';
import { SettingField } from './setting-field.tsx';
import type { JobCorrections } from './use-corrections.ts';

const feature = 'identity_swap';

/** Corrections of a job before its next stage: the character, and the settings of that stage. */
export function CorrectionsForm({
  job,
  corrections,
}: {
  readonly job: LocalJob;
  readonly corrections: JobCorrections;
}) {
  return (
    <div className="corrections">
      <CharacterChoice job={job} corrections={corrections} />
      <div className="corrections-fields">
        {corrections.fields.map((field) => (
          <CorrectedField key={field.field} field={field} corrections={corrections} />
        ))}
      </div>
    </div>
  );
}

function CorrectedField(props: {
  readonly field: FormField;
  readonly corrections: JobCorrections;
}) {
  const { field, corrections } = props;
  const { t, language } = useText();
  const value = corrections.valueOf(field);
  if (field.control === 'choice' || field.control === 'switch') {
    return (
      <SettingField
        field={field}
        feature={feature}
        value={value}
        onChange={(next) => corrections.set(field, next)}
      />
    );
  }
  if (field.control !== 'text') {
    return null;
  }
  const text = typeof value === 'string' ? value : '';
  const words = toFieldWords(language, feature, field.field);
  const extra = countChars(text) - field.maxChars;
  return (
    <TextArea
      isShort
      label={t('form.optional', { label: words.label })}
      name={field.field}
      placeholder={words.hint ?? ''}
      value={text}
      error={extra > 0 ? t('text.too_long', { count: extra }) : null}
      onChange={(next) => corrections.set(field, next)}
    />
  );
}

/** Image of the character, and a way to replace it. */
function CharacterChoice(props: { readonly job: LocalJob; readonly corrections: JobCorrections }) {
  const { job, corrections } = props;
  const { attempt, bridge } = useApp();
  const { t, language } = useText();
  const [isReading, setReading] = useState(false);
  const { file, setFile } = corrections;
  const input = job.inputs.find(({ field }) => field === 'character_key');
  const words = toFieldWords(language, feature, 'character_key');
  const shown = file ?? input ?? null;
  const replace = async (chosen: File): Promise<void> => {
    setReading(true);
    await attempt(async () => setFile(await addFile(chosen)));
    setReading(false);
  };
  return (
    <DropZone
      label={words.label}
      icon={UserRound}
      hint={words.hint ?? ''}
      accept=".jpg,.jpeg,.png,.webp,.heic"
      chooseLabel={t('create.choose')}
      changeLabel={isReading ? null : t('form.change')}
      preview={
        shown === null ? null : <img className="ui-drop-picture" src={shown.url} alt={shown.name} />
      }
      onFiles={([chosen]) => void replace(chosen)}
    >
      {file === null || file.hasConsent ? null : (
        <div className="corrections-consent">
          <p>{t('consent.question.face')}</p>
          <Button
            onPress={() =>
              void attempt(async () => setFile(await bridge.call('files.agree', { id: file.id })))
            }
          >
            {t('consent.agree')}
          </Button>
        </div>
      )}
    </DropZone>
  );
}
