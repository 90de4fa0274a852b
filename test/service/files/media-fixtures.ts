import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AV_CHANNEL_LAYOUT_MONO,
  AV_LOG_QUIET,
  AV_PIX_FMT_YUV420P,
  AV_SAMPLE_FMT_FLT,
  AV_SAMPLE_FMT_FLTP,
  AV_SAMPLE_FMT_S16,
  Encoder,
  FF_ENCODER_AAC,
  FF_ENCODER_FLAC,
  FF_ENCODER_LIBMP3LAME,
  FF_ENCODER_LIBOPUS,
  FF_ENCODER_LIBVPX_VP8,
  FF_ENCODER_LIBVPX_VP9,
  FF_ENCODER_LIBX264,
  Frame,
  Log,
  Muxer,
} from 'node-av';

const videoEncoders = {
  h264: FF_ENCODER_LIBX264,
  vp8: FF_ENCODER_LIBVPX_VP8,
  vp9: FF_ENCODER_LIBVPX_VP9,
} as const;
const audioEncoders = {
  aac: { name: FF_ENCODER_AAC, format: AV_SAMPLE_FMT_FLTP, frame: 1024 },
  mp3: { name: FF_ENCODER_LIBMP3LAME, format: AV_SAMPLE_FMT_FLTP, frame: 1152 },
  opus: { name: FF_ENCODER_LIBOPUS, format: AV_SAMPLE_FMT_FLT, frame: 960 },
  flac: { name: FF_ENCODER_FLAC, format: AV_SAMPLE_FMT_S16, frame: 4096 },
} as const;

export interface MediaOptions {
  /** File name; its extension selects the container unless `container` is given. */
  readonly ext: string;
  readonly container?: string;
  readonly video?: keyof typeof videoEncoders;
  readonly audio?: keyof typeof audioEncoders;
  /** Adds a second audio track. */
  readonly secondAudio?: keyof typeof audioEncoders;
  readonly seconds?: number;
  /** 25 when absent. */
  readonly framesPerSecond?: number;
  readonly size?: readonly [number, number];
  readonly movflags?: string;
}

Log.setLevel(AV_LOG_QUIET);

const sampleRate = 48_000;

/** Encodes a moving pattern and a 440 Hz tone. */
export async function makeMedia(options: MediaOptions): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'guise-media-'));
  const path = join(folder, `sample.${options.ext}`);
  try {
    const muxer = await Muxer.open(path, {
      ...(options.container === undefined ? {} : { format: options.container }),
      ...(options.movflags === undefined ? {} : { options: { movflags: options.movflags } }),
    });
    const video = options.video === undefined ? null : await openVideo(muxer, options);
    const audio = options.audio === undefined ? null : await openAudio(muxer, options.audio);
    const second =
      options.secondAudio === undefined ? null : await openAudio(muxer, options.secondAudio);
    const seconds = options.seconds ?? 1;
    for (let at = 0; at < seconds; at += 1) {
      await video?.write(at);
      await audio?.write(at);
      await second?.write(at);
    }
    await video?.finish();
    await audio?.finish();
    await second?.finish();
    await muxer.close();
    return await readFile(path);
  } finally {
    await rm(folder, { recursive: true });
  }
}

interface Writer {
  write(second: number): Promise<void>;
  finish(): Promise<void>;
}

async function openVideo(muxer: Muxer, options: MediaOptions): Promise<Writer> {
  const [width, height] = options.size ?? [96, 64];
  const { framesPerSecond = 25 } = options;
  const encoder = await Encoder.create(videoEncoders[options.video ?? 'h264'], {
    gopSize: 12,
  });
  const index = muxer.addStream(encoder);
  return {
    async write(second) {
      for (let step = 0; step < framesPerSecond; step += 1) {
        const at = second * framesPerSecond + step;
        const pixels = Buffer.alloc((width * height * 3) / 2, 128);
        for (let pixel = 0; pixel < width * height; pixel += 1) {
          pixels[pixel] = (pixel + at * 3) % 256;
        }
        const frame = Frame.fromVideoBuffer(pixels, {
          width,
          height,
          format: AV_PIX_FMT_YUV420P,
          timeBase: { num: 1, den: framesPerSecond },
          pts: BigInt(at),
        });
        await writeAll(muxer, encoder, index, frame);
        frame.free();
      }
    },
    finish: () => writeAll(muxer, encoder, index, null),
  };
}

async function openAudio(muxer: Muxer, codec: keyof typeof audioEncoders): Promise<Writer> {
  const { name, format, frame: frameSize } = audioEncoders[codec];
  const encoder = await Encoder.create(name);
  const index = muxer.addStream(encoder);
  let written = 0;
  return {
    async write(second) {
      for (; written < (second + 1) * sampleRate; written += frameSize) {
        const samples = tone(written, frameSize);
        const bytes =
          format === AV_SAMPLE_FMT_S16
            ? Int16Array.from(samples, (value) => value * 32_767)
            : Float32Array.from(samples);
        const frame = Frame.fromAudioBuffer(Buffer.from(bytes.buffer), {
          nbSamples: frameSize,
          format,
          sampleRate,
          channelLayout: AV_CHANNEL_LAYOUT_MONO,
          timeBase: { num: 1, den: sampleRate },
          pts: BigInt(written),
        });
        await writeAll(muxer, encoder, index, frame);
        frame.free();
      }
    },
    finish: () => writeAll(muxer, encoder, index, null),
  };
}

async function writeAll(
  muxer: Muxer,
  encoder: Encoder,
  index: number,
  frame: Frame | null,
): Promise<void> {
  for (const packet of await encoder.encodeAll(frame)) {
    await muxer.writePacket(packet, index);
    packet.free();
  }
}

function tone(from: number, count: number): number[] {
  return Array.from(
    { length: count },
    (_, index) => 0.3 * Math.sin((2 * Math.PI * 440 * (from + index)) / sampleRate),
  );
}

/** A mono 16-bit WAV of a tone. */
export function makeWav(seconds: number, rate = 16_000): Buffer {
  const count = Math.round(seconds * rate);
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(36 + count * 2, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(count * 2, 40);
  const samples = Int16Array.from({ length: count }, (_, index) =>
    Math.round(9000 * Math.sin((2 * Math.PI * 440 * index) / rate)),
  );
  return Buffer.concat([header, Buffer.from(samples.buffer)]);
}
