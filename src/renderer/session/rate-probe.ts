/** How long frames are counted before a rate is told. */
const spanMs = 1000;

/** Counts the frames that a video element really shows, until it is closed. */
export function openRateProbe(
  video: HTMLVideoElement,
  onRate: (fps: number) => void,
): { readonly close: () => void } {
  let startMs: number | null = null;
  let frames = 0;
  let handle = 0;
  const onFrame = (nowMs: number): void => {
    startMs ??= nowMs;
    const passedMs = nowMs - startMs;
    if (passedMs >= spanMs) {
      onRate((frames * 1000) / passedMs);
      startMs = nowMs;
      frames = 0;
    }
    frames += 1;
    handle = video.requestVideoFrameCallback(onFrame);
  };
  handle = video.requestVideoFrameCallback(onFrame);
  return { close: () => video.cancelVideoFrameCallback(handle) };
}
