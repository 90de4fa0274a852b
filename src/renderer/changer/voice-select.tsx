import { Play, Square } from 'lucide-react';
import { AppError } from '../../base/errors.ts';
import { IconButton } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { useApp } from '../app/app-context.ts';
import { formatTarget } from '../i18n/foreign-words.ts';
import { useText } from '../i18n/use-text.ts';
import { findVoiceId } from './changer-view.ts';
import { useChanger } from './use-changer.ts';
import './voice.css';

/** The voice of the service that the user sounds like, and a way to listen to it. */
export function VoiceSelect() {
  const { changer, attempt } = useApp();
  const text = useText();
  const { t } = text;
  const offer = useChanger((state) => state.offer);
  const selectedId = useChanger(findVoiceId);
  const voices = offer === null || offer instanceof AppError ? [] : offer.voices;
  return (
    <div className="voice-choice">
      <Select
        label={t('changer.choose_voice')}
        isLabelHidden
        options={voices.map((voice) => ({ id: voice.id, label: formatTarget(text, voice).name }))}
        value={selectedId}
        placeholder={t(offer === null ? 'changer.asking' : 'changer.no_voices')}
        isDisabled={voices.length === 0}
        onChange={(voiceId) => void attempt(() => changer.getState().choose({ voiceId }))}
      />
      {selectedId === null ? null : <ListenButton voiceId={selectedId} />}
    </div>
  );
}

function ListenButton({ voiceId }: { readonly voiceId: string }) {
  const { changer, attempt } = useApp();
  const { t } = useText();
  const isPlaying = useChanger(({ auditionedId }) => auditionedId === voiceId);
  return (
    <IconButton
      label={t(isPlaying ? 'changer.stop_listening' : 'changer.listen')}
      icon={isPlaying ? Square : Play}
      onPress={() =>
        isPlaying
          ? changer.getState().stopListening()
          : void attempt(() => changer.getState().listen(voiceId))
      }
    />
  );
}
