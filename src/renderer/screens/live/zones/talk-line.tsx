import { Mic, Play, Square } from 'lucide-react';
import { Button } from '../../../../ui/button.tsx';
import { TextArea } from '../../../../ui/text-area.tsx';
import { useApp, useDevices, useTalk } from '../../../app/app-context.ts';
import { useText } from '../../../i18n/use-text.ts';

/** Audio of a speaking character: the microphone, or a script. */
export function TalkLine() {
  const { talk, devices, attempt } = useApp();
  const { t } = useText();
  const script = useTalk((state) => state.script);
  const isSpeaking = useTalk((state) => state.isSpeaking);
  const microphone = useDevices((state) => state.microphone.state);
  return (
    <div className="talk-line">
      <p className="tile-hint">{t('talk.hint')}</p>
      <TextArea
        label={t('talk.script')}
        name="talk"
        placeholder={t('talk.script_example')}
        value={script}
        error={null}
        isShort
        foot={null}
        onChange={(next) => talk.getState().setScript(next)}
      />
      <div className="tile-buttons">
        {isSpeaking ? (
          <Button icon={Square} onPress={() => talk.getState().stop()}>
            {t('talk.stop')}
          </Button>
        ) : (
          <Button
            icon={Play}
            isDisabled={script.trim() === ''}
            onPress={() => void attempt(() => talk.getState().speak())}
          >
            {t('talk.speak')}
          </Button>
        )}
        {microphone === 'on' ? null : (
          <Button
            icon={Mic}
            isPending={microphone === 'starting'}
            onPress={() => void attempt(() => devices.getState().startMicrophone())}
          >
            {t('live.start_microphone')}
          </Button>
        )}
      </div>
    </div>
  );
}
