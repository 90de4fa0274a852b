import { AV_PIX_FMT_YUV420P, FF_ENCODER_LIBX264 } from 'node-av/constants';
import { Codec, CodecContext, Frame, Packet, Rational } from 'node-av/lib';
import { i420Bytes } from '../../src/contract/frame-link.ts';
import { silenceLog } from '../../src/engine/io/ffmpeg.ts';

/** Opens an encoder of grey frames like the page's: H.264 in Annex B, each frame separately and without delay. */
export function openGreyEncoder(size: { readonly width: number; readonly height: number }): {
  readonly encode: (luma: number) => Buffer;
  readonly close: () => void;
} {
  silenceLog();
  const codec = Codec.findEncoderByName(FF_ENCODER_LIBX264);
  const context = new CodecContext();
  context.allocContext3(codec);
  Object.assign(context, { ...size, pixelFormat: AV_PIX_FMT_YUV420P, threadCount: 1 });
  context.timeBase = new Rational(1, 30);
  context.setOption('preset', 'ultrafast');
  context.setOption('tune', 'zerolatency');
  const opened = context.open2Sync(codec);
  if (opened < 0) {
    throw new Error('x264 did not open.');
  }
  const planes = Buffer.alloc(i420Bytes(size), 128);
  const frame = new Frame();
  const packet = new Packet();
  frame.alloc();
  packet.alloc();
  Object.assign(frame, { ...size, format: AV_PIX_FMT_YUV420P });
  frame.fromBuffer(planes);
  let count = 0n;
  return {
    encode: (luma) => {
      planes.fill(luma, 0, size.width * size.height);
      frame.pts = count;
      count += 1n;
      context.sendFrameSync(frame);
      context.receivePacketSync(packet);
      const coded = Buffer.from(packet.data ?? []);
      packet.unref();
      return coded;
    },
    close: () => {
      frame.free();
      packet.free();
      context.freeContext();
    },
  };
}
