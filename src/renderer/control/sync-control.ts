import { toWireError } from '../../base/errors.ts';
import type { ControlState } from '../../contract/control.ts';
import type { App } from '../app/app-context.ts';
import { findVoiceId } from '../changer/changer-view.ts';
import { toOutputStatus } from '../live/output/output-status.ts';
import { findActivePreset } from '../presets/apply-preset.ts';
import { performLiveAction } from './perform-live-action.ts';

/** Carries out requests from outside the window, and reports the page's state to main. */
export function syncControl(app: App): void {
  const { bridge, control, attempt } = app;
  bridge.on('control.asked', ({ id, action }) => {
    void attempt(async () => {
      const error = await performLiveAction(app, action).then(
        () => null,
        (cause: unknown) => toWireError(cause),
      );
      await bridge.call('control.acted', { id, error });
    });
  });
  void attempt(() => control.getState().refresh());
  void attempt(() => app.presets.getState().refresh());
  reportState(app);
}

function reportState(app: App): void {
  const { bridge, live, changer, captures, settings, attempt } = app;
  let sent = '';
  const update = (): void => {
    const state = toControlState(app);
    const text = JSON.stringify(state);
    if (text !== sent) {
      sent = text;
      void attempt(async () => {
        await bridge.call('control.report', { state });
      });
    }
  };
  update();
  live.subscribe(update);
  changer.subscribe(update);
  captures.subscribe(update);
  settings.subscribe(update);
  app.presets.subscribe(update);
  app.devices.subscribe(update);
  app.virtualCamera.subscribe(update);
}

function toControlState(app: App): ControlState {
  const { live, changer, captures, settings } = app;
  const { live: choice } = settings.getState().settings;
  const state = live.getState();
  const { phase } = changer.getState().session;
  return {
    live: state.phase,
    output: toOutputStatus(state, choice.fps, app.virtualCamera.getState().view).is,
    is_covered: state.isCovered,
    is_muted: changer.getState().isMuted,
    is_passthrough: state.isBypassed,
    is_recording: captures.getState().recording?.phase === 'running',
    replay_seconds: captures.getState().replay?.seconds ?? 0,
    character_id: choice.characterId,
    preset_id: findActivePreset(app)?.id ?? null,
    voice: phase === 'off' ? 'off' : phase === 'live' ? 'on' : 'starting',
    voice_id: findVoiceId(changer.getState()) ?? changer.getState().choice.voiceId,
  };
}
