import type { PoolTensor } from '../../../models/pool/messages.ts';
import type { SessionPool } from '../../../models/pool/session-pool.ts';
import { type FastestOptions, openOnFastest } from '../../../packs/run/open-on-fastest.ts';
import { toFloats } from '../../../packs/run/tensors.ts';
import { MEL_BANDS, PITCH_BINS } from '../../../packs/recognise/voices/estimator-signature.ts';
import type { RvcFiles } from '../../../packs/voice-files/rvc-files.ts';
import { floats } from '../speech-session.ts';
import { FRAME, TRIED_FRAMES } from './frames.ts';
import { toMelSpectrum } from './mel-spectrum.ts';
import { builtInPitchEstimator, type PitchEstimator } from './pitch-estimator.ts';
import { decodeSalience } from './salience.ts';

/** RMVPE halves the time axis five times. */
const MEL_STEP = 32;

/** Opens a pitch estimator: RMVPE where available, otherwise the built-in tracker. */
export async function openPitchEstimator(
  pool: SessionPool,
  { estimator }: RvcFiles,
  options: FastestOptions,
): Promise<PitchEstimator> {
  if (estimator === null) {
    return builtInPitchEstimator;
  }
  const { ports, name, path } = estimator;
  const source = { name, path, threads: options.threads, outputs: [ports.output] };
  if (ports.inputKind === 'sound') {
    const feed = (window: Float32Array<ArrayBuffer>): Record<string, PoolTensor> => ({
      [ports.input]: floats(window, [1, window.length]),
      [ports.threshold]: floats(Float32Array.of(0.3), [1]),
    });
    const tried = (): Record<string, PoolTensor> => feed(new Float32Array(TRIED_FRAMES * FRAME));
    const { session } = await openOnFastest(pool, source, tried, options);
    return {
      async estimate(window) {
        const frames = window.length / FRAME;
        const tensor = (await session.run(feed(Float32Array.from(window))))[ports.output];
        const count = tensor?.values.length ?? 0;
        return fitPitch(toFloats(tensor, count, name), frames);
      },
    };
  }
  const feed = (mel: Float32Array, frames: number): Record<string, PoolTensor> => {
    // Pads with zeros to a multiple of `MEL_STEP`.
    const padded = Math.ceil(frames / MEL_STEP) * MEL_STEP;
    const values = new Float32Array(MEL_BANDS * padded);
    for (let band = 0; band < MEL_BANDS; band += 1) {
      values.set(mel.subarray(band * frames, (band + 1) * frames), band * padded);
    }
    return { [ports.input]: floats(values, [1, MEL_BANDS, padded]) };
  };
  const tried = (): Record<string, PoolTensor> =>
    feed(new Float32Array(MEL_BANDS * TRIED_FRAMES), TRIED_FRAMES);
  const { session } = await openOnFastest(pool, source, tried, options);
  return {
    async estimate(window) {
      const frames = Math.floor(window.length / FRAME);
      const tensor = (await session.run(feed(toMelSpectrum(window), frames)))[ports.output];
      const padded = Math.ceil(frames / MEL_STEP) * MEL_STEP;
      return decodeSalience(toFloats(tensor, padded * PITCH_BINS, name), frames);
    },
  };
}

/** Fits pitches to a number of frames: an estimator may return another number. */
function fitPitch(pitch: Float32Array, frames: number): Float32Array<ArrayBuffer> {
  return Float32Array.from({ length: frames }, (_, frame) => {
    const hertz = pitch[Math.min(pitch.length - 1, frame)] ?? 0;
    return Number.isFinite(hertz) && hertz > 0 ? hertz : 0;
  });
}
