import { AV_PKT_DATA_DISPLAYMATRIX } from 'node-av/constants';
import type { Frame, Stream } from 'node-av/lib';
import { AppError, invariant } from '../../../base/errors.ts';
import { faultDetails } from '../../../base/faults.ts';
import type { I420Frame, YuvColour } from '../../pixels/frame.ts';
import { toMatrix } from './colours.ts';
import { type DecodedFrames, decodeFrames } from '../decoded-frames.ts';
import { findCodec } from '../decoder.ts';
import { assumedFrameRate, type Fraction, toMicroseconds, toNumber } from '../ffmpeg.ts';
import { type AsyncQueue, createAsyncQueue } from '../async-queue.ts';
import { createSharedFrame, type FrameMemory, type NativeFrame } from './native-pixels.ts';
import { openInput } from '../open-input.ts';
import { fromDisplayMatrix, isSideways } from './orientation.ts';
import { fitSize, type Size } from './output-size.ts';
import { createFrameNormaliser, type FrameNormaliser } from './frame-normaliser.ts';

/** Frame of a video. */
export interface TimedFrame {
  /** Upright, 8 bit, limited range. The memory is reused once the frame is given back or the loop continues. */
  readonly planes: I420Frame;
  /** Presentation time, from the beginning of the file; strictly increasing. */
  readonly timestampUs: number;
  readonly durationUs: number;
  /** Index of the frame, from 0. */
  readonly index: number;
}

/** Options of a video reader. */
export interface VideoReaderOptions {
  /** Media type, see `openInput`. */
  readonly mime?: string | undefined;
  /** Maximum length of the shorter side in pixels; frames are never enlarged. */
  readonly maxShortSide?: number | undefined;
  /** Start time; the first frame is the one shown at this time. */
  readonly startUs?: number | undefined;
  /** Maximum duration, counted from `startUs`. */
  readonly maxDurationUs?: number | undefined;
  /** Number of frames decoded ahead of the one in use, or a function of the frame size; 3 when absent. */
  readonly framesAhead?: number | ((size: Size) => number) | undefined;
  /** Memory of frames; `shared` lets other threads read them. `own` when absent. */
  readonly memory?: FrameMemory | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Opens a video and decodes its first frame. Throws `unsupported_format` when no frame can be decoded, and the reason
 * of `signal` on abort, here and during iteration.
 */
export async function openVideoReader(
  path: string,
  options: VideoReaderOptions = {},
): Promise<VideoReader> {
  const { signal, startUs = 0 } = options;
  signal?.throwIfAborted();
  const input = await openInput(path, options.mime);
  let frames: DecodedFrames | null = null;
  try {
    const stream = input.video;
    if (stream === null) {
      throw new AppError('unsupported_format', 'The file has no picture. Use a video.', {
        details: faultDetails('no_picture'),
      });
    }
    frames = await decodeFrames(input, stream);
    const clock = createClock(frames, stream, options);
    if (startUs > 0) {
      await frames.seek(startUs);
    }
    const first = await clock.next(signal);
    if (first === null) {
      throw new AppError(
        'unsupported_format',
        startUs > 0
          ? `The video has no picture at ${startUs / 1e6} s.`
          : `None of the pictures of the video could be decoded (${findCodec(stream)}).`,
      );
    }
    const closeInput = (): void => {
      frames?.close();
      input.close();
    };
    return new VideoReader(
      { frames, clock, first, stream, closeInput, originUs: input.originUs },
      options,
    );
  } catch (error) {
    frames?.close();
    input.close();
    throw error;
  }
}

interface Moment {
  readonly timestampUs: number;
  readonly durationUs: number;
}

/** Selects the frames between start and end, and determines their times. */
interface Clock {
  /** Decodes up to the next frame of the selection; null at the end. */
  next(signal: AbortSignal | undefined): Promise<Moment | null>;
}

function createClock(
  frames: DecodedFrames,
  { timeBase, avgFrameRate }: Stream,
  { startUs = 0, maxDurationUs = Number.POSITIVE_INFINITY }: VideoReaderOptions,
): Clock {
  const rate = toNumber(avgFrameRate) || toNumber(assumedFrameRate);
  const usualUs = Math.round(1e6 / rate);
  const tickUs = Math.max(1, Math.ceil(toNumber(timeBase) * 1e6));
  let last: Moment | null = null;
  return {
    async next(signal) {
      while (await frames.next()) {
        signal?.throwIfAborted();
        const after = last === null ? 0 : last.timestampUs + last.durationUs;
        const stated = frames.timestampUs() ?? after;
        const timestampUs = last === null ? stated : Math.max(stated, last.timestampUs + tickUs);
        const durationUs = toMicroseconds(frames.frame.duration, timeBase) || usualUs;
        if (timestampUs >= startUs + maxDurationUs) {
          return null;
        }
        last = { timestampUs, durationUs };
        if (timestampUs + durationUs > startUs) {
          return last;
        }
      }
      return null;
    },
  };
}

interface Started {
  readonly frames: DecodedFrames;
  readonly clock: Clock;
  readonly first: Moment;
  readonly stream: Stream;
  readonly originUs: number;
  readonly closeInput: () => void;
}

/** Open video. Either iterate it once, which closes it at the end, or call `next` and `release`, and `close` it. */
export class VideoReader implements AsyncIterable<TimedFrame> {
  /** Size of the frames. */
  readonly size: Size;
  readonly colour: YuvColour;
  /** Frames per second on average, as the file states it. */
  readonly frameRate: Fraction;
  /** Unit of the file's timestamps; a writer with the same time base keeps them exactly. */
  readonly timeBase: Fraction;
  /** Offset that was subtracted from the timestamps of the file. */
  readonly originUs: number;
  readonly #started: Started;
  readonly #signal: AbortSignal | undefined;
  readonly #normaliser: FrameNormaliser;
  readonly #pool: readonly NativeFrame[];
  readonly #free: AsyncQueue<NativeFrame>;
  readonly #ready = createAsyncQueue<TimedFrame>();
  readonly #reading: Promise<void>;
  #convertMs = 0;
  #closing: Promise<void> | null = null;

