import { stat } from 'node:fs/promises';
import { AV_PICTURE_TYPE_I, AV_PICTURE_TYPE_NONE } from 'node-av/constants';
import { type CodecContext, Dictionary, type Frame, Packet } from 'node-av/lib';
import { AppError } from '../../../base/errors.ts';
import type { I420Frame, YuvColour } from '../../pixels/frame.ts';
import { check, type Fraction, fromMicroseconds, isDrained, toMicroseconds } from '../ffmpeg.ts';
import { openH264Encoder, type VideoQuality } from './h264-encoder.ts';
import {
  copyFrame,
  createNativeFrame,
  createSharedFrame,
  findNativeOf,
  type NativeFrame,
} from './native-pixels.ts';
import { createOutputFile, type OutputFile } from '../output-file.ts';
import type { Size } from './output-size.ts';
import { addSoundTrack, type SoundSource, type SoundTreatment } from '../audio/sound-track.ts';
import type { AddedSoundTrack } from '../audio/added-sound-track.ts';

/** Options of a video writer. */
export interface VideoWriterOptions {
  /** Size of the frames. An odd last row or column is cropped, as H.264 stores pairs. */
  readonly size: Size;
  readonly colour: YuvColour;
  /** Average frames per second, for rate control and the distance of key frames; timestamps are independent of it. */
  readonly frameRate: Fraction;
  /** Unit of timestamps; the time base of the source keeps them exactly. 1/90000 s when absent. */
  readonly timeBase?: Fraction | undefined;
  /** CRF 20 when absent. */
  readonly quality?: VideoQuality | undefined;
  /** x264's preset; `veryfast` when absent. */
  readonly preset?: string | undefined;
  /** See `H264Options`. */
  readonly processors?: number | undefined;
  /** See `H264Options`. */
  readonly isContinuation?: boolean | undefined;
  /** See `H264Options`. */
  readonly hasFixedGop?: boolean | undefined;
  /**
   * Frames from this time on are only analysed, so that those before them are encoded as in a longer video; they are
   * not in the file. See `lookaheadUsOf`; for a fixed GOP.
   */
  readonly endUs?: number | undefined;
  /** The time that is 0 in the file, in that of the frames; 0 when absent. */
  readonly originUs?: number | undefined;
  /** Source of the sound; the video is silent when absent. */
  readonly sound?: SoundSource | undefined;
  /** Comment in the metadata of the file. */
  readonly comment?: string | undefined;
  /** True when `write` encodes on this thread, for one that does nothing else; by default other threads encode. */
  readonly isBlocking?: boolean | undefined;
}

/** Result of writing a video. */
export interface WrittenVideo {
  readonly frames: number;
  readonly sizeBytes: number;
  readonly sound: SoundTreatment;
}

const usualTimeBase: Fraction = { num: 1, den: 90_000 };
/** Number of frames in encoding: the next frame is prepared while one is encoded. */
const inFlight = 2;

/** Opens a writer of MP4 with H.264 and AAC or the original sound. The file appears at `path` when it is complete. */
export async function openVideoWriter(
  path: string,
  options: VideoWriterOptions,
): Promise<VideoWriter> {
  const { sound, colour, frameRate } = options;
  const timeBase = toStorable(options.timeBase ?? usualTimeBase);
  const size = { width: options.size.width & ~1, height: options.size.height & ~1 };
  if (size.width < 2 || size.height < 2) {
    throw new AppError(
      'unsupported_format',
      `A video of ${options.size.width} × ${options.size.height} pixels cannot be written; it needs 2 × 2 at least.`,
    );
  }
  const encoder = await openH264Encoder({
    size,
    colour,
    frameRate,
    timeBase,
    quality: options.quality ?? { crf: 20 },
    preset: options.preset ?? 'veryfast',
    processors: options.processors,
    isContinuation: options.isContinuation,
    hasFixedGop: options.hasFixedGop,
  });
  let output: OutputFile | null = null;
  let added: Awaited<ReturnType<typeof addSoundTrack>> | null = null;
  try {
    output = createOutputFile(path);
    if (options.comment !== undefined) {
      output.container.metadata = Dictionary.fromObject({ comment: options.comment });
    }
    const stream = output.addEncoded(encoder);
    added = sound === undefined ? null : await addSoundTrack(sound, output);
    output.begin();
    return new VideoWriter({
      path,
      size,
      timeBase,
      origin: fromMicroseconds(options.originUs ?? 0, timeBase),
      end: options.endUs === undefined ? null : fromMicroseconds(options.endUs, timeBase),
      encoder,
      isBlocking: options.isBlocking === true,
      output,
      writePacket: (packet) => output?.write(packet, stream, timeBase),
      soundTrack: added?.track ?? null,
      treatment: added?.treatment ?? 'none',
    });
  } catch (error) {
    encoder.freeContext();
    await added?.track?.close();
    await output?.discard();
    throw error;
  }
}

