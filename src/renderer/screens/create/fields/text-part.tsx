import type { FormField } from '../../../../capabilities/form/form.ts';
import { countChars, estimateSpeechMs } from '../../../../capabilities/form/speech-length.ts';
import { TextArea } from '../../../../ui/text-area.tsx';
import { useApp, useDraft } from '../../../app/app-context.ts';
import { toFieldWords } from '../../../i18n/capability-texts.ts';
import { useText } from '../../../i18n/use-text.ts';
import { findInstructionSubject, type FormFeature } from '../../../jobs/form/forms.ts';
import { formatDuration } from '../../../jobs/job-words.ts';
import { PromptReading } from '../prompt/prompt-reading.tsx';
import '../create.css';

/** A text of the form with its length and its limit; a script also with about how long it is when it is spoken. */
export function TextPart(props: {
  readonly field: Extract<FormField, { readonly control: 'text' }>;
  readonly feature: FormFeature;
}) {
  const { field, maxChars, isRequired } = props.field;
  const { draft } = useApp();
  const text = useText();
  const { t } = text;
  const option = useDraft((state) => state.options[field]);
  const words = toFieldWords(text.language, props.feature, field);
  const value = typeof option === 'string' ? option : '';
  const chars = countChars(value);
  const isTooLong = chars > maxChars;
  const isScript = field === 'script';
  const subject = field === 'prompt' ? findInstructionSubject(props.feature) : null;
  const setText = (next: string): void =>
    draft.getState().setOption(field, next === '' ? null : next);
  const area = (
    <TextArea
      label={isRequired ? words.label : t('form.optional', { label: words.label })}
      name={field}
      placeholder={words.hint ?? (isRequired ? t(`form.${props.feature}.hint`) : '')}
      value={value}
      error={
        isTooLong
          ? t(isScript ? 'script.too_long' : 'text.too_long', { count: chars - maxChars })
          : null
      }
      isShort={!isScript}
      foot={
        <span className="script-line">
          <span>
            {isScript && chars > 0
              ? t('script.length', { time: formatDuration(text, estimateSpeechMs(value)) })
              : null}
          </span>
          <span data-tone={isTooLong ? 'danger' : undefined}>
            {t('script.chars', { count: chars, max: maxChars })}
          </span>
        </span>
      }
      onChange={setText}
    />
  );
  return subject === null ? (
    area
  ) : (
    <>
      {area}
      <PromptReading
        prompt={value}
        isVideo={subject === 'video'}
        filesField={subject === 'video' ? 'video_key' : 'image_keys'}
        onChange={setText}
      />
    </>
  );
}