  /** Use {@link openVideoReader}. */
  constructor(started: Started, options: VideoReaderOptions) {
    const { frames, stream } = started;
    const { maxShortSide, framesAhead = 3, memory, signal } = options;
    const { codecpar, avgFrameRate, timeBase } = stream;
    const orientation = fromDisplayMatrix(codecpar.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX));
    const stored = fitSize(frames.frame, {
      pixelAspect: computeAspect(frames.frame),
      maxShortSide,
    });
    this.size = isSideways(orientation)
      ? { width: stored.height, height: stored.width }
      : { width: stored.width, height: stored.height };
    this.colour = { matrix: toMatrix(frames.frame), isFullRange: false };
    const { num, den } = toNumber(avgFrameRate) > 0 ? avgFrameRate : assumedFrameRate;
    this.frameRate = { num, den };
    this.timeBase = { num: timeBase.num, den: timeBase.den };
    this.originUs = started.originUs;
    this.#started = started;
    this.#signal = signal;
    this.#normaliser = createFrameNormaliser({
      size: this.size,
      matrix: this.colour.matrix,
      orientation,
    });
    const ahead = typeof framesAhead === 'function' ? framesAhead(this.size) : framesAhead;
    this.#pool = Array.from({ length: ahead + 1 }, () =>
      createSharedFrame(this.size, this.colour, memory),
    );
    this.#free = createAsyncQueue(this.#pool);
    // The promise never rejects: `next` throws the error instead.
    this.#reading = this.#readAhead().catch((error: unknown) => this.#ready.fail(error));
    signal?.addEventListener('abort', this.#onAbort, { once: true });
  }

  /**
   * Returns the next frame, null after the last. Its memory stays unchanged until {@link release}. The caller may hold
   * up to `framesAhead` frames.
   */
  async next(): Promise<TimedFrame | null> {
    const frame = await this.#ready.dequeue();
    this.#signal?.throwIfAborted();
    return frame;
  }

  /** Releases the memory of a frame for reuse. */
  release({ planes }: TimedFrame): void {
    const slot = this.#pool.find((other) => other.planes === planes);
    invariant(slot !== undefined, 'a frame is given back to its own reader');
    this.#free.put(slot);
  }

  /** Time spent in decoding and in converting frames so far. */
  busyMs(): { readonly decode: number; readonly convert: number } {
    return { decode: this.#started.frames.busyMs(), convert: this.#convertMs };
  }

  /** Stops reading and releases all memory. May be called at any time and repeatedly. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<TimedFrame> {
    try {
      for (let frame = await this.next(); frame !== null; frame = await this.next()) {
        yield frame;
        this.release(frame);
      }
    } finally {
      await this.close();
    }
  }

  /** Rejects pending calls of `next` at once, without waiting for the decoder. */
  readonly #onAbort = (): void => this.#ready.fail(this.#signal?.reason);

  async #readAhead(): Promise<void> {
    const { frames, clock, first } = this.#started;
    let moment: Moment | null = first;
    for (let index = 0; moment !== null; index += 1) {
      const slot = await this.#free.dequeue();
      if (slot === null || this.#closing !== null) {
        break;
      }
      this.#signal?.throwIfAborted();
      const startedAtMs = performance.now();
      await this.#normaliser.normalise(frames.frame, slot);
      this.#convertMs += performance.now() - startedAtMs;
      this.#ready.put({ planes: slot.planes, ...moment, index });
      moment = await clock.next(this.#signal);
    }
    this.#ready.end();
  }

  async #close(): Promise<void> {
    this.#signal?.removeEventListener('abort', this.#onAbort);
    this.#free.end();
    this.#ready.end();
    // The decoder runs on another thread; freeing it while it works would crash the process.
    await this.#reading;
    this.#normaliser.close();
    for (const slot of this.#pool) {
      slot.free();
    }
    this.#started.closeInput();
  }
}

/** Returns the aspect ratio of a pixel; 1 when it is missing or invalid. */
function computeAspect({ sampleAspectRatio }: Frame): number {
  const aspect = toNumber(sampleAspectRatio);
  return aspect > 0.1 && aspect < 10 ? aspect : 1;
}
