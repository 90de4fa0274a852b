import { Check } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Note } from '../../../../ui/note.tsx';
import { useApp, useDraft, useVoices } from '../../../app/app-context.ts';
import { useText } from '../../../i18n/use-text.ts';
import { toFieldWords } from '../../../i18n/capability-texts.ts';
import { describeError } from '../../../i18n/describe-error.ts';
import type { FormFeature } from '../../../jobs/form/forms.ts';
import { formatVoiceName, splitName, toVoiceLanguage } from '../../../jobs/voice-words.ts';
import { QualityMark } from '../../voices/quality-mark.tsx';
import { ListenButton } from '../../voices/listen-button.tsx';
import { VoiceFinder } from '../../voices/voice-finder.tsx';
import { VoiceListView } from '../../voices/voice-list.tsx';
import '../create.css';

/** The voice of the form: how it sounds, and another one from the list of the service. */
export function VoiceField(props: {
  readonly field: string;
  readonly feature: FormFeature;
  readonly isRequired: boolean;
}) {
  const { field, feature, isRequired } = props;
  const { draft, voices } = useApp();
  const text = useText();
  const { t } = text;
  const words = toFieldWords(text.language, feature, field);
  const [isChoosing, setChoosing] = useState(false);
  const list = useVoices((state) => state.list);
  const error = useVoices((state) => state.error);
  const id = useDraft((state) => state.options[field]);
  const voice = list?.voices.find((candidate) => candidate.id === id);
  const first = list?.voices[0]?.id;
  useEffect(() => {
    // A form that needs a voice begins with the first of the list; a voice of another service is dropped.
    if (voice === undefined && first !== undefined) {
      draft.getState().setOption(field, isRequired ? first : null);
    }
  }, [draft, field, voice, first, isRequired]);
  if (error !== null) {
    return (
      <Note
        tone="warning"
        title={describeError(text, error).title}
        action={
          <Button onPress={() => void voices.getState().load()}>{t('action.try_again')}</Button>
        }
      >
        {t('voices.asking.text')}
      </Note>
    );
  }
  // An optional voice stays unset until the user chooses one.
  const isOpen = !isRequired && list !== null && words.unset !== undefined;
  const unchosen = isOpen ? words.unset : t('voices.asking.text');
  const choose = (): void => {
    void voices.getState().refresh();
    setChoosing(true);
  };
  const close = (): void => {
    voices.getState().stop();
    setChoosing(false);
  };
  return (
    <div className="voice-chosen">
      <span className="ui-label">{words.label}</span>
      <div className="voice-card">
        {voice !== undefined && list?.canListen === true ? (
          <ListenButton
            origin={voice.id}
            question={{ voiceId: voice.id, script: null }}
            playLabel={t('voices.listen_named', { name: splitName(voice.name).speaker })}
            stopLabel={t('voices.stop_named', { name: splitName(voice.name).speaker })}
          />
        ) : null}
        <span className="voice-card-names">
          <span className="voice-name">
            {voice === undefined ? unchosen : formatVoiceName(text, voice.name)}
          </span>
          {voice === undefined ? null : (
            <span className="voice-tone">{toVoiceLanguage(text, voice)}</span>
          )}
        </span>
        {voice?.facts === null || voice === undefined ? null : (
          <span className="voice-facts">
            <QualityMark quality={voice.facts.quality} />
          </span>
        )}
        {isRequired || voice === undefined ? null : (
          <Button tone="quiet" onPress={() => draft.getState().setOption(field, null)}>
            {t('voice.automatic')}
          </Button>
        )}
        <Button isDisabled={list === null} onPress={choose}>
          {t('voice.choose')}
        </Button>
      </div>
      {list === null ? null : (
        <Dialog
          title={t('voice.choose')}
          closeLabel={t('action.close')}
          isOpen={isChoosing}
          onClose={close}
          width="map"
        >
          <div className="voices">
            <VoiceFinder voices={list.voices} startWithId={voice?.id ?? null}>
              {(found) => (
                <VoiceListView
                  voices={found}
                  canListen={list.canListen}
                  currentId={voice?.id}
                  actionText={t('voice.take')}
                  actionIcon={Check}
                  actionLabel={(name) => t('voice.take_named', { name })}
                  onUse={(chosen) => {
                    draft.getState().setOption(field, chosen);
                    close();
                  }}
                />
              )}
            </VoiceFinder>
          </div>
        </Dialog>
      )}
    </div>
  );
}
