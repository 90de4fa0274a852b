import type { CanvasCamera } from './canvas-camera.ts';
import { openTrackWriter } from './track-streams.ts';

/** Colour of the blank frames, which are never shown. */
const ground = '#20242a';

/**
 * Opens a camera with blank frames, at the size and rate of the video that is to come back. Throws
 * `capability_unavailable` in a browser that is too old.
 */
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
      writer.write(new VideoFrame(canvas, { timestamp })).catch(() => undefined); // The camera was stopped.
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
