import { AVERROR_EOF, AVMEDIA_TYPE_VIDEO } from 'node-av/constants';
import {
  CodecContext,
  Codec,
  type CodecParameters,
  FormatContext,
  Frame,
  Packet,
} from 'node-av/lib';
import { openH264Encoder } from '../../src/engine/io/video/h264-encoder.ts';

/**
 * Decodes and encodes a video with FFmpeg in the simplest loop: no copy, no conversion, no audio sync, and no access to
 * frames. Returns the number of frames.
 */
export async function transcodeBare(input: string, output: string | null): Promise<number> {
  const source = new FormatContext();
  source.allocContext();
  ok(await source.openInput(input));
  ok(await source.findStreamInfo());
  const video = source.streams.find(({ codecpar }) => codecpar.codecType === AVMEDIA_TYPE_VIDEO)!;
  const decoder = await openDecoder(video.codecpar);
  const packet = new Packet();
  const coded = new Packet();
  const frame = new Frame();
  packet.alloc();
  coded.alloc();
  frame.alloc();
  const sink = output === null ? null : await openSink();
  let frames = 0;

  async function openSink(): Promise<{ container: FormatContext; encoder: CodecContext }> {
    const { width, height } = video.codecpar;
    const encoder = await openH264Encoder({
      size: { width, height },
      frameRate: video.avgFrameRate,
      timeBase: video.timeBase,
      colour: { matrix: 'bt709', isFullRange: false },
      quality: { crf: 20 },
      preset: 'veryfast',
    });
    const container = new FormatContext();
    ok(container.allocOutputContext2(null, 'mp4', output));
    const stream = container.newStream();
    stream.timeBase = encoder.timeBase;
    ok(stream.codecpar.fromContext(encoder));
    ok(container.openOutputSync());
    ok(container.writeHeaderSync());
    return { container, encoder };
  }

  async function encode(picture: Frame | null): Promise<void> {
    if (sink === null) {
      return;
    }
    ok(await sink.encoder.sendFrame(picture));
    while ((await sink.encoder.receivePacket(coded)) >= 0) {
      coded.streamIndex = 0;
      coded.rescaleTs(video.timeBase, sink.container.streams[0]!.timeBase);
      ok(sink.container.interleavedWriteFrameSync(coded));
    }
  }

  async function takeFrames(): Promise<void> {
    while ((await decoder.receiveFrame(frame)) >= 0) {
      frames += 1;
      await encode(frame);
      frame.unref();
    }
  }

  while (source.readFrameSync(packet) !== AVERROR_EOF) {
    if (packet.streamIndex === video.index) {
      await decoder.sendPacket(packet);
      await takeFrames();
    }
    packet.unref();
  }
  await decoder.sendPacket(null);
  await takeFrames();
  await encode(null);
  if (sink !== null) {
    ok(sink.container.writeTrailerSync());
    sink.encoder.freeContext();
    sink.container.closeOutputSync();
    sink.container.freeContext();
  }
  decoder.freeContext();
  source.closeInputSync();
  return frames;
}

async function openDecoder(parameters: CodecParameters): Promise<CodecContext> {
  const codec = Codec.findDecoder(parameters.codecId)!;
  const decoder = new CodecContext();
  decoder.allocContext3(codec);
  ok(decoder.parametersToContext(parameters));
  decoder.threadCount = 2;
  ok(await decoder.open2(codec));
  return decoder;
}

function ok(result: number): void {
  if (result < 0) {
    throw new Error(`FFmpeg refused (${result}).`);
  }
}
