import { BAND_COUNT, measureEnergy, SPECTRUM_LENGTH } from '../changer/bands.ts';
import {
  applyFilter,
  createToneFilter,
  ToneDesigner,
  type ToneDetail,
  type ToneFilter,
} from '../changer/tone-filter.ts';
import type { VoiceEnvelopes } from '../changer/voice-target.ts';
import { Fourier } from '../convert/fourier.ts';
import type { GrainShaper } from '../convert/voice-mapper.ts';

const detail: ToneDetail = { whole: 30, end: 60, tail: 240 };
/** Limit of the gain per band. */
const limitDb = 20;

/**
 * Shapes each grain by the difference of a target's mean spectrum from a speaker's, voiced or unvoiced, at constant
 * energy.
 */
export class EnvelopeShaper implements GrainShaper {
  readonly length = SPECTRUM_LENGTH;
  readonly tail = detail.tail;
  readonly #voiced: ToneFilter;
  readonly #unvoiced: ToneFilter;
  readonly #fourier = new Fourier(SPECTRUM_LENGTH);
  readonly #real = new Float64Array(this.#fourier.bins);
  readonly #imaginary = new Float64Array(this.#fourier.bins);

  constructor(own: VoiceEnvelopes, target: VoiceEnvelopes) {
    this.#voiced = designFilter(own.voiced, target.voiced);
    this.#unvoiced = designFilter(own.unvoiced, target.unvoiced);
  }

  shape(signal: Float64Array, isVoiced: boolean): void {
    const real = this.#real;
    const imaginary = this.#imaginary;
    this.#fourier.forward(signal, real, imaginary);
    const before = measureEnergy(real, imaginary);
    applyFilter(isVoiced ? this.#voiced : this.#unvoiced, real, imaginary);
    const gain = Math.sqrt(before / (measureEnergy(real, imaginary) + 1e-12));
    for (let bin = 0; bin < real.length; bin += 1) {
      real[bin] = real[bin]! * gain;
      imaginary[bin] = imaginary[bin]! * gain;
    }
    this.#fourier.inverse(real, imaginary, signal);
  }
}

function designFilter(own: readonly number[], target: readonly number[]): ToneFilter {
  const gains = Float64Array.from({ length: BAND_COUNT }, (_, band) =>
    Math.max(-limitDb, Math.min(limitDb, target[band]! - own[band]!)),
  );
  const filter = createToneFilter();
  new ToneDesigner(detail).design(gains, filter);
  return filter;
}
