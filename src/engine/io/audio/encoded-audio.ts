import { AV_CODEC_FLAG_GLOBAL_HEADER, AV_SAMPLE_FMT_FLTP, FF_ENCODER_AAC } from 'node-av/constants';
import {
  avChannelLayoutDefault,
  Codec,
  CodecContext,
  Frame,
  Packet,
  Rational,
  type Stream,
} from 'node-av/lib';
import { InvariantError } from '../../../base/errors.ts';
import { type AudioForm, decodeAudio } from './audio-blocks.ts';
import { check } from '../ffmpeg.ts';
import type { Input } from '../open-input.ts';
import type { OutputFile } from '../output-file.ts';
import type { AddedSoundTrack } from './added-sound-track.ts';

/** Bit rate per channel at which most listeners cannot distinguish AAC from the source. */
const bitsPerChannel = 96_000;
const usualRates: readonly number[] = [16_000, 22_050, 24_000, 32_000, 44_100, 48_000];

/** Creates a track that transcodes sound to AAC. Closing it closes the input. */
export async function createEncodedAudio(
  {
    input,
    stream,
    endUs,
  }: { readonly input: Input; readonly stream: Stream; readonly endUs: number },
  output: OutputFile,
): Promise<AddedSoundTrack> {
  const form = chooseForm(stream);
  const encoder = await openAacEncoder(form);
  const target = output.addEncoded(encoder);
  const timeBase = { num: 1, den: form.sampleRateHz };
  const blocks = decodeAudio(input, stream, form);
  const framing = createFraming(form, encoder.frameSize || 1024);
  const packet = new Packet();
  packet.alloc();
  let writtenUs = Number.NEGATIVE_INFINITY;
  let isDone = false;

  async function encode(frame: Frame | null): Promise<void> {
    check(await encoder.sendFrame(frame), 'encode the sound');
    while (encoder.receivePacketSync(packet) >= 0) {
      output.write(packet, target, timeBase);
    }
  }

  async function encodeFrames(isLast: boolean): Promise<void> {
    for (let frame = framing.dequeue(isLast); frame !== null; frame = framing.dequeue(isLast)) {
      await encode(frame);
      frame.free();
    }
  }

  async function finish(): Promise<void> {
    isDone = true;
    await encodeFrames(true);
    await encode(null);
  }

  return {
    async writeUntil(timeUs) {
      while (!isDone && writtenUs <= timeUs) {
        const { value: block, done } = await blocks.next();
        if (done === true || block.timestampUs >= endUs) {
          await finish();
          return;
        }
        const length = block.channels[0]?.length ?? 0;
        const wanted = Math.ceil(((endUs - block.timestampUs) * form.sampleRateHz) / 1e6);
        framing.put(block, Math.min(length, wanted));
        await encodeFrames(false);
        writtenUs = block.timestampUs + (length * 1e6) / form.sampleRateHz;
      }
    },
    async close() {
      await blocks.return();
      packet.free();
      framing.clear();
      encoder.freeContext();
      input.close();
    },
  };
}

function chooseForm({ codecpar }: Stream): AudioForm {
  const { sampleRate, channels } = codecpar;
  return {
    sampleRateHz: usualRates.includes(sampleRate) ? sampleRate : 48_000,
    channels: channels === 1 || channels === 6 ? channels : 2,
  };
}

async function openAacEncoder({ sampleRateHz, channels }: AudioForm): Promise<CodecContext> {
  const codec = Codec.findEncoderByName(FF_ENCODER_AAC);
  if (codec === null) {
    throw new InvariantError('FFmpeg is built with its AAC encoder.');
  }
  const context = new CodecContext();
  context.allocContext3(codec);
  try {
    context.sampleRate = sampleRateHz;
    context.channelLayout = avChannelLayoutDefault(channels);
    context.sampleFormat = AV_SAMPLE_FMT_FLTP;
    context.timeBase = new Rational(1, sampleRateHz);
    context.bitRate = BigInt(bitsPerChannel * channels);
    context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
    check(await context.open2(codec), 'open the AAC encoder');
    return context;
  } catch (error) {
    context.freeContext();
    throw error;
  }
}

/** Splits blocks of any length into frames of the encoder's size. */
interface Framing {
  put(
    block: { readonly channels: readonly Float32Array[]; readonly timestampUs: number },
    length: number,
  ): void;
  /** Removes a frame, which the caller frees; null when there are too few samples. The last may be shorter. */
  dequeue(isLast: boolean): Frame | null;
  clear(): void;
}

function createFraming({ sampleRateHz, channels }: AudioForm, frameSamples: number): Framing {
  const channelLayout = avChannelLayoutDefault(channels);
  let held: Float32Array[] = Array.from({ length: channels }, () => new Float32Array(0));
  let pts: bigint | null = null;
  // A frame refers to this memory, so it stays alive until the next frame is created.
  let lent = new Float32Array(0);
  return {
    put(block, length) {
      pts ??= BigInt(Math.round((block.timestampUs * sampleRateHz) / 1e6));
      held = held.map((before, channel) => {
        const joined = new Float32Array(before.length + length);
        joined.set(before);
        joined.set(block.channels[channel]?.subarray(0, length) ?? [], before.length);
        return joined;
      });
    },
    dequeue(isLast) {
      const available = held[0]?.length ?? 0;
      const count = Math.min(available, frameSamples);
      if (count === 0 || (count < frameSamples && !isLast)) {
        return null;
      }
      const planar = new Float32Array(count * channels);
      lent = planar;
      held = held.map((samples, channel) => {
        planar.set(samples.subarray(0, count), channel * count);
        return samples.subarray(count);
      });
      const frame = Frame.fromAudioBuffer(Buffer.from(lent.buffer), {
        nbSamples: count,
        format: AV_SAMPLE_FMT_FLTP,
        sampleRate: sampleRateHz,
        channelLayout,
        timeBase: { num: 1, den: sampleRateHz },
        pts: pts ?? 0n,
      });
      pts = (pts ?? 0n) + BigInt(count);
      return frame;
    },
    clear() {
      held = held.map(() => new Float32Array(0));
    },
  };
}
