import type { ThreadedWriter } from '../io/video/encoder-host.ts';
import type { TimedFrame, VideoReader } from '../io/video/video-reader.ts';

/** Passes finished frames on to a writer, and their memory back to their reader. */
export interface FrameOutput {
  /** Waits while some frames are on their way. Throws errors of writing, also those of earlier frames. */
  put(frame: TimedFrame): Promise<void>;
  /** Waits for all frames. */
  drain(): Promise<void>;
}

/**
 * Maximum frames on their way to the encoder. It analyses the frames of a group when the last of them arrives, and
 * encodes them quickly afterwards: with fewer, it would wait for the drawing then.
 */
export const MAX_FRAMES_ON_WAY = 3;

/** Creates an output of frames of one reader. */
export function createFrameOutput(reader: VideoReader, writer: ThreadedWriter): FrameOutput {
  const onWay: Promise<void>[] = [];
  return {
    async put(frame) {
      const written = writer.write(frame.planes, frame).then(() => reader.release(frame));
      // Awaited later; an abort may come before.
      written.catch(() => undefined);
      onWay.push(written);
      if (onWay.length > MAX_FRAMES_ON_WAY) {
        await onWay.shift();
      }
    },
    async drain() {
      await Promise.all(onWay.splice(0));
    },
  };
}
