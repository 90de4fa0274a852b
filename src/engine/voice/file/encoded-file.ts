import { rm } from 'node:fs/promises';
import {
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_SAMPLE_FMT_FLT,
  AV_SAMPLE_FMT_FLTP,
  type AVSampleFormat,
  type FFEncoderCodec,
} from 'node-av/constants';
import {
  avChannelLayoutDefault,
  Codec,
  CodecContext,
  FormatContext,
  Frame,
  Packet,
  Rational,
  SoftwareResampleContext,
} from 'node-av/lib';
import { InvariantError } from '../../../base/errors.ts';
import { check, silenceLog } from '../../io/ffmpeg.ts';
import type { SoundFile } from './sound-file.ts';

interface Coding {
  readonly encoder: string;
  readonly container: string;
  readonly bitRate: number;
  /** Returns the encoding rate for a sample rate. */
  readonly toRate: (sampleRateHz: number) => number;
  readonly sampleFormat: AVSampleFormat;
}

const codings = {
  mp3: {
    encoder: 'libmp3lame',
    container: 'mp3',
    bitRate: 96_000,
    toRate: (sampleRateHz) => sampleRateHz,
    sampleFormat: AV_SAMPLE_FMT_FLTP,
  },
  opus: {
    encoder: 'libopus',
    container: 'ogg',
    bitRate: 48_000,
    toRate: (sampleRateHz) => (sampleRateHz <= 16_000 ? 16_000 : 24_000),
    sampleFormat: AV_SAMPLE_FMT_FLT,
  },
} as const satisfies Record<string, Coding>;

/** Creates a file that FFmpeg encodes while it is written. */
export async function createEncodedFile(
  path: string,
  format: keyof typeof codings,
  sampleRateHz: number,
): Promise<SoundFile> {
  silenceLog();
  const coding: Coding = codings[format];
  const rate = coding.toRate(sampleRateHz);
  const encoder = await openEncoder(coding, rate);
  const container = new FormatContext();
  check(container.allocOutputContext2(null, coding.container, `file:${path}`), 'prepare a file');
  const stream = container.newStream();
  stream.timeBase = new Rational(1, rate);
  check(stream.codecpar.fromContext(encoder), 'describe a track');
  check(container.openOutputSync(), `create ${path}`, 'storage_failed');
  check(container.writeHeaderSync(), 'begin the file', 'storage_failed');
  const resampler = rate === sampleRateHz ? null : openResampler(sampleRateHz, rate);
  const packet = new Packet();
  packet.alloc();
  const frameSamples = encoder.frameSize || 1024;
  let held = new Float32Array(0);
  let written = 0n;

  async function encode(frame: Frame | null): Promise<void> {
    check(await encoder.sendFrame(frame), 'encode the sound');
    while (encoder.receivePacketSync(packet) >= 0) {
      packet.streamIndex = stream.index;
      packet.rescaleTs({ num: 1, den: rate }, stream.timeBase);
      check(container.interleavedWriteFrameSync(packet), 'write to the file', 'storage_failed');
    }
  }

  async function encodeHeld(isLast: boolean): Promise<void> {
    const min = isLast ? 1 : frameSamples;
    while (held.length >= min) {
      const samples = held.slice(0, frameSamples);
      held = held.slice(frameSamples);
      const frame = toFrame(samples, rate, coding.sampleFormat);
      frame.pts = written;
      written += BigInt(samples.length);
      await encode(frame);
      frame.free();
    }
  }

  async function close(): Promise<void> {
    packet.free();
    resampler?.free();
    encoder.freeContext();
    await container.closeOutput();
    container.freeContext();
  }

  return {
    async write(samples) {
      const resampled =
        resampler === null ? samples : resample(resampler, samples, sampleRateHz, rate);
      held = join(held, resampled);
      await encodeHeld(false);
    },
    async finish() {
      if (resampler !== null) {
        held = join(held, resample(resampler, null, sampleRateHz, rate));
      }
      await encodeHeld(true);
      await encode(null);
      check(await container.writeTrailer(), 'complete the file', 'storage_failed');
      await close();
    },
    async discard() {
      await close();
      await rm(path, { force: true });
    },
  };
}

async function openEncoder(coding: Coding, rate: number): Promise<CodecContext> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names are those of FFmpeg
  const codec = Codec.findEncoderByName(coding.encoder as FFEncoderCodec);
  if (codec === null) {
    throw new InvariantError(`FFmpeg is built with ${coding.encoder}.`);
  }
  const context = new CodecContext();
  context.allocContext3(codec);
  try {
    context.sampleRate = rate;
    context.channelLayout = avChannelLayoutDefault(1);
    context.sampleFormat = coding.sampleFormat;
    context.timeBase = new Rational(1, rate);
    context.bitRate = BigInt(coding.bitRate);
    context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
    check(await context.open2(codec), `open ${coding.encoder}`);
    return context;
  } catch (error) {
    context.freeContext();
    throw error;
  }
}

function openResampler(fromRate: number, toRate: number): SoftwareResampleContext {
  const context = new SoftwareResampleContext();
  const mono = avChannelLayoutDefault(1);
  check(
    context.allocSetOpts2(mono, AV_SAMPLE_FMT_FLTP, toRate, mono, AV_SAMPLE_FMT_FLTP, fromRate),
    'set up the conversion of sound',
  );
  check(context.init(), 'convert the sound');
  return context;
}

/** Resamples; null flushes the resampler. */
function resample(
  resampler: SoftwareResampleContext,
  samples: Float32Array | null,
  fromRate: number,
  toRate: number,
): Float32Array {
  const converted = new Frame();
  converted.alloc();
  const source = samples === null ? null : toFrame(samples, fromRate, AV_SAMPLE_FMT_FLTP);
  try {
    converted.format = AV_SAMPLE_FMT_FLTP;
    converted.sampleRate = toRate;
    converted.channelLayout = avChannelLayoutDefault(1);
    check(resampler.convertFrame(converted, source), 'convert the sound');
    const [plane] = converted.data ?? [];
    const count = converted.nbSamples;
    const bytes = Uint8Array.from(plane?.subarray(0, count * 4) ?? []);
    return new Float32Array(bytes.buffer, 0, bytes.length / 4);
  } finally {
    converted.free();
    source?.free();
  }
}

/** Wraps samples in a frame that shares their memory. */
function toFrame(samples: Float32Array, rate: number, format: Coding['sampleFormat']): Frame {
  const { buffer, byteOffset, byteLength } = samples;
  return Frame.fromAudioBuffer(Buffer.from(buffer, byteOffset, byteLength), {
    nbSamples: samples.length,
    format,
    sampleRate: rate,
    channelLayout: avChannelLayoutDefault(1),
    timeBase: { num: 1, den: rate },
  });
}

function join(head: Float32Array, tail: Float32Array): Float32Array<ArrayBuffer> {
  const joined = new Float32Array(head.length + tail.length);
  joined.set(head);
  joined.set(tail, head.length);
  return joined;
}
