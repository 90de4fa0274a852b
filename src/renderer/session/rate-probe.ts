import type { Rates } from './rates.ts';

/** Time for which frames are counted before a rate is reported. */
const spanMs = 1000;

/** Counts the frames that a camera gives and that a video element shows, until it is closed. */
export function openRateProbe(
  video: HTMLVideoElement,
  track: MediaStreamTrack | undefined,
  onRates: (rates: Rates) => void,
): { readonly close: () => void } {
  let start: {
    readonly atMs: number;
    readonly shown: number;
    readonly camera: number | null;
  } | null = null;
  const onFrame = (nowMs: number, { presentedFrames }: VideoFrameCallbackMetadata): void => {
    const camera = countCameraFrames(track);
    start ??= { atMs: nowMs, shown: presentedFrames, camera };
    const passedMs = nowMs - start.atMs;
    if (passedMs >= spanMs) {
      const toFps = (frames: number): number => (frames * 1000) / passedMs;
      onRates({
        shownFps: toFps(presentedFrames - start.shown),
        cameraFps: camera === null || start.camera === null ? null : toFps(camera - start.camera),
      });
      start = { atMs: nowMs, shown: presentedFrames, camera };
    }
    handle = video.requestVideoFrameCallback(onFrame);
  };
  let handle = video.requestVideoFrameCallback(onFrame);
  return { close: () => video.cancelVideoFrameCallback(handle) };
}

/** Frames the camera gave so far. Newer than the typings, and not in every browser. */
function countCameraFrames(track: MediaStreamTrack | undefined): number | null {
  const stats: unknown = track === undefined ? undefined : Reflect.get(track, 'stats');
  return typeof stats === 'object' &&
    stats !== null &&
    'totalFrames' in stats &&
    typeof stats.totalFrames === 'number'
    ? stats.totalFrames
    : null;
}
