import { AudioLines, X } from 'lucide-react';
import { useEffect } from 'react';
import { AppError } from '../../../../base/errors.ts';
import { IconButton } from '../../../../ui/button.tsx';
import { Switch } from '../../../../ui/switch.tsx';
import { useApp } from '../../../app/app-context.ts';
import { canSetStrength, StrengthSlider } from '../../../changer/strength-slider.tsx';
import { useChanger } from '../../../changer/use-changer.ts';
import { PeakMeter } from '../../../changer/voice-meters.tsx';
import { VoiceSelect } from '../../../changer/voice-select.tsx';
import { VoiceStatus } from '../../../changer/voice-status.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { describeError } from '../../../i18n/describe-error.ts';
import { isFailure } from '../../../session/media-failure.ts';
import { subscribeServiceInUse } from '../../../stores/subscribe-service-in-use.ts';
import { Zone } from './zone.tsx';

/** Voice settings needed on air: the target, its strength, and the levels of input and output. */
export function VoiceZone() {
  const app = useApp();
  const { t } = useText();
  const facts = useChanger((state) => state.facts);
  const kind = useChanger((state) => state.targetKind);
  useEffect(() => subscribeServiceInUse(app, () => void app.changer.getState().loadOffer()), [app]);
  return (
    <Zone title={t('changer.title')} icon={AudioLines} status={<VoiceSwitch />}>
      {kind === 'voice' ? <VoiceSelect /> : <RecordingChoice />}
      <Strength />
      <div className="zone-meters">
        <PeakMeter label={t('changer.level_in')} peak={facts?.inPeak ?? null} />
        <PeakMeter label={t('changer.level_out')} peak={facts?.outPeak ?? null} />
      </div>
      <VoiceNote />
    </Zone>
  );
}

function VoiceSwitch() {
  const { changer, attempt } = useApp();
  const { t } = useText();
  const isOn = useChanger(
    ({ session, microphone }) => session.phase !== 'off' || microphone === 'starting',
  );
  const turn = (isWanted: boolean): void => {
    const { start, stop } = changer.getState();
    void attempt(() => (isWanted ? start() : stop()));
  };
  return (
    <span className="zone-switch">
      <VoiceStatus />
      <Switch isSelected={isOn} onChange={turn}>
        <span className="spoken">{t('changer.start')}</span>
      </Switch>
    </span>
  );
}

/** The recording that is spoken like: its name, the consent it waits for, and the way back to the voices. */
function RecordingChoice() {
  const { changer, attempt } = useApp();
  const { t } = useText();
  const reference = useChanger((state) => state.reference);
  return (
    <>
      <div className="voice-choice">
        <span className="zone-file">{reference?.file.name ?? t('changer.reference_hint')}</span>
        <IconButton
          label={t('stage.back_to_voices')}
          icon={X}
          onPress={() => changer.getState().setTargetKind('voice')}
        />
      </div>
      {reference === null || reference.file.hasConsent ? null : (
        <Switch isSelected={false} onChange={() => void attempt(() => changer.getState().agree())}>
          {t('changer.consent')}
        </Switch>
      )}
    </>
  );
}

function Strength() {
  const { t } = useText();
  const canSet = useChanger(canSetStrength);
  return canSet ? (
    <div className="zone-slider">
      <span className="zone-label">{t('changer.strength')}</span>
      <StrengthSlider />
    </div>
  ) : null;
}

/** Problem that prevents the voice from running, else its cost. */
function VoiceNote() {
  const text = useText();
  const { t, money } = text;
  const microphone = useChanger((state) => state.microphone);
  const error = useChanger(({ session }) => (session.phase === 'off' ? session.error : null));
  const offer = useChanger((state) => state.offer);
  const minutes = useChanger(({ choice }) => choice.durationMinutes);
  if (isFailure(microphone)) {
    return (
      <p className="tile-hint" data-tone="warning">
        {t(`device.microphone.${microphone}.title`)}. {t(`device.microphone.${microphone}.text`)}
      </p>
    );
  }
  const failure = error ?? (offer instanceof AppError ? offer : null);
  if (failure !== null) {
    return (
      <p className="tile-hint" data-tone="warning">
        {describeError(text, failure).title}
      </p>
    );
  }
  const price = offer === null || offer instanceof AppError ? 0 : (offer.costPerMinuteUsd ?? 0);
  return price === 0 ? null : (
    <p className="tile-hint">
      {t('changer.cost', { amount: money(price), held: money(price * minutes) })}
    </p>
  );
}
