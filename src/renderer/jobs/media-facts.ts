import type { MediaKind } from '../../contract/ipc/files.ts';
import { loadImage } from '../app/load-image.ts';

/** Properties of a file that the page determines by loading it. */
export interface PlayedMedia {
  /** Null for audio. */
  readonly size: { readonly widthPx: number; readonly heightPx: number } | null;
  /** Null for an image. */
  readonly durationMs: number | null;
}

/** Loads a file as the page would show it; null for formats that this browser cannot show, such as HEIC. */
export function probePlayedMedia(url: string, kind: MediaKind): Promise<PlayedMedia | null> {
  return kind === 'image' ? findPictureFacts(url) : findLength(url, kind);
}

async function findPictureFacts(url: string): Promise<PlayedMedia | null> {
  const image = await loadImage(url);
  if (image === null) {
    return null;
  }
  const size = { widthPx: image.naturalWidth, heightPx: image.naturalHeight };
  return { size, durationMs: null };
}

function findLength(url: string, kind: 'video' | 'audio'): Promise<PlayedMedia | null> {
  const media = document.createElement(kind);
  media.preload = 'metadata';
  media.muted = true;
  const { promise, resolve } = Promise.withResolvers<PlayedMedia | null>();
  media.addEventListener('loadedmetadata', () => {
    const size =
      media instanceof HTMLVideoElement && media.videoWidth > 0
        ? { widthPx: media.videoWidth, heightPx: media.videoHeight }
        : null;
    const isWhole = Number.isFinite(media.duration) && (kind === 'audio' || size !== null);
    resolve(isWhole ? { size, durationMs: Math.round(media.duration * 1000) } : null);
  });
  media.addEventListener('error', () => resolve(null));
  media.src = url;
  return promise.finally(() => {
    media.removeAttribute('src');
    media.load();
  });
}
