import { AppError } from '../../../base/errors.ts';
import { faultDetails } from '../../../base/faults.ts';
import { LoudnessMeter } from '../loudness/loudness-meter.ts';
import { PeakLimiter } from '../loudness/peak-limiter.ts';
import type { SoundFormat } from './sound-file.ts';
import { createSoundFile } from './create-sound-file.ts';

/** Output file of a conversion, with abort and progress. */
export interface VoiceOutput {
  readonly outputPath: string;
  readonly format: SoundFormat;
  readonly signal?: AbortSignal | undefined;
  /** Called with the seconds done. */
  readonly onProgress?: ((seconds: number) => void) | undefined;
}

/** Output file of a voice with its sample rate. */
export interface VoiceFile extends VoiceOutput {
  readonly sampleRateHz: number;
  /** Number of samples at the beginning that are dropped: the latency of the conversion. */
  readonly latency?: number | undefined;
}

/** Facts of a converted recording. */
export interface ConvertedRecording {
  readonly durationUs: number;
  readonly sampleRateHz: number;
  readonly loudnessLufs: number;
}

/** -1 dB: headroom for inter-sample peaks. */
const ceiling = 0.89;

/**
 * Writes a voice as it arrives, in bounded memory, with limited peaks; samples are changed in place. Leaves no file on
 * failure. Throws `unsupported_format` without audio.
 */
export async function writeVoice(
  voice: AsyncIterable<Float32Array>,
  file: VoiceFile,
): Promise<ConvertedRecording> {
  const { outputPath, format, sampleRateHz, latency = 0, signal, onProgress } = file;
  const limiter = new PeakLimiter(sampleRateHz, ceiling);
  const meter = new LoudnessMeter(sampleRateHz);
  const output = await createSoundFile(outputPath, { format, sampleRateHz });
  let late = latency + limiter.latency;
  let written = 0;
  const write = async (samples: Float32Array): Promise<void> => {
    signal?.throwIfAborted();
    limiter.process(samples);
    const due = samples.subarray(Math.min(late, samples.length));
    late -= samples.length - due.length;
    meter.add(due);
    await output.write(due);
    written += due.length;
    onProgress?.(written / sampleRateHz);
  };
  try {
    for await (const samples of voice) {
      await write(samples);
    }
    await write(new Float32Array(limiter.latency));
    if (written === 0) {
      throw new AppError('unsupported_format', 'The file has no sound.', {
        details: faultDetails('no_sound'),
      });
    }
    await output.finish();
  } catch (error) {
    await output.discard().catch(() => undefined); // The first error is thrown, not that of the clean-up.
    throw error;
  }
  return {
    durationUs: Math.round((written * 1e6) / sampleRateHz),
    sampleRateHz,
    loudnessLufs: meter.integrated(),
  };
}
