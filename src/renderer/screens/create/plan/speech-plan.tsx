import { useEffect } from 'react';
import { Note } from '../../../../ui/note.tsx';
import { useApp, useDraft, useVoices } from '../../../app/app-context.ts';
import type { Text } from '../../../i18n/text.ts';
import { useText } from '../../../i18n/use-text.ts';
import { formatLanguage } from '../../../i18n/format-language.ts';
import { describeError } from '../../../i18n/describe-error.ts';
import { ListenButton } from '../../voices/listen-button.tsx';
import '../create.css';

/** Pause of typing after which the service is asked. */
const pauseMs = 400;
/** Origin of the sample of a script's beginning. */
const field = 'script';

/** Voice and language for a script, the reason for a different voice, and a sample of its beginning. */
export function SpeechPlanView(props: {
  readonly scriptField: string;
  readonly voiceField: string;
  /** True when the user has to choose a voice; otherwise one is selected by the script. */
  readonly isVoiceRequired: boolean;
  readonly languageField: string | null;
}) {
  const text = useText();
  const { t } = text;
  const question = useQuestion(props);
  const { voices } = useApp();
  const canListen = useVoices(({ list }) => list?.canListen === true);
  const plan = useVoices((state) => state.plan);
  const { script, voiceId, language } = question ?? {};
  useEffect(() => {
    const { ask } = voices.getState();
    if (!canListen || script === undefined || voiceId === undefined) {
      void ask(null);
      return undefined;
    }
    const timer = setTimeout(() => {
      void ask({ script, voiceId, language });
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [voices, canListen, script, voiceId, language]);
  useEffect(() => () => voices.getState().stop(), [voices]);
  if (!canListen) {
    return null;
  }
  return (
    <div className="plan" aria-live="polite">
      {question === null ? null : (
        <div className="plan-line">
          <ListenButton
            origin={field}
            question={question}
            playLabel={t('script.listen')}
            stopLabel={t('script.stop')}
            isDisabled={plan.kind === 'refused'}
          />
          <span>{t('script.listen')}</span>
          <PlanText text={text} />
        </div>
      )}
      {plan.kind === 'refused' ? (
        <Note tone="warning" title={t('script.refused')}>
          {describeError(text, plan.error).advice}
        </Note>
      ) : null}
    </div>
  );
}

function PlanText({ text }: { readonly text: Text }) {
  const plan = useVoices((state) => state.plan);
  const voices = useVoices(({ list }) => list?.voices);
  const chosen = useDraft(({ options }) => options['voice_id']);
  if (plan.kind !== 'known') {
    return null;
  }
  const { tag, voiceId } = plan.plan;
  const language = formatLanguage(text, tag);
  const name = voices?.find(({ id }) => id === voiceId)?.name ?? voiceId;
  return (
    <span className="plan-facts">
      {voiceId === chosen
        ? text.t('script.plan', { language })
        : text.t('script.plan_other', { language, name })}
    </span>
  );
}

/** Query of the form; null while the script is empty. */
function useQuestion(props: {
  readonly scriptField: string;
  readonly voiceField: string;
  readonly isVoiceRequired: boolean;
  readonly languageField: string | null;
}) {
  const script = useDraft(({ options }) => options[props.scriptField]);
  const voiceId = useDraft(({ options }) => options[props.voiceField]);
  const language = useDraft(({ options }) => options[props.languageField ?? '']);
  const chosen = typeof voiceId === 'string' ? voiceId : null;
  return typeof script === 'string' &&
    script.trim() !== '' &&
    (chosen !== null || !props.isVoiceRequired)
    ? { script, voiceId: chosen, language: typeof language === 'string' ? language : undefined }
    : null;
}
