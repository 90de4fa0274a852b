import { findMedian } from './find-median.ts';
import { toCodeArea, decodeDelay } from '../canvas/time-code.ts';

/** Interval of reading a code: reading back a frame costs time itself. */
const everyMs = 250;
/** Maximum plausible delay of a live video. */
const maxDelayMs = 10_000;
/** Number of readings whose median is reported. */
const maxReadings = 12;

/** Reads the time codes in the frames of a video element, until the returned function is called. */
export function watchDelay(
  video: HTMLVideoElement,
  onDelay: (delayMs: number | null) => void,
): () => void {
  const readings: number[] = [];
  let lastMs = 0;
  const onFrame = (nowMs: number): void => {
    handle = video.requestVideoFrameCallback(onFrame);
    if (nowMs - lastMs < everyMs) {
      return;
    }
    lastMs = nowMs;
    const delayMs = findVideoDelay(video);
    if (delayMs !== null) {
      readings.push(delayMs);
      readings.splice(0, readings.length - maxReadings);
    }
    onDelay(findMedian(readings));
  };
  let handle = video.requestVideoFrameCallback(onFrame);
  return () => video.cancelVideoFrameCallback(handle);
}

function findVideoDelay(video: HTMLVideoElement): number | null {
  const { width, height } = toCodeArea(video.videoHeight);
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
  context?.drawImage(video, 0, 0, width, height, 0, 0, width, height);
  const pixels = context?.getImageData(0, 0, width, height).data;
  const delayMs =
    pixels === undefined ? null : decodeDelay(pixels, video.videoHeight, performance.now());
  // A code that was misread can say anything.
  return delayMs === null || delayMs > maxDelayMs ? null : delayMs;
}
