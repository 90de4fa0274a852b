import type { MediaKind } from '../../contract/ipc/files.ts';
import { maxThumbnailBytes } from '../../contract/ipc/jobs.ts';

const widthPx = 240;
const heightPx = 135;
/** Where in a video the picture is taken, as a share of its length; the very start is often black. */
const videoShare = 0.2;

/** Draws a small JPEG of a result; null when this browser cannot show it. */
export async function drawThumbnail(
  url: string,
  kind: MediaKind,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const source = await openSource(url, kind);
  if (source === null) {
    return null;
  }
  const canvas = new OffscreenCanvas(widthPx, heightPx);
  const context = canvas.getContext('2d');
  if (context === null) {
    return null;
  }
  const scale = Math.max(widthPx / source.widthPx, heightPx / source.heightPx);
  const [width, height] = [source.widthPx * scale, source.heightPx * scale];
  context.drawImage(source.element, (widthPx - width) / 2, (heightPx - height) / 2, width, height);
  source.close();
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.8 });
  return blob.size > maxThumbnailBytes ? null : new Uint8Array(await blob.arrayBuffer());
}

interface Source {
  readonly element: HTMLImageElement | HTMLVideoElement;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly close: () => void;
}

async function openSource(url: string, kind: MediaKind): Promise<Source | null> {
  if (kind !== 'video') {
    const element = new Image();
    element.src = url;
    try {
      await element.decode();
    } catch {
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
    element.currentTime = element.duration * videoShare;
  });
  element.addEventListener('seeked', () => ready.resolve(true));
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
