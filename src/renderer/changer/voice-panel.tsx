import { AudioLines } from 'lucide-react';
import { useEffect } from 'react';
import { AppError } from '../../base/errors.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Note } from '../../ui/note.tsx';
import { useApp } from '../app/app-context.ts';
import { useText } from '../i18n/use-text.ts';
import { ErrorNote } from '../i18n/error-note.tsx';
import { isFailure } from '../session/media-failure.ts';
import { subscribeServiceInUse } from '../stores/subscribe-service-in-use.ts';
import { SessionLength } from './session-length.tsx';
import { canSetStrength, StrengthSlider } from './strength-slider.tsx';
import { TargetPicker } from './target-picker.tsx';
import { useChanger } from './use-changer.ts';
import './voice.css';
import { VirtualMicrophoneTile } from './virtual-microphone-tile.tsx';
import { VoiceDelay } from './voice-delay.tsx';
import { VoiceMeters } from './voice-meters.tsx';
import { VoiceOutputs } from './voice-outputs.tsx';
import { VoiceStatus } from './voice-status.tsx';
import { VoiceSwitches } from './voice-switches.tsx';

/** The voice changer: whom the user sounds like, where it goes, and how it goes. */
export function VoicePanel() {
  const app = useApp();
  const { t } = useText();
  const isVirtual = useChanger(({ choice }) => choice.hasVirtualMicrophone);
  const hasStrength = useChanger(canSetStrength);
  useEffect(() => {
    void app.changer.getState().refreshOutputs();
    return subscribeServiceInUse(app, () => void app.changer.getState().loadOffer());
  }, [app]);
  return (
    <Card title={t('changer.title')} icon={AudioLines} status={<VoiceStatus />}>
      <TargetPicker />
      {hasStrength ? (
        <div className="voice-strength">
          <span className="ui-label">{t('changer.strength')}</span>
          <StrengthSlider />
          <p className="tile-hint">{t('changer.strength_hint')}</p>
        </div>
      ) : null}
      <StartButton />
      <Trouble />
      <VoiceMeters />
      <VoiceDelay />
      <VoiceSwitches />
      <VirtualMicrophoneTile />
      {isVirtual ? null : <VoiceOutputs />}
    </Card>
  );
}

function StartButton() {
  const { changer, attempt } = useApp();
  const { t } = useText();
  const isOn = useChanger(
    ({ session, microphone }) => session.phase !== 'off' || microphone === 'starting',
  );
  const isReady = useChanger(({ targetKind, reference, offer }) =>
    targetKind === 'voice'
      ? offer !== null && !(offer instanceof AppError) && offer.voices.length > 0
      : reference?.file.hasConsent === true &&
        reference.facts !== null &&
        !(reference.facts instanceof AppError),
  );
  const costPerMinuteUsd = useChanger(({ offer }) =>
    offer === null || offer instanceof AppError ? 0 : offer.costPerMinuteUsd,
  );
  if (isOn) {
    return (
      <Button onPress={() => void attempt(() => changer.getState().stop())}>
        {t('changer.stop')}
      </Button>
    );
  }
  return (
    <>
      <Button isDisabled={!isReady} onPress={() => void attempt(() => changer.getState().start())}>
        {t('changer.start')}
      </Button>
      {costPerMinuteUsd === 0 ? null : <SessionLength costPerMinuteUsd={costPerMinuteUsd} />}
    </>
  );
}

/** Problem that prevents the voice changer from running, with its remedy. */
function Trouble() {
  const { t } = useText();
  const microphone = useChanger((state) => state.microphone);
  const error = useChanger(({ session }) => (session.phase === 'off' ? session.error : null));
  const offer = useChanger((state) => state.offer);
  if (isFailure(microphone)) {
    return (
      <Note tone="warning" title={t(`device.microphone.${microphone}.title`)}>
        {t(`device.microphone.${microphone}.text`)}
      </Note>
    );
  }
  if (error !== null) {
    return <ErrorNote error={error} />;
  }
  if (offer instanceof AppError) {
    return <ErrorNote error={offer} tone="warning" />;
  }
  return null;
}
