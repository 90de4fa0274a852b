import type { MediaKind } from '../../contract/ipc/files.ts';

/** What the page can tell of a file by showing it. */
export interface MediaFacts {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Null for a picture. */
  readonly durationMs: number | null;
}

/** Opens a file as the page would show it; null for what this browser cannot show, such as HEIC. */
export function readMediaFacts(url: string, kind: MediaKind): Promise<MediaFacts | null> {
  return kind === 'video' ? readVideo(url) : readPicture(url);
}

async function readPicture(url: string): Promise<MediaFacts | null> {
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
  } catch {
    return null;
  }
  return { widthPx: image.naturalWidth, heightPx: image.naturalHeight, durationMs: null };
}

function readVideo(url: string): Promise<MediaFacts | null> {
  const video = document.createElement('video');
  video.preload = 'metadata';
  video.muted = true;
  const { promise, resolve } = Promise.withResolvers<MediaFacts | null>();
  video.addEventListener('loadedmetadata', () => {
    const { videoWidth: widthPx, videoHeight: heightPx, duration } = video;
    resolve(
      widthPx === 0 || !Number.isFinite(duration)
        ? null
        : { widthPx, heightPx, durationMs: Math.round(duration * 1000) },
    );
  });
  video.addEventListener('error', () => resolve(null));
  video.src = url;
  return promise.finally(() => {
    video.removeAttribute('src');
    video.load();
  });
}
