import { AVERROR_EOF, AVSEEK_FLAG_BACKWARD } from 'node-av/constants';
import { Frame, Packet, type Stream } from 'node-av/lib';
import { openDecoder, requireFrameMemory } from './decoder.ts';
import { fromMicroseconds, isDrained, toMicroseconds } from './ffmpeg.ts';
import { type Input, readOnly, readPacket } from './open-input.ts';

/** Decodes one track from its beginning to its end. */
export interface DecodedFrames {
  /** The frame that the last call of `next` decoded; the next call overwrites it. */
  readonly frame: Frame;
  /** Decodes one frame; false at the end. Skips damaged frames. */
  next(): Promise<boolean>;
  /** Presentation time of the frame, from the beginning of the file; null when the file states none. */
  timestampUs(): number | null;
  /** Seeks to the key frame at or before a time. Files that cannot seek are decoded from their beginning. */
  seek(timeUs: number): Promise<void>;
  /** Total time spent in decoding. */
  busyMs(): number;
  /** Frees the decoder and its buffers, not the input. No call of `next` may be pending. */
  close(): void;
}

/** Number of decoding errors after which the track ends. */
const maxFailures = 2000;

/** Opens the decoder of a track. Nothing else may read the input meanwhile. */
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
      // A rejected packet is damaged, or memory ran out. Damage is counted only when no frame comes out.
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
   * Receives the next frame. Sending a packet already decodes it, so a synchronous call spares two of three round trips
   * to another thread, which take longest when this thread is busy. While draining, receiving decodes and is
   * asynchronous.
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
