import {
  AudioLines,
  AudioWaveform,
  Circle,
  Camera,
  Cast,
  Ear,
  Flag,
  Headphones,
  History,
  MessageCircle,
  Mic,
  MicOff,
  VolumeX,
} from 'lucide-react';
import type { App } from '../app/app-context.ts';
import type { CommandSpec } from '../commands/command.ts';
import { createLiveActionCommand } from '../commands/run-command.ts';
import { setVirtualMicrophoneOn } from '../changer/turn-virtual-microphone.ts';
import { createMicrophoneCommand } from './live-commands.ts';

/** Commands for the voice and its outputs. */
export function listVoiceCommands(app: App): CommandSpec[] {
  const { t } = app.text();
  const { changer } = app;
  const { session, isMuted, isPushToTalk } = changer.getState();
  const isOn = session.phase !== 'off';
  return [
    createLiveActionCommand(app, {
      id: 'voice.mute',
      group: 'voice',
      title: t(isMuted ? 'output.unmute' : 'output.mute'),
      icon: isMuted ? Mic : MicOff,
      usualKeys: 'CommandOrControl+Alt+M',
      isUsuallyGlobal: true,
      wish: { press: { type: 'toggle_mute' } },
    }),
    createLiveActionCommand(app, {
      id: 'voice.talk',
      group: 'voice',
      title: t('hotkeys.talk'),
      icon: MessageCircle,
      usualKeys: 'F8',
      isUsuallyGlobal: true,
      missing: isPushToTalk ? null : 'commands.missing.push_to_talk',
      wish: {
        press: { type: 'set_talking', isOn: true },
        release: { type: 'set_talking', isOn: false },
        toggle: { type: 'toggle_talking' },
      },
    }),
    createLiveActionCommand(app, {
      id: 'voice.start',
      group: 'voice',
      title: t('commands.voice.start'),
      icon: AudioLines,
      missing: isOn ? 'commands.missing.voice_already' : null,
      wish: { press: { type: 'start_voice' } },
    }),
    createLiveActionCommand(app, {
      id: 'voice.stop',
      group: 'voice',
      title: t('commands.voice.stop'),
      icon: VolumeX,
      missing: isOn ? null : 'commands.missing.voice',
      wish: { press: { type: 'stop_voice' } },
    }),
    createMicrophoneCommand(app),
    ...listVirtualMicrophone(app),
    ...listVoiceSwitches(app),
  ];
}

/** Commands for the settings of the conversion, and for its outputs. */
function listVoiceSwitches(app: App): CommandSpec[] {
  const { t } = app.text();
  const { changer } = app;
  const { choice, isPushToTalk, isBypassed } = changer.getState();
  const turn = (is: boolean) => (is ? 'off' : 'on');
  const choose = (patch: Partial<typeof choice>) => () =>
    void app.attempt(() => changer.getState().choose(patch));
  const voice = (spec: Omit<CommandSpec, 'group'>): CommandSpec => ({ ...spec, group: 'voice' });
  return [
    voice({
      id: 'voice.push_to_talk',
      title: t(`commands.voice.push_to_talk_${turn(isPushToTalk)}`),
      icon: MessageCircle,
      run: () => changer.getState().setPushToTalk(!isPushToTalk),
    }),
    voice({
      id: 'voice.bypass',
      title: t(`commands.voice.bypass_${turn(isBypassed)}`),
      icon: Ear,
      run: () => changer.getState().setBypassed(!isBypassed),
    }),
    voice({
      id: 'voice.monitor',
      title: t(`commands.voice.monitor_${turn(choice.isMonitored)}`),
      icon: Headphones,
      run: choose({ isMonitored: !choice.isMonitored }),
    }),
    voice({
      id: 'voice.noise',
      title: t(`commands.voice.noise_${turn(choice.noiseSuppression)}`),
      icon: AudioWaveform,
      run: choose({ noiseSuppression: !choice.noiseSuppression }),
    }),
    voice({
      id: 'voice.gate',
      title: t(`commands.voice.gate_${turn(choice.voiceGate)}`),
      icon: AudioWaveform,
      run: choose({ voiceGate: !choice.voiceGate }),
    }),
  ];
}

/** Available where this system supports a virtual microphone. */
function listVirtualMicrophone(app: App): CommandSpec[] {
  const isOn = app.changer.getState().choice.hasVirtualMicrophone;
  return app.virtualMicrophone.getState().view.state === 'unsupported'
    ? []
    : [
        {
          id: 'voice.virtual_microphone',
          group: 'voice',
          title: app.text().t(`commands.voice.virtual_${isOn ? 'off' : 'on'}`),
          icon: Cast,
          run: () => void app.attempt(() => setVirtualMicrophoneOn(app, !isOn)),
        },
      ];
}

/** Commands for captures. Their keys are pressed while something happens: one hand, no modifier. */
export function listCaptureCommands(app: App): CommandSpec[] {
  const { t } = app.text();
  const { recording, replay } = app.captures.getState();
  const { replaySeconds } = app.settings.getState().settings.live;
  const isRunning = recording?.phase === 'running';
  const noOutput = app.live.getState().output === null ? 'commands.capture.no_output' : null;
  return [
    createLiveActionCommand(app, {
      id: 'capture.toggle_recording',
      group: 'capture',
      title: t(isRunning ? 'output.record_end' : 'commands.capture.record'),
      icon: Circle,
      usualKeys: 'CommandOrControl+Shift+R',
      missing: recording === null ? noOutput : null,
      wish: { press: { type: 'toggle_recording' } },
    }),
    createLiveActionCommand(app, {
      id: 'capture.add_marker',
      group: 'capture',
      title: t('commands.capture.mark'),
      icon: Flag,
      usualKeys: 'F2',
      missing: isRunning ? null : 'commands.capture.no_recording',
      wish: { press: { type: 'add_marker' } },
    }),
    createLiveActionCommand(app, {
      id: 'capture.save_replay',
      group: 'capture',
      title:
        replaySeconds === 0
          ? t('commands.capture.replay')
          : t('commands.capture.replay_seconds', { seconds: replaySeconds }),
      icon: History,
      usualKeys: 'F4',
      missing:
        replay === null
          ? replaySeconds === 0
            ? 'commands.capture.replay_is_off'
            : 'commands.capture.no_output'
          : null,
      wish: { press: { type: 'save_replay' } },
    }),
    createLiveActionCommand(app, {
      id: 'capture.save_snapshot',
      group: 'capture',
      title: t('output.snap'),
      icon: Camera,
      missing: noOutput,
      wish: { press: { type: 'save_snapshot' } },
    }),
  ];
}
