import {
  BadgeCheck,
  Camera,
  Clapperboard,
  Cast,
  Eye,
  EyeOff,
  Gauge,
  Image,
  ImagePlus,
  Mic,
  Radio,
  Scan,
  ShieldOff,
  SlidersHorizontal,
  Square,
  SquareUserRound,
  Video,
  FlipHorizontal2,
  StepBack,
  StepForward,
  VenetianMask,
} from 'lucide-react';
import { liveBackgrounds, liveParts } from '../../contract/live-choice.ts';
import type { App } from '../app/app-context.ts';
import { type CommandSpec, panicCommand } from '../commands/command.ts';
import { createLiveActionCommand } from '../commands/run-command.ts';
import { changeLiveChoice } from '../live/output/change-choice.ts';
import { setVirtualCameraOn } from '../live/output/turn-virtual-camera.ts';
import { findMissingPart } from '../live/missing-part.ts';
import { findActivePreset } from '../presets/apply-preset.ts';
import { openChooser } from './open-chooser.ts';

/** Commands for going live and for the visible output. */
export function listLiveCommands(app: App): CommandSpec[] {
  const { t } = app.text();
  const { phase, isCovered, isBypassed } = app.live.getState();
  const offAir = phase === 'off' ? 'commands.missing.live' : null;
  const part = findMissingPart(app.live.getState(), app.settings.getState().settings.live);
  return [
    {
      id: 'live.start',
      group: 'live',
      title: t('output.go'),
      icon: Radio,
      missing:
        phase === 'off' ? part && `commands.missing.${part}` : 'commands.missing.live_already',
      run: () => void app.attempt(() => app.act({ type: 'start_live' })),
    },
    createLiveActionCommand(app, {
      id: 'live.end',
      group: 'live',
      title: t('commands.live.end'),
      icon: Square,
      missing: offAir,
      wish: { press: { type: 'stop_live' } },
    }),
    createLiveActionCommand(app, {
      id: panicCommand,
      group: 'live',
      title: t('hotkeys.cover'),
      icon: EyeOff,
      usualKeys: 'F9',
      isUsuallyGlobal: true,
      // The voice may be output without a session: then it is muted instead.
      missing:
        phase === 'off' && app.changer.getState().session.phase === 'off'
          ? 'commands.missing.live'
          : null,
      wish: { press: { type: 'set_cover', isOn: true } },
    }),
    createLiveActionCommand(app, {
      id: 'live.uncover',
      group: 'live',
      title: t('output.uncover'),
      icon: Eye,
      missing: offAir ?? (isCovered ? null : 'commands.missing.covered'),
      wish: { press: { type: 'set_cover', isOn: false } },
    }),
    {
      id: 'live.bypass',
      group: 'live',
      title: t('commands.live.bypass'),
      icon: ShieldOff,
      missing: phase === 'on' ? null : 'commands.missing.live',
      run: () => {
        app.view.getState().goTo('live');
        app.view.getState().setOverlay('bypass');
      },
    },
    createLiveActionCommand(app, {
      id: 'live.bypass_end',
      group: 'live',
      title: t('commands.live.bypass_end'),
      icon: VenetianMask,
      missing: isBypassed ? null : 'commands.missing.bypassed',
      wish: { press: { type: 'set_passthrough', isOn: false } },
    }),
    ...listStageCommands(app),
  ];
}

