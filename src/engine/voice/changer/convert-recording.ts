import { AppError } from '../../../base/errors.ts';
import { readAudio } from '../../io/audio-reader.ts';
import { createSoundFile, type SoundFormat } from '../file/sound-file.ts';
import { LoudnessMeter } from '../loudness/loudness-meter.ts';
import { PeakLimiter } from '../loudness/peak-limiter.ts';
import { openLearnedVoice } from './convert-speech.ts';
import { DEFAULT_STRENGTH } from './voice-changer.ts';
import { VOICE_RATE_HZ, type VoiceTarget } from './voice-target.ts';

/** A recording that becomes one in another voice. */
export interface RecordingConversion {
  /** Any file with sound in it. */
  readonly path: string;
  readonly target: VoiceTarget;
  readonly outputPath: string;
  readonly format: SoundFormat;
  /** See {@link DEFAULT_STRENGTH}. */
  readonly strength?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Seconds that are done. */
  readonly onProgress?: ((seconds: number) => void) | undefined;
}

/** A recording in another voice. */
export interface ConvertedRecording {
  readonly durationUs: number;
  readonly sampleRateHz: number;
  readonly loudnessLufs: number;
}

const sound = { sampleRateHz: VOICE_RATE_HZ, channels: 1 } as const;
/** The speaker is learned from so much of the beginning. */
const learnedSeconds = 30;
/** -1 dB: leaves room for what lies between samples. */
const ceiling = 0.89;

/**
 * Converts a recording of one speaker, in memory that does not grow with it; the result is as long. Leaves
 * nothing behind when it fails. Throws `unsupported_format` when the file has no sound.
 */
export async function convertRecording(job: RecordingConversion): Promise<ConvertedRecording> {
  const { path, target, outputPath, format, strength = DEFAULT_STRENGTH, signal } = job;
  const beginning = await readBeginning(path, { seconds: learnedSeconds, signal });
  const voice = openLearnedVoice(beginning, target, strength);
  const limiter = new PeakLimiter(VOICE_RATE_HZ, ceiling);
  const meter = new LoudnessMeter(VOICE_RATE_HZ);
  const output = await createSoundFile(outputPath, { format, sampleRateHz: VOICE_RATE_HZ });
  let late = voice.latency + limiter.latency;
  let written = 0;
  const write = async (samples: Float32Array): Promise<void> => {
    for (let index = 0; index < samples.length; index += 1) {
      samples[index] = voice.step(samples[index]!);
    }
    limiter.process(samples);
    const due = samples.subarray(Math.min(late, samples.length));
    late -= samples.length - due.length;
    meter.add(due);
    await output.write(due);
    written += due.length;
    job.onProgress?.(written / VOICE_RATE_HZ);
  };
  try {
    for await (const { channels } of readAudio(path, { ...sound, signal })) {
      await write(Float32Array.from(channels[0] ?? []));
    }
    await write(new Float32Array(voice.latency + limiter.latency));
    if (written === 0) {
      throw new AppError('unsupported_format', 'The file has no sound.');
    }
    await output.finish();
  } catch (error) {
    await output.discard().catch(() => undefined); // What failed is told, not that clearing up failed too.
    throw error;
  }
  return {
    durationUs: Math.round((written * 1e6) / VOICE_RATE_HZ),
    sampleRateHz: VOICE_RATE_HZ,
    loudnessLufs: meter.integrated(),
  };
}

/** The first `seconds` of the sound of a file, at the rate of voices. */
export async function readBeginning(
  path: string,
  { seconds, signal }: { readonly seconds: number; readonly signal?: AbortSignal | undefined },
): Promise<Float32Array> {
  const samples = new Float32Array(seconds * VOICE_RATE_HZ);
  let count = 0;
  for await (const { channels } of readAudio(path, { ...sound, signal })) {
    const block = (channels[0] ?? new Float32Array()).subarray(0, samples.length - count);
    samples.set(block, count);
    count += block.length;
    if (count === samples.length) {
      break;
    }
  }
  return samples.subarray(0, count);
}
