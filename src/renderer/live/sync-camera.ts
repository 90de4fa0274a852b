import type { App } from '../app/app-context.ts';
import { applyPlan, toCameraPlan } from './camera-plan.ts';
import { openBlankCamera } from './blank-camera.ts';
import { type CanvasCamera, openCanvasCamera } from './canvas-camera.ts';

/** Delay before a stopped camera is reopened. */
const reopenMs = 1_500;

/**
 * Selects the sent video: the open camera, or a clip in its place; neither when the character speaks by itself.
 * A camera that was unplugged while live is reopened as soon as one is available.
 */
export function syncCamera(app: App): void {
  const { devices, live, settings } = app;
  let drawn: CanvasCamera | null = null;
  let shownKey = '';
  let turn = 0;

  const update = async (): Promise<void> => {
    const { clip, isTimed } = live.getState();
    const choice = settings.getState().settings.live;
    const isBlank = choice.part === 'talk';
    const { stream } = devices.getState().camera;
    const plan = toCameraPlan(choice);
    const key = isBlank
      ? ['blank', plan.height, plan.send.fps].join(' ')
      : [clip?.url, stream?.id, isTimed, plan.height, plan.send.fps].join(' ');
    if (key === shownKey) {
      return;
    }
    shownKey = key;
    turn += 1;
    const own = turn;
    const old = drawn;
    drawn = null;
    if (isBlank) {
      const { width, height, send } = plan;
      drawn = openBlankCamera({ width, height, fps: send.fps });
      await live.getState().setCamera(new MediaStream([drawn.track]));
      old?.close();
      return;
    }
    const track = stream?.getVideoTracks()[0];
    if (clip === null && track !== undefined) {
      await applyPlan(track, plan);
    }
    const source = clip === null ? (stream === null ? null : { stream }) : { url: clip.url };
    if (source !== null && (clip !== null || isTimed)) {
      // A camera keeps its size when something is painted on it: that of the output stays.
      const { width = plan.width, height = plan.height } =
        clip === null ? (track?.getSettings() ?? {}) : {};
      const next = await openCanvasCamera({
        source,
        width,
        height,
        fps: plan.send.fps,
        hasTimeCode: isTimed,
      });
      if (own === turn) {
        drawn = next;
        await live.getState().setCamera(new MediaStream([next.track]));
      } else {
        next.close();
      }
    } else if (own === turn) {
      await live.getState().setCamera(stream);
    }
    old?.close();
  };

  const tryUpdate = (): void => void app.attempt(update);
  tryUpdate();
  devices.subscribe(tryUpdate);
  settings.subscribe(tryUpdate);
  live.subscribe(tryUpdate);
  devices.subscribe(({ camera, cameras }, before) => {
    const isGone = camera.state === 'ended' || camera.state === 'missing';
    if (
      isGone &&
      live.getState().phase === 'on' &&
      cameras !== before.cameras &&
      cameras.length > 0
    ) {
      setTimeout(() => {
        const { state } = devices.getState().camera;
        if (live.getState().phase === 'on' && (state === 'ended' || state === 'missing')) {
          void devices.getState().startCamera();
        }
      }, reopenMs);
    }
  });
}
