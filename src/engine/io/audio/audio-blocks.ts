import { AV_SAMPLE_FMT_FLTP, type AVSampleFormat } from 'node-av/constants';
import { avChannelLayoutDefault, Frame, SoftwareResampleContext, type Stream } from 'node-av/lib';
import { decodeFrames } from '../decoded-frames.ts';
import { check } from '../ffmpeg.ts';
import type { Input } from '../open-input.ts';

/** Block of decoded audio. Consecutive blocks have no gaps between them. */
export interface AudioBlock {
  /** Samples per channel, arrays of equal length, −1..1; the consumer owns the memory. */
  readonly channels: readonly Float32Array[];
  /** Time of the first sample, from the beginning of the file. */
  readonly timestampUs: number;
}

/** Sample rate and channel count that audio is converted to. */
export interface AudioForm {
  readonly sampleRateHz: number;
  readonly channels: number;
}

/** Differences between stated and counted time up to this are rounding, not gaps. */
const toleranceUs = 40_000;
/** Longer gaps come from damaged timestamps and are not filled. */
const maxGapUs = 600_000_000;
/** Maximum number of samples of a block of silence. */
const silenceSamples = 4096;

/**
 * Decodes a sound track and converts it to one sample rate and channel count. Gaps become silence and overlapping
 * frames are dropped, so the number of samples gives the time. Does not close the input.
 */
export async function* decodeAudio(
  input: Input,
  stream: Stream,
  form: AudioForm,
): AsyncGenerator<AudioBlock, void> {
  const frames = await decodeFrames(input, stream);
  const resampler = createResampler(form);
  const silenceOf = (length: number): Float32Array[] =>
    Array.from({ length: form.channels }, () => new Float32Array(length));
  let firstUs: number | null = null;
  let samples = 0;
  const nextUs = (): number => Math.round((firstUs ?? 0) + (samples * 1e6) / form.sampleRateHz);
  try {
    while (await frames.next()) {
      const statedUs = frames.timestampUs() ?? nextUs();
      firstUs ??= statedUs;
      const missingUs = statedUs - nextUs() - resampler.delayUs();
      if (missingUs < -toleranceUs) {
        continue;
      }
      const isPause = missingUs > toleranceUs && missingUs < maxGapUs;
      let missing = isPause ? Math.round((missingUs * form.sampleRateHz) / 1e6) : 0;
      while (missing > 0) {
        const length = Math.min(missing, silenceSamples);
        yield { channels: silenceOf(length), timestampUs: nextUs() };
        samples += length;
        missing -= length;
      }
      const channels = resampler.convert(frames.frame);
      if ((channels[0]?.length ?? 0) > 0) {
        yield { channels, timestampUs: nextUs() };
        samples += channels[0]?.length ?? 0;
      }
    }
    const rest = resampler.convert(null);
    if ((rest[0]?.length ?? 0) > 0) {
      yield { channels: rest, timestampUs: nextUs() };
    }
  } finally {
    frames.close();
    resampler.close();
  }
}

interface Resampler {
  /** Converts a frame; null flushes the samples that the resampler still holds. */
  convert(frame: Frame | null): readonly Float32Array[];
  /** Duration of the samples that the resampler holds. */
  delayUs(): number;
  close(): void;
}

function createResampler({ sampleRateHz, channels }: AudioForm): Resampler {
  let context: SoftwareResampleContext | null = null;
  let openedFor = '';
  const wanted = avChannelLayoutDefault(channels);
  const converted = new Frame();
  converted.alloc();

  function open(frame: Frame): SoftwareResampleContext {
    if (frame.channelLayout.mask === 0n) {
      // Some files state a channel count but no layout.
      frame.channelLayout = avChannelLayoutDefault(frame.channelLayout.nbChannels);
    }
    const { format, sampleRate, channelLayout } = frame;
    const key = [format, sampleRate, channelLayout.nbChannels, channelLayout.mask].join();
    if (context !== null && key === openedFor) {
      return context;
    }
    context?.free();
    context = new SoftwareResampleContext();
    openedFor = key;
    const set = context.allocSetOpts2(
      wanted,
      AV_SAMPLE_FMT_FLTP,
      sampleRateHz,
      channelLayout,
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- A frame of sound has a format of samples.
      format as AVSampleFormat,
      sampleRate,
    );
    check(set, 'set up the conversion of sound', 'unsupported_format');
    // Normalises the downmix: equal sound in two channels would otherwise double its amplitude.
    check(context.setOption('rematrix_maxval', 1), 'mix the sound');
    check(context.init(), 'convert the sound', 'unsupported_format');
    return context;
  }

  return {
    convert(frame) {
      const used = frame === null ? context : open(frame);
      if (used === null) {
        return [];
      }
      converted.unref();
      converted.format = AV_SAMPLE_FMT_FLTP;
      converted.sampleRate = sampleRateHz;
      converted.channelLayout = wanted;
      check(used.convertFrame(converted, frame), 'convert the sound', 'unsupported_format');
      return splitPlanes(converted, channels);
    },
    delayUs: () => Number(context?.getDelay(1_000_000n) ?? 0n),
    close() {
      converted.free();
      context?.free();
    },
  };
}

/** Copies the channels of a planar float frame into arrays of their own. */
function splitPlanes(frame: Frame, channels: number): Float32Array[] {
  const { nbSamples } = frame;
  if (nbSamples === 0) {
    return [];
  }
  const { buffer, byteOffset } = frame.toBuffer();
  return Array.from({ length: channels }, (_, channel) => {
    const start = byteOffset + channel * nbSamples * 4;
    return new Float32Array(buffer.slice(start, start + nbSamples * 4));
  });
}
