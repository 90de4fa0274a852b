import type { FormText } from '../../../capabilities/form.ts';
import { TextArea } from '../../../ui/text-area.tsx';
import { useApp, useDraft } from '../../app/app-context.ts';
import { useText } from '../../i18n/use-text.ts';
import { fieldLabel } from '../../jobs/field-texts.ts';
import type { FormFeature } from '../../jobs/forms.ts';
import { durationText } from '../../jobs/job-words.ts';
import { countChars, estimateSpeechMs } from '../../jobs/speech-length.ts';
import './create.css';

/** A text of the form with its length and its limit, and about how long it is when it is spoken. */
export function ScriptField(props: {
  readonly text: FormText;
  readonly feature: FormFeature;
  readonly isSpoken: boolean;
}) {
  const { field, maxChars } = props.text;
  const { draft } = useApp();
  const text = useText();
  const { t } = text;
  const given = useDraft((state) => state.options[field]);
  const value = typeof given === 'string' ? given : '';
  const chars = countChars(value);
  const isTooLong = chars > maxChars;
  return (
    <div className="script">
      <TextArea
        label={t(fieldLabel(field))}
        name={field}
        placeholder={t(`form.${props.feature}.hint`)}
        value={value}
        error={isTooLong ? t('script.too_long', { count: chars - maxChars }) : null}
        onChange={(next) => draft.getState().setOption(field, next === '' ? null : next)}
      />
      <div className="script-line">
        <span>
          {props.isSpoken && chars > 0
            ? t('script.length', { time: durationText(text, estimateSpeechMs(value)) })
            : null}
        </span>
        <span data-tone={isTooLong ? 'danger' : undefined}>
          {t('script.chars', { count: chars, most: maxChars })}
        </span>
      </div>
    </div>
  );
}