/**
 * Limits the time base to microseconds: MP4 stores frame durations in 32 bits, which finer units exceed within seconds.
 */
function toStorable(timeBase: Fraction): Fraction {
  return timeBase.den / timeBase.num > 1e6 ? { num: 1, den: 1_000_000 } : timeBase;
}

interface Started {
  readonly path: string;
  readonly size: Size;
  readonly timeBase: Fraction;
  /** Timestamp that becomes 0 in the file, in units of the time base. */
  readonly origin: bigint;
  /** Timestamp from which frames are not in the file, in units of the time base. */
  readonly end: bigint | null;
  readonly encoder: CodecContext;
  readonly isBlocking: boolean;
  readonly output: OutputFile;
  readonly writePacket: (packet: Packet) => void;
  readonly soundTrack: AddedSoundTrack | null;
  readonly treatment: SoundTreatment;
}

/** MP4 file that is being written. Ends with {@link finish} or {@link discard}; `discard` after `finish` is allowed. */
export class VideoWriter {
  readonly #to: Started;
  readonly #shared: NativeFrame;
  readonly #natives: readonly Frame[];
  readonly #jobs: Promise<void>[];
  readonly #packet = new Packet();
  #last: Promise<void> = Promise.resolve();
  /** Number of frames that were passed in, and number of those in the file. */
  #received = 0;
  #frames = 0;
  #hasEnded = false;
  #busyMs = 0;
  #finishing: Promise<WrittenVideo> | null = null;
  #discarding: Promise<void> | null = null;
  #isFreed = false;

  /** Use {@link openVideoWriter}. */
  constructor(started: Started) {
    this.#to = started;
    this.#shared = createSharedFrame(started.size);
    this.#natives = Array.from({ length: inFlight }, () => createNativeFrame(started.size));
    this.#jobs = this.#natives.map(() => Promise.resolve());
    this.#packet.alloc();
  }

