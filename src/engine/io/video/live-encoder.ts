import {
  AV_PICTURE_TYPE_I,
  AV_PICTURE_TYPE_NONE,
  AV_PIX_FMT_YUV420P,
  AVCOL_RANGE_MPEG,
  FF_ENCODER_LIBX264,
} from 'node-av/constants';
import { Codec, CodecContext, Packet, Rational } from 'node-av/lib';
import { InvariantError } from '../../../base/errors.ts';
import { toTags } from './colours.ts';
import { check, isDrained, silenceLog } from '../ffmpeg.ts';
import { createSharedFrame, type NativeFrame } from './native-pixels.ts';
import type { Size } from './output-size.ts';

/** H.264 encoder without delay: each frame comes out at once, as Annex B with SPS and PPS at key frames. */
export class LiveEncoder {
  readonly #context: CodecContext;
  readonly #input: NativeFrame;
  readonly #bytes: Uint8Array;
  readonly #packet = new Packet();
  #count = 0n;

  private constructor(context: CodecContext, size: Size) {
    this.#context = context;
    this.#input = createSharedFrame(size);
    const { planes } = this.#input;
    const length = (size.width * size.height * 3) / 2;
    this.#bytes = new Uint8Array(planes.y.buffer, planes.y.byteOffset, length);
    this.#packet.alloc();
  }

  /** Opens an encoder for frames of an even size; the caller frees it. */
  static async open(size: Size, framesPerSecond: number): Promise<LiveEncoder> {
    silenceLog();
    const codec = Codec.findEncoderByName(FF_ENCODER_LIBX264);
    if (codec === null) {
      throw new InvariantError('FFmpeg is built with x264.');
    }
    const tags = toTags('bt601'); // Live frames use BT.601 at every size.
    const context = new CodecContext();
    context.allocContext3(codec);
    try {
      context.width = size.width;
      context.height = size.height;
      context.pixelFormat = AV_PIX_FMT_YUV420P;
      context.timeBase = new Rational(1, framesPerSecond);
      context.framerate = new Rational(framesPerSecond, 1);
      context.gopSize = framesPerSecond;
      context.colorRange = AVCOL_RANGE_MPEG;
      context.colorSpace = tags.space;
      context.colorPrimaries = tags.primaries;
      context.colorTrc = tags.transfer;
      for (const [name, value] of [
        ['preset', 'superfast'],
        ['tune', 'zerolatency'],
        ['crf', '20'],
      ] as const) {
        check(context.setOption(name, value), `set ${name} of x264`);
      }
      check(await context.open2(codec), 'open the H.264 encoder');
      return new LiveEncoder(context, size);
    } catch (error) {
      context.freeContext();
      throw error;
    }
  }

  /** Encodes an I420 frame without padding, copied at the call; calls must not overlap. */
  async encode(frame: Uint8Array, isKey: boolean): Promise<Buffer> {
    this.#bytes.set(frame);
    const native = this.#input.frame;
    native.pts = this.#count;
    native.pictType = isKey ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE;
    this.#count += 1n;
    check(await this.#context.sendFrame(native), 'encode a live frame');
    const parts: Buffer[] = [];
    for (;;) {
      const result = this.#context.receivePacketSync(this.#packet);
      if (isDrained(result)) {
        return Buffer.concat(parts);
      }
      check(result, 'encode a live frame');
      parts.push(Buffer.from(this.#packet.data ?? Buffer.alloc(0)));
      this.#packet.unref();
    }
  }

  free(): void {
    this.#input.free();
    this.#packet.free();
    this.#context.freeContext();
  }
}
