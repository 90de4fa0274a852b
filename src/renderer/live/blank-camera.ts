import type { CanvasCamera } from './canvas-camera.ts';
import { openTrackWriter } from './track-streams.ts';

/** What is sent while a picture speaks by itself: nothing of it is shown. */
const ground = '#20242a';

/** A camera that shows nothing, at the size and rate of the picture that is to come back. Throws `capability_unavailable` in a browser that is too old. */
export function openBlankCamera(plan: {
  readonly width: number;
  readonly height: number;
  readonly fps: number;
}): CanvasCamera {
  const canvas = new OffscreenCanvas(plan.width, plan.height);
  const context = canvas.getContext('2d', { alpha: false });
  if (context !== null) {
    context.fillStyle = ground;
    context.fillRect(0, 0, plan.width, plan.height);
  }
  const track = openTrackWriter();
  const writer = track.writable.getWriter();
  const timer = setInterval(() => {
    if ((writer.desiredSize ?? 0) > 0) {
      const timestamp = Math.round(performance.now() * 1000);
      writer.write(new VideoFrame(canvas, { timestamp })).catch(() => undefined); // It was stopped.
    }
  }, 1000 / plan.fps);
  return {
    track,
    close: () => {
      clearInterval(timer);
      track.stop();
    },
  };
}
