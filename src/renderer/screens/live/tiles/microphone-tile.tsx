import { Mic } from 'lucide-react';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { LevelMeter } from '../../../../ui/level-meter.tsx';
import { Note } from '../../../../ui/note.tsx';
import { useApp, useDevices } from '../../../app/app-context.ts';
import type { TextKey } from '../../../i18n/en/catalogue.ts';
import { useText } from '../../../i18n/use-text.ts';
import type { Loudness } from '../../../session/loudness.ts';
import { isFailure } from '../../../session/media-failure.ts';
import { isFallbackDevice } from '../../../stores/devices-store.ts';
import { DevicePicker } from './device-picker.tsx';
import { DeviceStatus } from './device-status.tsx';

/** The microphone: which one, its state, and how loud it is. */
export function MicrophoneTile() {
  const { devices } = useApp();
  const { t } = useText();
  const microphones = useDevices((state) => state.microphones);
  const state = useDevices(({ microphone }) => microphone.state);
  const openId = useDevices(({ microphone }) => microphone.openId);
  const chosenId = useDevices(({ chosen }) => chosen.microphoneId);
  const start = (): void => {
    void devices.getState().startMicrophone();
  };
  return (
    <Card title={t('live.microphone')} icon={Mic} status={<DeviceStatus state={state} />}>
      <DevicePicker
        kind="microphone"
        devices={microphones}
        selectedId={openId ?? chosenId}
        onChoose={(microphoneId) => void devices.getState().chooseMicrophone(microphoneId)}
      />
      {isFallbackDevice(chosenId, openId) ? (
        <p className="tile-hint" data-tone="warning">
          {t('live.stand_in_microphone')}
        </p>
      ) : null}
      <MicrophoneLevel />
      {isFailure(state) ? (
        <Note tone="warning" title={t(`device.microphone.${state}.title`)}>
          {t(`device.microphone.${state}.text`)}
        </Note>
      ) : null}
      {state === 'on' ? (
        <Button onPress={() => devices.getState().stopMicrophone()}>
          {t('live.stop_microphone')}
        </Button>
      ) : (
        <Button isPending={state === 'starting'} onPress={start}>
          {t(isFailure(state) ? 'action.try_again' : 'live.start_microphone')}
        </Button>
      )}
    </Card>
  );
}

function MicrophoneLevel() {
  const { t } = useText();
  const isOn = useDevices(({ microphone }) => microphone.state === 'on');
  const level = useDevices(({ microphone }) => microphone.level);
  const db = isOn && level !== null && Number.isFinite(level.peakDb) ? level.peakDb : null;
  return (
    <>
      <LevelMeter
        label={t('live.level')}
        peakDb={db}
        valueText={
          db === null
            ? t(isOn ? 'live.level_none' : 'device.off')
            : t('live.level_value', { db: Math.round(db) }).replace('-', '−')
        }
      />
      <p className="tile-hint level-advice" data-tone={toAdviceTone(isOn ? level : null)}>
        {t(toAdviceKey(isOn ? level : null))}
      </p>
    </>
  );
}

function toAdviceKey(level: Loudness | null): TextKey {
  if (level?.isClipping === true) {
    return 'live.clipping';
  }
  return level?.isSilent === true ? 'live.silent' : 'live.microphone_hint';
}

function toAdviceTone(level: Loudness | null): 'danger' | 'warning' | undefined {
  if (level?.isClipping === true) {
    return 'danger';
  }
  return level?.isSilent === true ? 'warning' : undefined;
}
