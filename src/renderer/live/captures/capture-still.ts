import { AppError } from '../../../base/errors.ts';
import { faultDetails } from '../../../base/faults.ts';
import { maxChunkBytes } from '../../../contract/ipc/chunks.ts';

/**
 * Sides of the image in pixels: enough for a face; smaller ones when a detailed image does not fit into a
 * message.
 */
const sides = [720, 560, 400];

/** Captures the centre of the camera's current frame as a square JPEG with a URL for this page. */
export async function captureStill(
  camera: MediaStreamTrack,
): Promise<{ readonly url: string; readonly jpeg: Uint8Array<ArrayBuffer> }> {
  const video = document.createElement('video');
  video.muted = true;
  video.srcObject = new MediaStream([camera]);
  try {
    await video.play();
    for (const side of sides) {
      const blob = await drawSquare(video, side);
      if (blob.size <= maxChunkBytes) {
        return { url: URL.createObjectURL(blob), jpeg: await blob.bytes() };
      }
    }
  } catch (cause) {
    throw new AppError('not_found', 'The camera gives no picture.', {
      cause,
      details: faultDetails('no_camera_picture'),
    });
  } finally {
    video.srcObject = null;
  }
  throw new AppError('input_too_large', 'The picture of the camera does not get small enough.');
}

function drawSquare(video: HTMLVideoElement, wanted: number): Promise<Blob> {
  const { videoWidth: width, videoHeight: height } = video;
  const side = Math.min(width, height);
  const size = Math.min(side, wanted);
  const canvas = new OffscreenCanvas(size, size);
  const context = canvas.getContext('2d', { alpha: false });
  context?.drawImage(video, (width - side) / 2, (height - side) / 2, side, side, 0, 0, size, size);
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
}
