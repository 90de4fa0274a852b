import { Cast, Mic, MicOff, Video } from 'lucide-react';
import { useEffect } from 'react';
import { Button, IconButton } from '../../../../ui/button.tsx';
import { Icon, type IconSymbol } from '../../../../ui/icon.tsx';
import { StatusDot, type Tone } from '../../../../ui/status-dot.tsx';
import { Switch } from '../../../../ui/switch.tsx';
import { useApp } from '../../../app/app-context.ts';
import { waitForFrame } from '../../../app/wait-for-frame.ts';
import { useChanger } from '../../../changer/use-changer.ts';
import { useVirtualMicrophoneSwitch } from '../../../changer/virtual-microphone-tile.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { useStage } from '../stage-context.ts';
import { useVirtualCameraSwitch } from '../tiles/virtual-camera-tile.tsx';
import { Zone } from './zone.tsx';

/** Outputs of video and voice: each with its state, and the mute of the voice. */
export function OutputsZone() {
  const { changer } = useApp();
  const { t } = useText();
  const camera = useVirtualCameraSwitch();
  const microphone = useVirtualMicrophoneSwitch();
  const isMuted = useChanger((state) => state.isMuted);
  useEffect(() => void changer.getState().refreshOutputs(), [changer]);
  return (
    <Zone
      title={t('stage.outputs')}
      icon={Cast}
      status={
        <IconButton
          label={t(isMuted ? 'output.unmute' : 'stage.mute_voice')}
          icon={isMuted ? MicOff : Mic}
          onPress={() => changer.getState().setMuted(!isMuted)}
        />
      }
    >
      <Output
        icon={Video}
        name={t('cameras.title')}
        tone={camera.tone}
        state={t(`cameras.state.${camera.overall}`)}
        isOn={camera.isOn}
        onTurn={camera.turn}
      />
      {microphone === null ? (
        <VoiceOutput />
      ) : (
        <Output
          icon={Mic}
          name={t('microphone.title')}
          tone={microphone.tone}
          state={t(`microphone.state.${microphone.overall}`)}
          isOn={microphone.isOn}
          onTurn={microphone.turn}
        />
      )}
      {hasTrouble(camera.tone) || (microphone !== null && hasTrouble(microphone.tone)) ? (
        <ReasonButton id={hasTrouble(camera.tone) ? 'virtual-camera' : 'virtual-microphone'} />
      ) : null}
    </Zone>
  );
}

function hasTrouble(tone: Tone): boolean {
  return tone === 'warning' || tone === 'danger';
}

/** Leads to the tile with this id in the setup, which says what is wrong and what helps. */
function ReasonButton({ id }: { readonly id: string }) {
  const { t } = useText();
  const { setPanel } = useStage();
  const show = async (): Promise<void> => {
    setPanel('set_up');
    await waitForFrame();
    const tile = document.getElementById(id);
    tile?.querySelector<HTMLElement>('input')?.focus({ preventScroll: true });
    tile?.scrollIntoView({ block: 'start' });
  };
  return <Button onPress={() => void show()}>{t('stage.outputs_why')}</Button>;
}

function Output(props: {
  readonly icon: IconSymbol;
  readonly name: string;
  readonly tone: Tone;
  readonly state: string;
  readonly isOn: boolean;
  readonly onTurn: (isOn: boolean) => void;
}) {
  return (
    <div className="zone-output">
      <span className="zone-output-name">
        <Icon of={props.icon} size="small" />
        {props.name}
      </span>
      <StatusDot tone={props.tone}>{props.state}</StatusDot>
      <Switch isSelected={props.isOn} onChange={props.onTurn}>
        <span className="spoken">{props.name}</span>
      </Switch>
    </div>
  );
}

/** Output device of the voice, where no virtual microphone is supported. */
function VoiceOutput() {
  const { t } = useText();
  const label = useChanger(
    ({ outputs, choice }) => outputs.find(({ id }) => id === choice.outputId)?.label ?? null,
  );
  return (
    <div className="zone-output">
      <span className="zone-output-name">
        <Icon of={Mic} size="small" />
        {t('live.microphone')}
      </span>
      <StatusDot tone={label === null ? 'idle' : 'good'}>
        {label ?? t('changer.output_nowhere')}
      </StatusDot>
    </div>
  );
}
