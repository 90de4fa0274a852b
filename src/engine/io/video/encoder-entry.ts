/** The thread that writes one video at a time. Encoding blocks it, so frames do not wait for other work in between. */
import { InvariantError } from '../../../base/errors.ts';
import type { PeerContext } from '../../../base/peer/serve-peer.ts';
import type { YuvColour } from '../../pixels/frame.ts';
import { serveThread } from '../../threads/serve-thread.ts';
import { mapSharedFrame, type NativeFrame } from './native-pixels.ts';
import type { Size } from './output-size.ts';
import {
  openVideoWriter,
  type VideoWriter,
  type VideoWriterOptions,
  type WrittenVideo,
} from './video-writer.ts';

/** Memory of a frame, which later questions refer to by its number. */
export interface EncoderMemory {
  readonly frame: number;
  readonly samples: SharedArrayBuffer;
  /** Byte offset of its planes. */
  readonly byteOffset: number;
  readonly size: Size;
  readonly colour: YuvColour | undefined;
}

/** Frame in memory that was added before. */
export interface QueuedFrame {
  readonly frame: number;
  readonly timestampUs: number;
  readonly durationUs: number;
}

let writer: VideoWriter | null = null;
const frames = new Map<number, NativeFrame>();

const methods = {
  async open({
    path,
    options,
  }: {
    readonly path: string;
    readonly options: VideoWriterOptions;
  }): Promise<void> {
    writer = await openVideoWriter(path, { ...options, isBlocking: true });
  },
  add({ frame, samples, byteOffset, size, colour }: EncoderMemory): void {
    frames.set(frame, mapSharedFrame(samples, byteOffset, size, colour));
  },
  /** Writes a frame; returns the time spent in encoding so far, in milliseconds. */
  async write({ frame, ...moment }: QueuedFrame): Promise<number> {
    const known = frames.get(frame);
    if (known === undefined) {
      throw new InvariantError('memory is added before it is written');
    }
    const to = requireWriter();
    await to.write(known.planes, moment);
    return to.busyMs();
  },
  /** Completes the video, which can take long for its sound; an abort discards it. */
  async finish(_: undefined, { signal }: PeerContext): Promise<WrittenVideo> {
    const finished = requireWriter();
    // `close` follows an abort, and throws what the discarding throws.
    const discard = (): void => void finished.discard().catch(() => undefined);
    signal.addEventListener('abort', discard, { once: true });
    try {
      return await finished.finish();
    } finally {
      signal.removeEventListener('abort', discard);
    }
  },
  /** Ends the video; a finished file stays. */
  async close(): Promise<void> {
    const closed = writer;
    writer = null;
    for (const frame of frames.values()) {
      frame.free();
    }
    frames.clear();
    await closed?.discard();
  },
};

/** Methods of the thread. */
export type EncoderMethods = typeof methods;

serveThread(methods);

function requireWriter(): VideoWriter {
  if (writer === null) {
    throw new InvariantError('a video is opened before it is written');
  }
  return writer;
}
