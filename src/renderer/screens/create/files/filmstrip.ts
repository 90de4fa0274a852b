/** Draws frames of a video side by side, evenly spread over its length. Stops, half drawn, when the signal fires. */
export async function drawFilmstrip(
  canvas: HTMLCanvasElement,
  { url, count }: { readonly url: string; readonly count: number },
  signal: AbortSignal,
): Promise<void> {
  const context = canvas.getContext('2d');
  const video = document.createElement('video');
  video.muted = true;
  video.preload = 'auto';
  try {
    video.src = url;
    await happens(video, 'loadeddata', signal);
    const { width, height } = canvas;
    for (let index = 0; index < count; index += 1) {
      const seeked = happens(video, 'seeked', signal);
      video.currentTime = ((index + 0.5) / count) * video.duration;
      await seeked;
      const { sourceWidth, sourceHeight } = cover(video, width / count / height);
      context?.drawImage(
        video,
        (video.videoWidth - sourceWidth) / 2,
        (video.videoHeight - sourceHeight) / 2,
        sourceWidth,
        sourceHeight,
        (index * width) / count,
        0,
        width / count,
        height,
      );
    }
  } catch (error) {
    // A video that this browser cannot play has no frames to show; the timeline works without.
    if (!(error instanceof Event) && error !== signal.reason) {
      throw error;
    }
  } finally {
    video.removeAttribute('src');
    video.load();
  }
}

/** The middle of a frame that fills a place of some proportion. */
function cover({ videoWidth, videoHeight }: HTMLVideoElement, ratio: number) {
  const sourceWidth = Math.min(videoWidth, videoHeight * ratio);
  return { sourceWidth, sourceHeight: sourceWidth / ratio };
}

/** Rejects with the event of an error, and with the reason of the signal. */
async function happens(video: HTMLVideoElement, name: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const listeners = new AbortController();
  const options = { signal: listeners.signal, once: true };
  video.addEventListener(name, () => resolve(), options);
  video.addEventListener('error', reject, options);
  signal.addEventListener('abort', () => reject(signal.reason), options);
  await promise.finally(() => listeners.abort());
}
