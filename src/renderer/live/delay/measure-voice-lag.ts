import type { App } from '../../app/app-context.ts';
import { toVideoMs } from './delay-match.ts';

/** Measures once a second while live the lag of the changed voice behind the video at the virtual camera. */
export function measureVoiceLag({ live, changer, virtualCamera, attempt }: App): void {
  live.subscribe(({ metrics, phase }, before) => {
    const { view } = virtualCamera.getState();
    if (view.state !== 'on' || (metrics === before.metrics && phase === before.phase)) {
      return;
    }
    const voiceMs = changer.getState().delay?.total ?? null;
    const videoMs = phase === 'on' ? toVideoMs(view, metrics) : null;
    const differenceMs = voiceMs === null || videoMs === null ? null : voiceMs - videoMs;
    void attempt(() => virtualCamera.getState().noteDifference(differenceMs));
  });
}
