import { BAND_COUNT } from './bands.ts';
import { classify, measureShape, SPECTRAL_SHAPE_SIZE, soundClasses } from './sound-classes.ts';

/** Weight of the prior from speech in general, in grains. */
const priorGrains = 60;
const priorClassGrains = 40;

/** Running mean spectra of a speaker. They start as those of speech in general, so that the tone never jumps. */
export class ToneProfile {
  /** Mean levels in dB per band. */
  readonly voiced = Float64Array.from(soundClasses.voiced);
  readonly unvoiced = Float64Array.from(soundClasses.unvoiced);
  /** Class posteriors of the latest voiced grain. */
  readonly weights = new Float64Array(soundClasses.count);
  readonly #shape = new Float64Array(SPECTRAL_SHAPE_SIZE);
  readonly #classMeans = soundClasses.offsets.map(() => new Float64Array(BAND_COUNT));
  readonly #classGrains = new Float64Array(soundClasses.count);
  readonly #memory: number;
  #voicedGrains = priorGrains;
  #unvoicedGrains = priorGrains;

  /** `memory` is the maximum weight in grains, so that old grains fade. */
  constructor(memory: number) {
    this.#memory = memory;
  }

  /** Writes the class posteriors of a voiced grain into `weights`. */
  classify(levels: Float64Array): void {
    measureShape(levels, this.voiced, this.#shape);
    classify(this.#shape, this.weights);
  }

  /** Adds a voiced grain that was classified. */
  addVoiced(levels: Float64Array): void {
    this.#voicedGrains = Math.min(this.#memory, this.#voicedGrains + 1);
    moveTowards(this.voiced, levels, 1 / this.#voicedGrains);
    for (let index = 0; index < this.weights.length; index += 1) {
      const weight = this.weights[index]!;
      if (weight > 0.01) {
        const grains = Math.min(this.#memory, this.#classGrains[index]! + weight);
        this.#classGrains[index] = grains;
        moveTowards(this.#classMeans[index]!, levels, weight / grains);
      }
    }
  }

  addUnvoiced(levels: Float64Array): void {
    this.#unvoicedGrains = Math.min(this.#memory, this.#unvoicedGrains + 1);
    moveTowards(this.unvoiced, levels, 1 / this.#unvoicedGrains);
  }

  /** Computes the difference of a class from all voiced sounds, in dB per band. */
  readOffset(index: number, offset: Float64Array): void {
    const grains = this.#classGrains[index]!;
    const mean = this.#classMeans[index]!;
    const usual = soundClasses.offsets[index]!;
    const trust = grains / (grains + priorClassGrains);
    for (let band = 0; band < BAND_COUNT; band += 1) {
      offset[band] = trust * (mean[band]! - this.voiced[band]!) + (1 - trust) * usual[band]!;
    }
  }
}

function moveTowards(mean: Float64Array, levels: Float64Array, step: number): void {
  for (let band = 0; band < BAND_COUNT; band += 1) {
    mean[band] = mean[band]! + step * (levels[band]! - mean[band]!);
  }
}
