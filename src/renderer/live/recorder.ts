import { AppError } from '../../base/errors.ts';
import type { CaptureWriter } from './capture-writer.ts';

/** The ways to make an MP4, the most widely played first. */
const mimeTypes = [
  'video/mp4;codecs=avc1.42E01E,mp4a.40.2',
  'video/mp4;codecs=avc1.42E01E,opus',
  'video/mp4;codecs=vp9,opus',
];
/** How often a piece is handed over; what a crash may cost at most. */
const pieceMs = 1000;
const bitsPerPixel = 0.12;

/** A recording under way. */
export interface Recording {
  /** Ends once everything is in the file. */
  readonly stop: () => Promise<void>;
}

/**
 * Records a stream as MP4 into a file, picture and whatever sound it has. `onFailure` is told when it
 * cannot go on. Throws `capability_unavailable` where no MP4 can be made.
 */
export function startRecording(
  stream: MediaStream,
  writer: CaptureWriter,
  options: {
    readonly width: number;
    readonly height: number;
    readonly fps: number;
    readonly onFailure: (error: unknown) => void;
  },
): Recording {
  const mimeType = mimeTypes.find((type) => MediaRecorder.isTypeSupported(type));
  if (mimeType === undefined) {
    throw new AppError('capability_unavailable', 'This browser cannot make MP4 files.');
  }
  const recorder = new MediaRecorder(stream, {
    mimeType,
    videoBitsPerSecond: options.width * options.height * options.fps * bitsPerPixel,
  });
  const stopped = Promise.withResolvers<void>();
  recorder.addEventListener('dataavailable', ({ data }) => {
    try {
      if (data.size > 0) {
        writer.push(data);
      }
    } catch (error) {
      options.onFailure(error);
    }
  });
  recorder.addEventListener('stop', () => stopped.resolve());
  recorder.addEventListener('error', () => {
    options.onFailure(new AppError('processing_failed', 'The recording could not go on.'));
  });
  recorder.start(pieceMs);
  return {
    stop: async () => {
      if (recorder.state !== 'inactive') {
        recorder.stop();
        await stopped.promise;
      }
    },
  };
}
