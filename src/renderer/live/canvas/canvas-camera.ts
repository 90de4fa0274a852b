import { AppError } from '../../../base/errors.ts';
import { faultDetails } from '../../../base/faults.ts';
import { drawFilling } from './draw-filling.ts';
import { drawTimeCode } from './time-code.ts';
import { openTrackWriter } from './track-streams.ts';

/** A camera that is drawn: a clip, or another camera with something painted on it. */
export interface CanvasCamera {
  readonly track: MediaStreamTrack;
  readonly close: () => void;
}

/** Source and format of the drawn frames. */
export interface CanvasCameraOptions {
  readonly source: { readonly url: string } | { readonly stream: MediaStream };
  readonly width: number;
  readonly height: number;
  readonly fps: number;
  /** True when each frame contains a time code of its drawing. */
  readonly hasTimeCode: boolean;
}

/**
 * Starts it; a clip loops. Throws `unsupported_format` for a clip that does not play and
 * `capability_unavailable` in a browser that is too old.
 */
export async function openCanvasCamera(options: CanvasCameraOptions): Promise<CanvasCamera> {
  const { source, width, height, fps } = options;
  const video = document.createElement('video');
  video.muted = true;
  video.loop = true;
  video.playsInline = true;
  if ('url' in source) {
    video.src = source.url;
  } else {
    video.srcObject = source.stream;
  }
  try {
    await video.play();
  } catch (cause) {
    throw new AppError('unsupported_format', 'This clip cannot be played.', {
      cause,
      details: faultDetails('clip_unplayable'),
    });
  }
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d', { alpha: false });
  // A stream captured from a canvas gets each frame with the screen's next refresh: 5 ms later, 12 to 18 at
  // worst, and one in ten not at all.
  const track = openTrackWriter();
  const writer = track.writable.getWriter();
  const draw = (): void => {
    if (context !== null && video.videoWidth > 0) {
      drawFilling(context, { image: video, width: video.videoWidth, height: video.videoHeight });
      if (options.hasTimeCode) {
        drawTimeCode(context, height, performance.now());
      }
      if ((writer.desiredSize ?? 0) > 0) {
        const timestamp = Math.round(performance.now() * 1000);
        writer.write(new VideoFrame(canvas, { timestamp })).catch(() => undefined); // The camera was stopped.
      }
    }
  };
  draw();
  // Independent of the screen's refresh, which pauses while the window is minimised.
  const timer = setInterval(draw, 1000 / fps);
  return {
    track,
    close: () => {
      clearInterval(timer);
      track.stop();
      video.pause();
      video.srcObject = null;
      video.removeAttribute('src');
    },
  };
}