/** Commands for the Live screen, and for the outputs to other programs. */
function listStageCommands(app: App): CommandSpec[] {
  const { t } = app.text();
  const { view, devices } = app;
  const { camera } = devices.getState();
  const { live: choice } = app.settings.getState().settings;
  const { state } = app.virtualCamera.getState().view;
  const live = (spec: Omit<CommandSpec, 'group'>): CommandSpec => ({ ...spec, group: 'live' });
  const change = (patch: Parameters<typeof changeLiveChoice>[1]) => () =>
    void app.attempt(() => changeLiveChoice(app, patch));
  const turn = (isOn: boolean) => (isOn ? 'off' : 'on');
  const isCameraOn = camera.state === 'on' || camera.state === 'starting';
  const isOut = state === 'on' || state === 'starting';
  return [
    live({
      id: 'live.camera',
      title: t(`commands.live.camera_${turn(isCameraOn)}`),
      icon: Video,
      run: () => {
        const { startCamera, stopCamera } = devices.getState();
        void app.attempt(async () => (isCameraOn ? stopCamera() : startCamera()));
      },
    }),
    live({
      id: 'live.clip',
      title: t('commands.live.clip'),
      icon: Clapperboard,
      run: () => openChooser(app, 'clip'),
    }),
    live({
      id: 'live.virtual_camera',
      title: t(`commands.live.virtual_camera_${turn(isOut)}`),
      icon: Cast,
      run: () => void app.attempt(() => setVirtualCameraOn(app, !isOut)),
    }),
    live({
      id: 'live.preview',
      title: t(`commands.live.preview_${turn(choice.hasSwappedPreview)}`),
      icon: SquareUserRound,
      run: change({ hasSwappedPreview: !choice.hasSwappedPreview }),
    }),
    live({
      id: 'live.mirror',
      title: t(`commands.live.mirror_${turn(view.getState().isMirrored)}`),
      icon: FlipHorizontal2,
      run: () => view.getState().setMirrored(!view.getState().isMirrored),
    }),
    live({
      id: 'live.badge',
      title: t(`commands.live.badge_${turn(choice.hasBadge)}`),
      icon: BadgeCheck,
      run: change({ hasBadge: !choice.hasBadge }),
    }),
    live({
      id: 'live.metrics',
      title: t('commands.live.metrics'),
      icon: Gauge,
      missing: app.live.getState().phase === 'off' ? 'commands.missing.live' : null,
      run: () => {
        view.getState().goTo('live');
        view.getState().setMetricsOpen(!view.getState().areMetricsOpen);
      },
    }),
    live({
      id: 'live.set_up',
      title: t('commands.live.set_up'),
      icon: SlidersHorizontal,
      run: () => {
        view.getState().goTo('live');
        view.getState().setLivePanel('set_up');
      },
    }),
  ];
}

/** Commands for the appearance: character, mode, background, and presets. */
export function listCharacterCommands(app: App): CommandSpec[] {
  const { t } = app.text();
  const { presets } = app.presets.getState();
  const hasCharacter = app.characters.getState().characters.length > 0;
  const noCharacter = hasCharacter ? null : 'commands.missing.character';
  const noLook = presets.length > 0 ? null : 'commands.missing.look';
  const active = findActivePreset(app);
  const step = (
    kind: 'character' | 'preset',
    by: 1 | -1,
    spec: Pick<CommandSpec, 'title' | 'usualKeys' | 'missing'>,
  ): CommandSpec =>
    createLiveActionCommand(app, {
      ...spec,
      id: `look.${kind}_${by === 1 ? 'next' : 'previous'}`,
      group: 'look',
      icon: by === 1 ? StepForward : StepBack,
      isUsuallyGlobal: true,
      wish: { press: { type: `step_${kind}`, by } },
    });
  return [
    step('character', 1, {
      title: t('hotkeys.next_character'),
      usualKeys: 'CommandOrControl+Alt+N',
      missing: noCharacter,
    }),
    step('character', -1, { title: t('commands.look.previous_character'), missing: noCharacter }),
    {
      id: 'look.add_character',
      group: 'look',
      title: t('commands.look.add_character'),
      icon: ImagePlus,
      run: () => openChooser(app, 'character'),
    },
    step('preset', 1, {
      title: t('hotkeys.next_preset'),
      usualKeys: 'CommandOrControl+Alt+PageDown',
      missing: noLook,
    }),
    step('preset', -1, {
      title: t('hotkeys.previous_preset'),
      usualKeys: 'CommandOrControl+Alt+PageUp',
      missing: noLook,
    }),
    ...presets.map((preset) =>
      createLiveActionCommand(app, {
        id: `look.preset.${preset.id}`,
        group: 'look',
        title: t('commands.look.use', { name: preset.name }),
        icon: Camera,
        missing: preset.id === active?.id ? 'commands.missing.other_look' : null,
        wish: { press: { type: 'choose_preset', presetId: preset.id } },
      }),
    ),
    ...liveParts.map((part) =>
      createLiveActionCommand(app, {
        id: `look.part.${part}`,
        group: 'look',
        title: t('commands.look.part', { name: t(`output.part_choice.${part}`) }),
        icon: Scan,
        wish: { press: { type: 'choose_part', part } },
      }),
    ),
    ...liveBackgrounds.map((background) =>
      createLiveActionCommand(app, {
        id: `look.background.${background}`,
        group: 'look',
        title: t('commands.look.background', { name: t(`output.background.${background}`) }),
        icon: Image,
        wish: { press: { type: 'choose_background', background } },
      }),
    ),
  ];
}

/** The microphone's own state; its command is among those of the voice. */
export function createMicrophoneCommand(app: App): CommandSpec {
  const { microphone, startMicrophone, stopMicrophone } = app.devices.getState();
  const isOn = microphone.state === 'on' || microphone.state === 'starting';
  return {
    id: 'voice.microphone',
    group: 'voice',
    title: app.text().t(`commands.voice.microphone_${isOn ? 'off' : 'on'}`),
    icon: Mic,
    run: () => void app.attempt(async () => (isOn ? stopMicrophone() : startMicrophone())),
  };
}
