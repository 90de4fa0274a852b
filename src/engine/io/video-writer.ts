import { stat } from 'node:fs/promises';
import { type CodecContext, type Frame, Packet } from 'node-av/lib';
import { AppError } from '../../base/errors.ts';
import type { I420Frame, YuvColour } from '../pixels/frame.ts';
import { check, type Fraction, fromMicroseconds, isDrained, toMicroseconds } from './ffmpeg.ts';
import { openH264Encoder, type VideoQuality } from './h264-encoder.ts';
import { copyFrame, createNativeFrame, createSharedFrame, findNativeOf } from './native-pixels.ts';
import { createOutputFile, type OutputFile } from './output-file.ts';
import type { Size } from './output-size.ts';
import { addSoundTrack, type SoundSource, type SoundTreatment } from './sound-track.ts';
import type { AddedSoundTrack } from './added-sound-track.ts';

/** How a video is written. */
export interface VideoWriterOptions {
  /** Size of the pictures. An odd last row or column is left out: H.264 stores pairs. */
  readonly size: Size;
  readonly colour: YuvColour;
  /** Frames per second on average; sets the encoder's rate and nothing about when frames are shown. */
  readonly frameRate: Fraction;
  /** Unit of timestamps; that of the source keeps them exactly. 1/90000 s when absent. */
  readonly timeBase?: Fraction | undefined;
  /** CRF 20 when absent. */
  readonly quality?: VideoQuality | undefined;
  /** x264's preset; `veryfast` when absent. */
  readonly preset?: string | undefined;
  /** The file whose sound goes along; none when absent. */
  readonly sound?: SoundSource | undefined;
}

/** What was written. */
export interface WrittenVideo {
  readonly frames: number;
  readonly sizeBytes: number;
  readonly sound: SoundTreatment;
}

/** An MP4 file that is being written. Either `finish` or `discard` it; `discard` may always follow. */
export interface VideoWriter {
  /**
   * Encodes a picture of the size that was said, in the background. The picture may be changed at once;
   * waits while two others are being encoded.
   */
  write(
    picture: I420Frame,
    moment: { readonly timestampUs: number; readonly durationUs: number },
  ): Promise<void>;
  /** Completes the file and moves it to its place. */
  finish(): Promise<WrittenVideo>;
  /** Ends without a file. */
  discard(): Promise<void>;
  /** Time spent in encoding so far. */
  busyMs(): number;
}

const usualTimeBase: Fraction = { num: 1, den: 90_000 };
/** Pictures that are encoded or wait for it: while one is being encoded the next gets ready. */
const inFlight = 2;

/** Begins an MP4 file of H.264 and AAC (or sound as it was). It comes to be at `path` when it is complete. */
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
  });
  let output: OutputFile | null = null;
  let added: Awaited<ReturnType<typeof addSoundTrack>> | null = null;
  try {
    output = createOutputFile(path);
    const stream = output.addEncoded(encoder);
    added = sound === undefined ? null : await addSoundTrack(sound, output);
    output.begin();
    return startWriting({
      path,
      size,
      timeBase,
      encoder,
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

/** MP4 has room for 32 bits between two frames; finer units than microseconds would be used up in seconds. */
function toStorable(timeBase: Fraction): Fraction {
  return timeBase.den / timeBase.num > 1e6 ? { num: 1, den: 1_000_000 } : timeBase;
}

interface Started {
  readonly path: string;
  readonly size: Size;
  readonly timeBase: Fraction;
  readonly encoder: CodecContext;
  readonly output: OutputFile;
  readonly writePacket: (packet: Packet) => void;
  readonly soundTrack: AddedSoundTrack | null;
  readonly treatment: SoundTreatment;
}

function startWriting(started: Started): VideoWriter {
  const { path, size, timeBase, encoder, output, writePacket, soundTrack, treatment } = started;
  const shared = createSharedFrame(size);
  const natives = Array.from({ length: inFlight }, () => createNativeFrame(size));
  const jobs: Promise<void>[] = natives.map(() => Promise.resolve());
  const packet = new Packet();
  packet.alloc();
  let last: Promise<void> = Promise.resolve();
  let frames = 0;
  let busyMs = 0;
  let finishing: Promise<WrittenVideo> | null = null;
  let discarding: Promise<void> | null = null;
  let isFreed = false;

  async function takePackets(receive: () => number | Promise<number>): Promise<void> {
    for (let result = await receive(); !isDrained(result); result = await receive()) {
      check(result, 'encode the video');
      const reachedUs = toMicroseconds(packet.dts, timeBase) ?? 0;
      await soundTrack?.writeUntil(reachedUs);
      writePacket(packet);
    }
  }

  async function encode(before: Promise<void>, frame: Frame): Promise<void> {
    await before;
    if (discarding !== null) {
      return;
    }
    const startedAtMs = performance.now();
    check(await encoder.sendFrame(frame), 'encode the video');
    busyMs += performance.now() - startedAtMs;
    // x264 worked while the frame was sent; what it made is only fetched.
    await takePackets(() => encoder.receivePacketSync(packet));
  }

  async function free(): Promise<void> {
    if (!isFreed) {
      isFreed = true;
      for (const frame of [shared.frame, ...natives]) {
        frame.free();
      }
      packet.free();
      encoder.freeContext();
      await soundTrack?.close();
    }
  }

  async function discard(): Promise<void> {
    output.interrupt();
    // FFmpeg works on another thread; freeing anything under its feet would end the process.
    await Promise.allSettled([...jobs, finishing]);
    await free();
    await output.discard();
  }

  async function finish(): Promise<WrittenVideo> {
    await last;
    refuseWhenDiscarded();
    check(await encoder.sendFrame(null), 'complete the video');
    await takePackets(async () => {
      refuseWhenDiscarded();
      return encoder.receivePacket(packet);
    });
    await soundTrack?.writeUntil(Number.POSITIVE_INFINITY);
    refuseWhenDiscarded();
    await output.commit();
    await free();
    const { size: sizeBytes } = await stat(path);
    return { frames, sizeBytes, sound: treatment };
  }

  /** A picture as FFmpeg can read it: where it lies if possible. */
  function toNative(picture: I420Frame): Frame {
    const native = findNativeOf(picture);
    if (native !== null && native.width === size.width && native.height === size.height) {
      return native;
    }
    copyFrame(picture, shared.picture);
    return shared.frame;
  }

  function refuseWhenDiscarded(): void {
    if (discarding !== null) {
      throw new AppError('cancelled', 'The video was discarded while it was being written.');
    }
  }

  return {
    async write(picture, { timestampUs, durationUs }) {
      const slot = frames % inFlight;
      frames += 1;
      await jobs[slot];
      refuseWhenDiscarded();
      const frame = natives[slot]!;
      // Should the encoder still hold it, this gives it memory of its own.
      check(frame.makeWritable(), 'get memory for a picture');
      check(frame.copy(toNative(picture)), 'take over a picture');
      frame.pts = fromMicroseconds(timestampUs, timeBase);
      frame.duration = fromMicroseconds(durationUs, timeBase);
      last = encode(last, frame);
      // A failure is met by the next call that waits for this slot, or by `finish`.
      last.catch(() => undefined);
      jobs[slot] = last;
    },
    finish() {
      finishing ??= finish();
      return finishing;
    },
    discard() {
      discarding ??= discard();
      return discarding;
    },
    busyMs: () => busyMs,
  };
}
