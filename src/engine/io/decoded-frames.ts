import { AVERROR_EOF, AVSEEK_FLAG_BACKWARD } from 'node-av/constants';
import { Frame, Packet, type Stream } from 'node-av/lib';
import { openDecoder, requireFrameMemory } from './decoder.ts';
import { fromMicroseconds, isDrained, toMicroseconds } from './ffmpeg.ts';
import { type Input, readOnly, readPacket } from './open-input.ts';

/** Decodes one track from its beginning to its end. */
export interface DecodedFrames {
  /** The frame that the last call of `next` decoded; the next call overwrites it. */
  readonly frame: Frame;
  /** Decodes one frame; false when there are no more. Damaged ones are left out. */
  next(): Promise<boolean>;
  /** When the frame begins, in microseconds from the beginning of the file; null when it is not said. */
  timestampUs(): number | null;
  /** Jumps to the key frame at or before a time. What cannot jump decodes from its beginning. */
  seek(timeUs: number): Promise<void>;
  /** Time spent in decoding, in milliseconds. */
  busyMs(): number;
  /** Frees everything but the input. No call of `next` may be under way. */
  close(): void;
}

/** A decoder that says nothing but "damaged" this often is given up. */
const maxFailures = 2000;

/** Starts to decode a track of an input that nothing else reads. */
export async function decodeFrames(input: Input, stream: Stream): Promise<DecodedFrames> {
  const decoder = await openDecoder(stream);
  const { timeBase, index } = stream;
  readOnly(input, stream);
  const frame = new Frame();
  const packet = new Packet();
  frame.alloc();
  packet.alloc();
  let isDraining = false;
  let failures = 0;
  let busyMs = 0;

  async function feed(): Promise<void> {
    if (isDraining) {
      return;
    }
    if (readPacket(input, index, packet)) {
      // A refused packet is damage, or a lack of memory; otherwise what counts is whether frames come out.
      const result = await decoder.sendPacket(packet);
      packet.unref();
      if (result < 0) {
        requireFrameMemory(decoder);
      }
    } else {
      isDraining = true;
      await decoder.sendPacket(null);
    }
  }

  /**
   * The next frame that is decoded. It was decoded while its packet was sent: fetching it here spares two of three ways
   * to another thread and back, on which a busy thread waits longest. At the end frames are decoded as they are fetched.
   */
  function receive(): number | Promise<number> {
    return isDraining ? decoder.receiveFrame(frame) : decoder.receiveFrameSync(frame);
  }

  return {
    frame,
    async next() {
      const startedAtMs = performance.now();
      try {
        while (failures < maxFailures) {
          frame.unref();
          const result = await receive();
          if (result >= 0) {
            return true;
          }
          if (result === AVERROR_EOF) {
            return false;
          }
          if (!isDrained(result) || isDraining) {
            requireFrameMemory(decoder);
            failures += 1;
          }
          await feed();
        }
        return false;
      } finally {
        busyMs += performance.now() - startedAtMs;
      }
    },
    timestampUs() {
      const timestampUs = toMicroseconds(frame.bestEffortTimestamp, timeBase);
      return timestampUs === null ? null : timestampUs - input.originUs;
    },
    async seek(timeUs) {
      const target = fromMicroseconds(timeUs + input.originUs, timeBase);
      await input.container.seekFrame(index, target, AVSEEK_FLAG_BACKWARD);
    },
    busyMs: () => busyMs,
    close() {
      frame.free();
      packet.free();
      decoder.freeContext();
    },
  };
}
