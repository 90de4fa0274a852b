import {
  AV_CODEC_FLAG_LOW_DELAY,
  AV_CODEC_ID_H264,
  AV_CODEC_ID_MJPEG,
  AV_CODEC_ID_VP8,
  AV_PIX_FMT_YUV420P,
  AV_PIX_FMT_YUVJ420P,
} from 'node-av/constants';
import { Codec, CodecContext, Frame, Packet } from 'node-av/lib';
import { AppError, invariant } from '../../../base/errors.ts';
import { type FrameCoding, MAX_SIDE } from '../../../contract/frame-link.ts';
import { check, isDrained, silenceLog } from '../../../engine/io/ffmpeg.ts';

type Coded = Exclude<FrameCoding, 'i420'>;

const codecIds = {
  h264: AV_CODEC_ID_H264,
  vp8: AV_CODEC_ID_VP8,
  jpeg: AV_CODEC_ID_MJPEG,
} as const satisfies Record<Coded, unknown>;

/** Converts luma from full range to limited range. */
const limitedLuma = Uint8Array.from(
  { length: 256 },
  (_, luma) => 16 + Math.round((luma * 219) / 255),
);
const limitedChroma = Uint8Array.from(
  { length: 256 },
  (_, chroma) => 128 + Math.round(((chroma - 128) * 224) / 255),
);

/**
 * Decodes the frames of one sender, each on arrival: one thread and no reordering, so that a frame does not
 * wait for the next. It takes 2 to 5 ms at 720p, less than a round trip to another thread under load, so it
 * runs in this one.
 */
export class FrameDecoder {
  #coding: Coded | null = null;
  #context: CodecContext | null = null;
  #packet: Packet | null = null;
  #frame: Frame | null = null;

  /**
   * Decodes a frame to I420 planes of limited range without padding; null while the decoder has no output.
   * Throws `bad_reply` for undecodable frames and for frames of another size than announced.
   */
  decode(
    coding: Coded,
    bytes: Uint8Array,
    size: { readonly width: number; readonly height: number },
  ): Uint8Array | null {
    if (coding !== this.#coding) {
      this.#open(coding);
    }
    const [context, packet, frame] = [this.#context, this.#packet, this.#frame];
    invariant(context !== null && packet !== null && frame !== null, 'the decoder is open');
    packet.data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    check(context.sendPacketSync(packet), 'decode a frame of the page', 'bad_reply');
    packet.unref();
    frame.unref();
    const result = context.receiveFrameSync(frame);
    if (isDrained(result)) {
      return null;
    }
    check(result, 'decode a frame of the page', 'bad_reply');
    const isFull = frame.format === AV_PIX_FMT_YUVJ420P;
    if (frame.width !== size.width || frame.height !== size.height) {
      throw new AppError('bad_reply', 'A coded frame has another size than was said.');
    }
    if (!isFull && frame.format !== AV_PIX_FMT_YUV420P) {
      throw new AppError('bad_reply', 'A coded frame is not in 8 bits and 4:2:0.');
    }
    const planes = frame.toBuffer();
    return isFull ? toLimited(planes, size.width * size.height) : planes;
  }

  close(): void {
    this.#coding = null;
    this.#context?.freeContext();
    this.#packet?.free();
    this.#frame?.free();
    this.#context = null;
    this.#packet = null;
    this.#frame = null;
  }

  #open(coding: Coded): void {
    this.close();
    silenceLog();
    const codec = Codec.findDecoder(codecIds[coding]);
    invariant(codec !== null, 'FFmpeg is built with its decoders of H.264, VP8 and JPEG');
    const context = new CodecContext();
    context.allocContext3(codec);
    context.threadCount = 1;
    context.setFlags(AV_CODEC_FLAG_LOW_DELAY);
    this.#context = context;
    check(context.setOption('max_pixels', MAX_SIDE * MAX_SIDE), 'limit a decoder');
    check(context.open2Sync(codec), 'open a decoder');
    this.#packet = new Packet();
    this.#packet.alloc();
    this.#frame = new Frame();
    this.#frame.alloc();
    this.#coding = coding;
  }
}

/** Converts in place. */
function toLimited(planes: Uint8Array, lumaBytes: number): Uint8Array {
  for (let at = 0; at < planes.byteLength; at += 1) {
    const table = at < lumaBytes ? limitedLuma : limitedChroma;
    planes[at] = table[planes[at] ?? 0] ?? 0;
  }
  return planes;
}
