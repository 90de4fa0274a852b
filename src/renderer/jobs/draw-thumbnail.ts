import type { MediaKind } from '../../contract/ipc/files.ts';
import { maxThumbnailBytes } from '../../contract/ipc/jobs.ts';
import { loadImage } from '../app/load-image.ts';
import { readPeaks } from './playback/peaks.ts';

const widthPx = 240;
const heightPx = 135;
/** Position of the thumbnail in a video, as a fraction of its length; the very start is often black. */
const videoFraction = 0.2;

/** Longest wait for the frame at that place, in milliseconds. */
const frameMs = 300;

/** Fraction of the excess height that is cropped at the top of a portrait image. */
const upperFraction = 0.2;

/** Bars of a waveform. */
const bars = 48;

/** Renders a small JPEG of a result, or the waveform of audio; null when this browser cannot show it. */
export async function drawThumbnail(
  url: string,
  kind: MediaKind,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const canvas = new OffscreenCanvas(widthPx, heightPx);
  const context = canvas.getContext('2d');
  const isDrawn =
    context !== null &&
    (kind === 'audio' ? await drawSound(context, url) : await drawStill(context, url, kind));
  if (!isDrawn) {
    return null;
  }
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.8 });
  return blob.size > maxThumbnailBytes ? null : new Uint8Array(await blob.arrayBuffer());
}

type Canvas = OffscreenCanvasRenderingContext2D;

async function drawSound(context: Canvas, url: string): Promise<boolean> {
  const peaks = await readPeaks(url, bars).catch(() => null);
  if (peaks === null) {
    return false;
  }
  // These colours suit either theme, because the image stays when the theme changes.
  const tokens = getComputedStyle(document.documentElement);
  context.fillStyle = tokens.getPropertyValue('--stage');
  context.fillRect(0, 0, widthPx, heightPx);
  context.fillStyle = tokens.getPropertyValue('--accent');
  const step = widthPx / bars;
  for (const [index, peak] of peaks.entries()) {
    const height = Math.max(2, peak * heightPx * 0.8);
    context.fillRect((index + 0.2) * step, (heightPx - height) / 2, step * 0.6, height);
  }
  return true;
}

async function drawStill(context: Canvas, url: string, kind: 'image' | 'video'): Promise<boolean> {
  const source = await openSource(url, kind);
  if (source === null) {
    return false;
  }
  const scale = Math.max(widthPx / source.widthPx, heightPx / source.heightPx);
  const [width, height] = [source.widthPx * scale, source.heightPx * scale];
  // Uses the upper part of a portrait image, where a face usually is.
  const above = source.heightPx > source.widthPx ? upperFraction : 0.5;
  const [x, y] = [(widthPx - width) / 2, (heightPx - height) * above];
  context.drawImage(source.element, x, y, width, height);
  source.close();
  return true;
}

interface Source {
  readonly element: HTMLImageElement | HTMLVideoElement;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly close: () => void;
}

async function openSource(url: string, kind: 'image' | 'video'): Promise<Source | null> {
  if (kind === 'image') {
    const element = await loadImage(url);
    if (element === null) {
      return null;
    }
    const { naturalWidth, naturalHeight } = element;
    return { element, widthPx: naturalWidth, heightPx: naturalHeight, close: () => undefined };
  }
  const element = document.createElement('video');
  element.muted = true;
  element.preload = 'auto';
  const ready = Promise.withResolvers<boolean>();
  element.addEventListener('loadedmetadata', () => {
    // The length of a stream that was recorded is not known; its start is.
    element.currentTime = Number.isFinite(element.duration) ? element.duration * videoFraction : 0;
  });
  element.addEventListener('seeked', () => {
    // Its frame may come a moment after it, and would be drawn black; where none comes, it was there.
    element.requestVideoFrameCallback(() => ready.resolve(true));
    setTimeout(() => ready.resolve(true), frameMs);
  });
  element.addEventListener('error', () => ready.resolve(false));
  element.src = url;
  const close = (): void => {
    element.removeAttribute('src');
    element.load();
  };
  if (!(await ready.promise)) {
    close();
    return null;
  }
  return { element, widthPx: element.videoWidth, heightPx: element.videoHeight, close };
}
