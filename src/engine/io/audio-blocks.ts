import { AV_SAMPLE_FMT_FLTP, type AVSampleFormat } from 'node-av/constants';
import { avChannelLayoutDefault, Frame, SoftwareResampleContext, type Stream } from 'node-av/lib';
import { decodeFrames } from './decoded-frames.ts';
import { check } from './ffmpeg.ts';
import type { Input } from './open-input.ts';

/** A stretch of sound. Blocks follow each other without gaps. */
export interface AudioBlock {
  /** One array per channel, of equal length, -1..1, in memory of its own. */
  readonly channels: readonly Float32Array[];
  /** When the first sample is heard, from the beginning of the file. */
  readonly timestampUs: number;
}

/** The form that sound is wanted in. */
export interface AudioForm {
  readonly sampleRateHz: number;
  readonly channels: number;
}

/** Differences between the stated and the counted time that are rounding and not a gap. */
const toleranceUs = 40_000;
/** A longer gap is damage of a timestamp, not a pause; nothing is filled in. */
const maxGapUs = 600_000_000;
/** Silence is filled in blocks of at most this many samples. */
const silenceSamples = 4096;

/**
 * Decodes a sound track in one form. Gaps are filled with silence, sound that overlaps is left out, so that
 * counting samples is telling the time. Does not close the input.
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
  /** Converts a frame; null gives what is still inside. */
  convert(frame: Frame | null): readonly Float32Array[];
  /** Sound that was put in and has not come out. */
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
      // Some files count channels without saying which they are.
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
    // Channels that are mixed share what there is, as two times the same sound would be too loud.
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

/** Copies the channels of a frame into memory of ours. */
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
