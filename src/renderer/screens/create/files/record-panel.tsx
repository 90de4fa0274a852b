import { Square, Trash2 } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ChosenFile } from '../../../../contract/ipc/files.ts';
import { maxRecordingS } from '../../../../contract/ipc/recordings.ts';
import { Button } from '../../../../ui/button.tsx';
import { LevelMeter } from '../../../../ui/level-meter.tsx';
import { Note } from '../../../../ui/note.tsx';
import { useApp } from '../../../app/app-context.ts';
import { useText } from '../../../i18n/use-text.ts';
import {
  storeRecording,
  type Recorder,
  recordingRateHz,
  startRecorder,
} from '../../../jobs/recorder.ts';
import { InputDevice } from '../../../session/input-device.ts';
import { openLevelProbe } from '../../../session/level-probe.ts';
import type { Loudness } from '../../../session/loudness.ts';
import { type DeviceState, isFailure } from '../../../session/media-failure.ts';
import { toRawMicrophone } from '../../../session/raw-microphone.ts';
import '../create.css';

/** Shorter is never of use, and most often a slip. */
const minS = 1;
const tickMs = 100;

/** The microphone being recorded: how loud it is, how long it has been, and when it ends by itself. */
export function RecordPanel(props: {
  readonly onDone: (file: ChosenFile) => void;
  readonly onClose: () => void;
}) {
  const { onDone, onClose } = props;
  const { bridge, attempt } = useApp();
  const { t, clock } = useText();
  const [isSaving, setSaving] = useState(false);
  const finishWith = (finish: () => Promise<Float32Array>): void => {
    setSaving(true);
    void attempt(async () => {
      onDone(await storeRecording(bridge, await finish()));
    }).finally(onClose);
  };
  const { device, level, seconds, finish } = useRecording(finishWith);
  const buttons = (
    <div className="record-buttons">
      <Button
        tone="primary"
        icon={Square}
        isDisabled={!isUsable(seconds)}
        isPending={isSaving}
        onPress={() => finishWith(finish)}
      >
        {t('record.finish')}
      </Button>
      <Button icon={Trash2} isDisabled={isSaving} onPress={onClose}>
        {t('record.discard')}
      </Button>
    </div>
  );
  if (isFailure(device)) {
    return (
      <div className="record">
        <Note tone="warning" title={t(`device.microphone.${device}.title`)}>
          {isUsable(seconds)
            ? t('record.cut_off', { at: clock(seconds) })
            : t(`device.microphone.${device}.text`)}
        </Note>
        {isUsable(seconds) ? buttons : <Button onPress={onClose}>{t('record.close')}</Button>}
      </div>
    );
  }
  const db = level !== null && Number.isFinite(level.peakDb) ? level.peakDb : null;
  return (
    <div className="record" aria-live="polite">
      <span className="record-time" data-running={device === 'on'}>
        {t('record.time', { at: clock(seconds), of: clock(maxRecordingS) })}
      </span>
      <LevelMeter
        label={t('live.level')}
        peakDb={db}
        valueText={
          db === null
            ? t('live.level_none')
            : t('live.level_value', { db: Math.round(db) }).replace('-', '−')
        }
      />
      <p className="record-advice">{t(toAdvice(level))}</p>
      {buttons}
    </div>
  );
}

const isUsable = (seconds: number): boolean => seconds >= minS;

function toAdvice(level: Loudness | null) {
  if (level?.isClipping === true) {
    return 'live.clipping';
  }
  return level?.isSilent === true ? 'live.silent' : 'record.advice';
}

/** Opens the microphone with the component and closes it with it; `onFull` is called once, at the limit. */
function useRecording(onFull: (finish: () => Promise<Float32Array>) => void) {
  const { devices } = useApp();
  const [device, setDevice] = useState<DeviceState>('starting');
  const [level, setLevel] = useState<Loudness | null>(null);
  const [seconds, setSeconds] = useState(0);
  const recorder = useRef<Recorder>(null);
  const microphone = useRef<InputDevice>(null);
  const finish = async (): Promise<Float32Array> => {
    const samples = (await recorder.current?.stop()) ?? new Float32Array();
    microphone.current?.stop();
    return samples.subarray(0, maxRecordingS * recordingRateHz);
  };
  const end = useEffectEvent(() => onFull(finish));
  useEffect(() => {
    let probe: { readonly close: () => void } | null = null;
    let timer: ReturnType<typeof setInterval> | undefined;
    const capture = new InputDevice(navigator.mediaDevices, toConstraints, {
      onState: setDevice,
      onStream: (stream) => {
        probe?.close();
        clearInterval(timer);
        if (stream !== null) {
          const startedAtMs = performance.now();
          probe = openLevelProbe(stream, setLevel);
          recorder.current = startRecorder(stream);
          timer = setInterval(() => {
            const passedS = (performance.now() - startedAtMs) / 1000;
            setSeconds(Math.min(maxRecordingS, passedS));
            if (passedS >= maxRecordingS) {
              clearInterval(timer);
              end();
            }
          }, tickMs);
        }
      },
    });
    microphone.current = capture;
    // Another choice applies to the next recording: this one would start over.
    void capture.start(devices.getState().chosen.microphoneId);
    return () => capture.stop();
  }, [devices]);
  return { device, level, seconds, finish };
}

function toConstraints(deviceId: string | null): MediaStreamConstraints {
  return { audio: { ...toRawMicrophone(deviceId), channelCount: 1 } };
}
