import type { App } from '../app/app-context.ts';
import type { ChosenFile } from '../../contract/ipc/files.ts';
import { applyPlan, type CameraPlan, toCameraPlan } from './session/camera-plan.ts';
import { openBlankCamera } from './canvas/blank-camera.ts';
import { type CanvasCamera, openCanvasCamera } from './canvas/canvas-camera.ts';

/** Opens a clip, or a camera with something painted on it; null when the camera is sent as it is. */
async function openDrawn(wanted: {
  readonly clip: ChosenFile | null;
  readonly stream: MediaStream | null;
  readonly isTimed: boolean;
  readonly plan: CameraPlan;
}): Promise<CanvasCamera | null> {
  const { clip, stream, isTimed, plan } = wanted;
  const drawing = { fps: plan.send.fps, hasTimeCode: isTimed };
  if (clip !== null) {
    const { width, height } = plan;
    return openCanvasCamera({ source: { url: clip.url }, width, height, ...drawing });
  }
  const track = stream?.getVideoTracks()[0];
  if (track !== undefined) {
    await applyPlan(track, plan);
  }
  if (stream === null || !isTimed) {
    return null;
  }
  // A camera keeps its size when something is painted on it: that of the output stays.
  const { width = plan.width, height = plan.height } = track?.getSettings() ?? {};
  return openCanvasCamera({ source: { stream }, width, height, ...drawing });
}

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
    const open = async (): Promise<CanvasCamera | null> =>
      isBlank
        ? openBlankCamera({ width: plan.width, height: plan.height, fps: plan.send.fps })
        : openDrawn({ clip, stream, isTimed, plan });
    /** What was sent before is closed, so something else has to be. */
    const fallBack = async (): Promise<void> => {
      if (own === turn && clip !== null && !isBlank) {
        live.getState().setClip(null); // Which leads here again.
      } else if (own === turn) {
        await live.getState().setCamera(isBlank ? null : stream);
      }
    };
    try {
      const next = await open().catch(async (error: unknown) => {
        await fallBack();
        throw error;
      });
      if (own === turn) {
        drawn = next;
        await live.getState().setCamera(next === null ? stream : new MediaStream([next.track]));
      } else {
        next?.close();
      }
    } finally {
      old?.close();
    }
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
