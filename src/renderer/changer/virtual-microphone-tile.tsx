import { useEffect } from 'react';
import { AppError } from '../../base/errors.ts';
import type { MicrophoneView } from '../../contract/ipc/microphone.ts';
import type { SoundDevices, SoundTest } from '../../contract/sound-devices.ts';
import type { VoiceChoice } from '../../contract/settings.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { Select } from '../../ui/select.tsx';
import { Slider } from '../../ui/slider.tsx';
import { StatusDot, type Tone } from '../../ui/status-dot.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useApp, useVirtualMicrophone } from '../app/app-context.ts';
import { useText } from '../i18n/use-text.ts';
import { describeError } from '../i18n/describe-error.ts';
import { findFault } from '../../base/faults.ts';
import { RouteError } from './route-error.tsx';
import { setVirtualMicrophoneOn } from './turn-virtual-microphone.ts';
import { useChanger } from './use-changer.ts';
import { PeakMeter } from './voice-meters.tsx';

type Overall = 'off' | 'starting' | 'ready' | 'in_use' | 'failed';

const tones: Readonly<Record<Overall, Tone>> = {
  off: 'idle',
  starting: 'info',
  ready: 'good',
  in_use: 'good',
  failed: 'danger',
};

/** Value for the sound server's default device. */
const automatic = 'automatic';
const MAX_DELAY_MS = 500;
const DELAY_STEP_MS = 5;

/** State of the virtual microphone with a switch; null where none is supported. */
export function useVirtualMicrophoneSwitch() {
  const app = useApp();
  const { changer, virtualMicrophone } = app;
  const view = useVirtualMicrophone((state) => state.view);
  const isWanted = useChanger(({ choice }) => choice.hasVirtualMicrophone);
  useEffect(() => {
    if (changer.getState().choice.hasVirtualMicrophone) {
      void virtualMicrophone.getState().start();
    }
  }, [changer, virtualMicrophone]);
  if (view.state === 'unsupported') {
    return null;
  }
  const overall = toOverall(view);
  return {
    overall,
    tone: tones[overall],
    isOn: isWanted,
    turn: (isOn: boolean): void => void app.attempt(() => setVirtualMicrophoneOn(app, isOn)),
  };
}

/** Tile of the virtual microphone: on or off, its input, and its readers. */
export function VirtualMicrophoneTile() {
  const text = useText();
  const { t } = text;
  const view = useVirtualMicrophone((state) => state.view);
  const microphone = useVirtualMicrophoneSwitch();
  if (microphone === null) {
    return <p className="tile-hint">{t('microphone.other_system')}</p>;
  }
  const { overall, tone, isOn, turn } = microphone;
  return (
    <section id="virtual-microphone" className="voice-virtual" aria-label={t('microphone.title')}>
      <Switch isSelected={isOn} onChange={turn}>
        {t('microphone.title')}
      </Switch>
      <StatusDot tone={tone}>{t(`microphone.state.${overall}`)}</StatusDot>
      <p className="tile-hint">{t(isOn ? 'microphone.on_hint' : 'microphone.off_hint')}</p>
      {view.state === 'failed' ? (
        <Note tone="danger" title={t('microphone.failed')}>
          {findFault(view.error.details) === null
            ? t('microphone.failed_hint')
            : describeError(text, view.error).advice}
        </Note>
      ) : null}
      {isOn && view.state === 'on' ? <WhileOn devices={view.devices} /> : null}
    </section>
  );
}

