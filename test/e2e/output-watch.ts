import type { Page } from '@playwright/test';

/** Output frames since the watch began. */
export interface OutputSight {
  readonly frames: number;
  /** Largest and smallest correlation with the camera's frame at the time: 1 is the camera, −1 its negative. */
  readonly maxAlike: number;
  readonly minAlike: number;
  /** Correlation of the newest frame. */
  readonly newest: number;
}

/**
 * Compares every frame of the output with the camera's until the page closes. The two differ slightly in time, which
 * has little effect on the correlation of a talking head.
 */
export function watchOutput(page: Page): Promise<void> {
  return page.evaluate(() => {
    const sight = { frames: 0, maxAlike: -1, minAlike: 1, newest: 0 };
    Reflect.set(globalThis, 'outputSight', sight);
    const [width, height] = [32, 18];
    const minContrast = 100;
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d', { willReadFrequently: true })!;
    const read = (video: HTMLVideoElement): number[] => {
      // A video without a frame draws nothing, and the previous frame would be read again.
      context.clearRect(0, 0, width, height);
      context.drawImage(video, 0, 0, width, height);
      const { data } = context.getImageData(0, 0, width, height);
      const luma = Array.from({ length: width * height }, (_, at) => data[at * 4 + 1]!);
      const mean = luma.reduce((sum, value) => sum + value, 0) / luma.length;
      return luma.map((value) => value - mean);
    };
    const dot = (a: number[], b: number[]): number =>
      a.reduce((sum, value, at) => sum + value * b[at]!, 0);
    const watched = new WeakSet<HTMLVideoElement>();
    setInterval(() => {
      const output = document.querySelector<HTMLVideoElement>('#output');
      if (output === null || watched.has(output)) {
        return;
      }
      watched.add(output);
      const onFrame = (): void => {
        output.requestVideoFrameCallback(onFrame);
        const camera = document.querySelector<HTMLVideoElement>('.self-view video');
        if (camera === null || camera.videoWidth === 0) {
          return;
        }
        const [a, b] = [read(output), read(camera)];
        const size = Math.sqrt(dot(a, a) * dot(b, b));
        // Two even areas, such as a card and a black frame, correlate only by rounding errors.
        const likeness = size / a.length < minContrast ? 0 : dot(a, b) / size;
        sight.frames += 1;
        sight.newest = likeness;
        sight.maxAlike = Math.max(sight.maxAlike, likeness);
        sight.minAlike = Math.min(sight.minAlike, likeness);
      };
      output.requestVideoFrameCallback(onFrame);
    }, 20);
  });
}

/** See {@link OutputSight}. */
export function readOutput(page: Page): Promise<OutputSight> {
  return page.evaluate(() => Reflect.get(globalThis, 'outputSight') as OutputSight);
}
