import { AppError } from '../../../../base/errors.ts';
import { readAudio } from '../../../io/audio-reader.ts';
import { createSoundFile, type SoundFormat } from '../../file/sound-file.ts';
import { LoudnessMeter } from '../../loudness/loudness-meter.ts';
import { PeakLimiter } from '../../loudness/peak-limiter.ts';
import { RATE_HZ } from './frames.ts';
import { filePlan, type RvcSettings, type RvcVoice } from './rvc-voice.ts';

/** A recording that becomes one in a voice of RVC. */
export interface RvcFileConversion {
  /** Any file with sound in it. */
  readonly path: string;
  readonly outputPath: string;
  readonly format: SoundFormat;
  readonly settings?: RvcSettings | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Seconds that are done. */
  readonly onProgress?: ((seconds: number) => void) | undefined;
}

/** A recording in another voice. */
export interface RvcFileResult {
  readonly durationUs: number;
  readonly sampleRateHz: number;
  readonly loudnessLufs: number;
}

/** -1 dB: leaves room for what lies between samples. */
const ceiling = 0.89;

/**
 * Converts a recording of one speaker at the rate of the network, in memory that does not grow with it; the
 * result is as long, to the frame of 10 ms. Leaves nothing behind when it fails. Throws `unsupported_format`
 * when the file has no sound.
 */
export async function convertFile(
  voice: RvcVoice,
  { path, outputPath, format, settings, signal, onProgress }: RvcFileConversion,
): Promise<RvcFileResult> {
  const { rateHz: sampleRateHz } = voice;
  const stream = voice.openStream(filePlan, settings);
  const limiter = new PeakLimiter(sampleRateHz, ceiling);
  const meter = new LoudnessMeter(sampleRateHz);
  const output = await createSoundFile(outputPath, { format, sampleRateHz });
  let late = limiter.latency;
  let written = 0;
  const write = async (samples: Float32Array<ArrayBuffer>): Promise<void> => {
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
    for await (const { channels } of readAudio(path, {
      sampleRateHz: RATE_HZ,
      channels: 1,
      signal,
    })) {
      for (const block of await stream.push(channels[0] ?? new Float32Array())) {
        await write(block);
      }
    }
    for (const block of [...(await stream.flush()), new Float32Array(limiter.latency)]) {
      await write(block);
    }
    if (written === 0) {
      throw new AppError('unsupported_format', 'The file has no sound.');
    }
    await output.finish();
  } catch (error) {
    await output.discard().catch(() => undefined); // What failed is told, not that clearing up failed too.
    throw error;
  }
  return {
    durationUs: Math.round((written * 1e6) / sampleRateHz),
    sampleRateHz,
    loudnessLufs: meter.integrated(),
  };
}