  /**
   * Copies a frame of the writer's size and encodes it in the background. Waits while two other frames are being
   * encoded. The caller may change the frame as soon as the promise resolves.
   */
  async write(
    source: I420Frame,
    { timestampUs, durationUs }: { readonly timestampUs: number; readonly durationUs: number },
  ): Promise<void> {
    const { timeBase, origin } = this.#to;
    const slot = this.#received % inFlight;
    this.#received += 1;
    await this.#jobs[slot];
    this.#refuseWhenDiscarded();
    const frame = this.#natives[slot]!;
    // Allocates new memory if the encoder still refers to the old.
    check(frame.makeWritable(), 'get memory for a picture');
    check(frame.copy(this.#toNative(source)), 'take over a picture');
    const pts = fromMicroseconds(timestampUs, timeBase);
    frame.pts = pts - origin;
    frame.pictType = this.#isFirstAfterEnd(pts) ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE;
    frame.duration = fromMicroseconds(durationUs, timeBase);
    this.#last = this.#encode(this.#last, frame);
    // The next `write` that waits for this slot, or `finish`, throws the error.
    this.#last.catch(() => undefined);
    this.#jobs[slot] = this.#last;
  }

  /** Completes the file and moves it to its path. */
  finish(): Promise<WrittenVideo> {
    this.#finishing ??= this.#finish();
    return this.#finishing;
  }

  /** Aborts writing and deletes the partial file. */
  discard(): Promise<void> {
    this.#discarding ??= this.#discard();
    return this.#discarding;
  }

  /** Time spent in encoding so far. */
  busyMs(): number {
    return this.#busyMs;
  }

  /**
   * Returns whether a frame is the first that is not in the file: frames in the file must not refer to it. The encoder
   * would make it a key frame by itself, at the same quality as in a longer video, only at the end of a GOP.
   */
  #isFirstAfterEnd(pts: bigint): boolean {
    const { end, encoder } = this.#to;
    const isFirst = end !== null && pts >= end && !this.#hasEnded;
    this.#hasEnded ||= isFirst;
    return isFirst && (this.#received - 1) % encoder.gopSize !== 0;
  }

  async #encode(before: Promise<void>, frame: Frame): Promise<void> {
    await before;
    if (this.#discarding !== null) {
      return;
    }
    const { encoder, isBlocking } = this.#to;
    const startedAtMs = performance.now();
    const sent = isBlocking ? encoder.sendFrameSync(frame) : await encoder.sendFrame(frame);
    check(sent, 'encode the video');
    this.#busyMs += performance.now() - startedAtMs;
    // Sending a frame encodes; receiving only fetches packets.
    await this.#writePackets(() => encoder.receivePacketSync(this.#packet));
  }

  async #writePackets(receive: () => number | Promise<number>): Promise<void> {
    const { soundTrack, timeBase, origin, end, writePacket } = this.#to;
    for (let result = await receive(); !isDrained(result); result = await receive()) {
      check(result, 'encode the video');
      if (end !== null && this.#packet.pts + origin >= end) {
        this.#packet.unref();
        continue;
      }
      this.#frames += 1;
      const reachedUs = toMicroseconds(this.#packet.dts, timeBase) ?? 0;
      await soundTrack?.writeUntil(reachedUs);
      writePacket(this.#packet);
    }
  }

  async #finish(): Promise<WrittenVideo> {
    const { encoder, output, path, soundTrack, treatment } = this.#to;
    await this.#last;
    this.#refuseWhenDiscarded();
    check(await encoder.sendFrame(null), 'complete the video');
    await this.#writePackets(async () => {
      this.#refuseWhenDiscarded();
      return encoder.receivePacket(this.#packet);
    });
    await soundTrack?.writeUntil(Number.POSITIVE_INFINITY);
    this.#refuseWhenDiscarded();
    await output.commit();
    await this.#free();
    const { size: sizeBytes } = await stat(path);
    return { frames: this.#frames, sizeBytes, sound: treatment };
  }

  async #discard(): Promise<void> {
    const { output } = this.#to;
    output.interrupt();
    // FFmpeg works on another thread; freeing memory while it works would crash the process.

    await Promise.allSettled([...this.#jobs, this.#finishing]);
    await this.#free();
    await output.discard();
  }

  async #free(): Promise<void> {
    if (!this.#isFreed) {
      this.#isFreed = true;
      for (const frame of [this.#shared.frame, ...this.#natives]) {
        frame.free();
      }
      this.#packet.free();
      this.#to.encoder.freeContext();
      await this.#to.soundTrack?.close();
    }
  }

  /** Returns a frame that FFmpeg can read, without a copy if possible. */
  #toNative(frame: I420Frame): Frame {
    const { width, height } = this.#to.size;
    const native = findNativeOf(frame);
    if (native !== null && native.width === width && native.height === height) {
      return native;
    }
    copyFrame(frame, this.#shared.planes);
    return this.#shared.frame;
  }

  #refuseWhenDiscarded(): void {
    if (this.#discarding !== null) {
      throw new AppError('cancelled', 'The video was discarded while it was being written.');
    }
  }
}
