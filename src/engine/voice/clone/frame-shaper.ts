import { BAND_COUNT, measureEnergy, SPECTRUM_LENGTH } from '../changer/bands.ts';
import {
  applyFilter,
  createToneFilter,
  ToneDesigner,
  type ToneDetail,
} from '../changer/tone-filter.ts';
import { Fourier } from '../convert/fourier.ts';
import type { GrainShaper } from '../convert/voice-mapper.ts';
import { FRAME_HOP, type VoiceFrame, type VoiceFrames } from './voice-frames.ts';

const detail: ToneDetail = { whole: 30, end: 60, tail: 240 };
/** No band is made louder or softer by more than this. */
const limitDb = 20;
/**
 * How far each sound goes from our voice in the tone of the sample to the chosen frame itself: more is more alike and costs
 * words, because now and then a frame of another sound is chosen.
 */
const detailWeight = 0.3;
/** Frames on each side that chosen spectra are smoothed over, and our own. */
const chosenReach = 2;
const ownReach = 1;

/** Gives each grain of a voice of ours the tone that a sample has in the same sound; as loud as it was. */
export class FrameShaper implements GrainShaper {
  readonly length = SPECTRUM_LENGTH;
  readonly tail = detail.tail;
  readonly #spoken: VoiceFrames;
  readonly #sample: VoiceFrames;
  readonly #chosen: readonly (VoiceFrame | null)[];
  readonly #designer = new ToneDesigner(detail);
  readonly #filter = createToneFilter();
  readonly #fourier = new Fourier(SPECTRUM_LENGTH);
  readonly #real = new Float64Array(this.#fourier.bins);
  readonly #imaginary = new Float64Array(this.#fourier.bins);
  readonly #gains = new Float64Array(BAND_COUNT);
  readonly #wanted = new Float64Array(BAND_COUNT);
  readonly #own = new Float64Array(BAND_COUNT);

  /** `chosen` holds a frame of the sample for each that is spoken. */
  constructor(spoken: VoiceFrames, sample: VoiceFrames, chosen: readonly (VoiceFrame | null)[]) {
    this.#spoken = spoken;
    this.#sample = sample;
    this.#chosen = chosen;
  }

  shape(signal: Float64Array, isVoiced: boolean, position: number): void {
    const real = this.#real;
    const imaginary = this.#imaginary;
    this.#design(Math.floor(position / FRAME_HOP), isVoiced);
    this.#fourier.forward(signal, real, imaginary);
    const before = measureEnergy(real, imaginary);
    applyFilter(this.#filter, real, imaginary);
    const gain = Math.sqrt(before / (measureEnergy(real, imaginary) + 1e-12));
    for (let bin = 0; bin < real.length; bin += 1) {
      real[bin] = real[bin]! * gain;
      imaginary[bin] = imaginary[bin]! * gain;
    }
    this.#fourier.inverse(real, imaginary, signal);
  }

  #design(frame: number, isVoiced: boolean): void {
    const { frames, voiced, unvoiced } = this.#spoken;
    const own = isVoiced ? voiced : unvoiced;
    const sample = isVoiced ? this.#sample.voiced : this.#sample.unvoiced;
    const isKnown =
      average(this.#chosen, { frame, isVoiced, reach: chosenReach }, this.#wanted) &&
      average(frames, { frame, isVoiced, reach: ownReach }, this.#own);
    const weight = isKnown ? detailWeight : 0;
    for (let band = 0; band < BAND_COUNT; band += 1) {
      const usual = sample[band]! - own[band]!;
      const here = this.#wanted[band]! - this.#own[band]!;
      const gain = usual + weight * (here - usual);
      this.#gains[band] = Math.max(-limitDb, Math.min(limitDb, gain));
    }
    this.#designer.design(this.#gains, this.#filter);
  }
}

/** Writes the mean levels around a frame, the nearer ones counting more; false when there are none. */
function average(
  frames: readonly (VoiceFrame | null)[],
  {
    frame,
    isVoiced,
    reach,
  }: { readonly frame: number; readonly isVoiced: boolean; readonly reach: number },
  levels: Float64Array,
): boolean {
  levels.fill(0);
  let total = 0;
  for (let step = -reach; step <= reach; step += 1) {
    const near = frames[frame + step];
    if (near?.isVoiced === isVoiced) {
      const weight = reach + 1 - Math.abs(step);
      total += weight;
      for (let band = 0; band < BAND_COUNT; band += 1) {
        levels[band] = levels[band]! + (weight * (near.levels[band]! - levels[band]!)) / total;
      }
    }
  }
  return total > 0;
}