function WhileOn({ devices }: { readonly devices: SoundDevices }) {
  const { t } = useText();
  const choice = useChanger((state) => state.choice);
  const isOutputMuted = useChanger((state) => state.isOutputMuted);
  const monitorPeak = useVirtualMicrophone((state) => state.report?.monitorPeak ?? 0);
  const isOn = useChanger((state) => state.microphone === 'on');
  const { changer } = useApp();
  const choose = useChoose();
  return (
    <>
      <DeviceSelect
        label={t('microphone.input')}
        devices={devices.inputs}
        value={choice.soundInput}
        onChange={(soundInput) => choose({ soundInput })}
      />
      <Switch
        isSelected={isOutputMuted}
        onChange={(isMuted) => changer.getState().setOutputMuted(isMuted)}
      >
        {t('microphone.mute_output')}
      </Switch>
      <DelaySlider
        label={t('microphone.output_delay')}
        value={choice.outputDelayMs}
        onChange={(outputDelayMs) => choose({ outputDelayMs })}
      />
      <p className="tile-hint">{t('microphone.output_delay_hint')}</p>
      <Switch isSelected={choice.isMonitored} onChange={(isMonitored) => choose({ isMonitored })}>
        {t('changer.monitor')}
      </Switch>
      {choice.isMonitored ? (
        <>
          <DeviceSelect
            label={t('changer.monitor_device')}
            devices={devices.outputs}
            value={choice.soundMonitor}
            onChange={(soundMonitor) => choose({ soundMonitor })}
          />
          <RouteError />
          {isOn ? <PeakMeter label={t('microphone.level_monitor')} peak={monitorPeak} /> : null}
          <DelaySlider
            label={t('microphone.monitor_delay')}
            value={choice.monitorDelayMs}
            onChange={(monitorDelayMs) => choose({ monitorDelayMs })}
          />
          <p className="tile-hint">{t('changer.monitor_hint')}</p>
        </>
      ) : null}
      <SelfTest />
    </>
  );
}

function useChoose(): (change: Partial<VoiceChoice>) => void {
  const { changer, attempt } = useApp();
  return (change) => void attempt(() => changer.getState().choose(change));
}

interface DeviceSelectProps {
  readonly label: string;
  readonly devices: SoundDevices['inputs'];
  readonly value: string | null;
  readonly onChange: (name: string | null) => void;
}

function DeviceSelect({ label, devices, value, onChange }: DeviceSelectProps) {
  const { t } = useText();
  const options = devices.map((device) => ({ id: device.name, label: device.label }));
  return (
    <Select
      label={label}
      options={[{ id: automatic, label: t('microphone.automatic') }, ...options]}
      value={value ?? automatic}
      placeholder={t('microphone.gone')}
      onChange={(id) => onChange(id === automatic ? null : id)}
    />
  );
}

interface DelaySliderProps {
  readonly label: string;
  readonly value: number;
  readonly onChange: (delayMs: number) => void;
}

function DelaySlider({ label, value, onChange }: DelaySliderProps) {
  return (
    <div>
      <span className="ui-label">{label}</span>
      <Slider
        label={label}
        value={value}
        min={0}
        max={MAX_DELAY_MS}
        step={DELAY_STEP_MS}
        format={{ maximumFractionDigits: 0, style: 'unit', unit: 'millisecond' }}
        onChange={onChange}
      />
    </div>
  );
}

/** Plays a test tone through the microphone and reports the result. */
function SelfTest() {
  const { t } = useText();
  const { virtualMicrophone } = useApp();
  const test = useVirtualMicrophone((state) => state.test);
  return (
    <>
      <Button
        isDisabled={test === 'running'}
        onPress={() => void virtualMicrophone.getState().runTest()}
      >
        {t('microphone.test')}
      </Button>
      <output className="tile-hint">
        {test === null || test === 'running' ? t('microphone.test_hint') : toTestText(test, t)}
      </output>
    </>
  );
}

function toTestText(test: SoundTest | AppError, t: ReturnType<typeof useText>['t']): string {
  if (test instanceof AppError || !test.isHeard) {
    return t('microphone.test_silent');
  }
  return t('microphone.test_heard', { ms: Math.round(test.delayMs ?? 0) });
}

function toOverall(view: Exclude<MicrophoneView, { state: 'unsupported' }>): Overall {
  if (view.state === 'on') {
    return view.isRead ? 'in_use' : 'ready';
  }
  return view.state;
}
