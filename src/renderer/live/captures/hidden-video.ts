import { AppError } from '../../../base/errors.ts';
import { faultDetails } from '../../../base/faults.ts';

/** Far longer than an active output needs to deliver a frame. */
const patienceMs = 2000;

/**
 * Attaches a stream to an invisible video element and waits for a frame; the caller detaches the stream. Throws
 * `not_found` when no frame comes.
 */
export async function attachHiddenVideo(stream: MediaStream): Promise<HTMLVideoElement> {
  const video = document.createElement('video');
  video.muted = true;
  video.srcObject = stream;
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('No picture came in time.')), patienceMs);
  try {
    await Promise.race([showFirst(video), late.promise]);
    return video;
  } catch (cause) {
    video.srcObject = null;
    throw new AppError('not_found', 'The output gives no picture.', {
      cause,
      details: faultDetails('nothing_goes_out'),
    });
  } finally {
    clearTimeout(timer);
  }
}

async function showFirst(video: HTMLVideoElement): Promise<void> {
  await video.play();
  await new Promise((resolve) => video.requestVideoFrameCallback(resolve));
}
