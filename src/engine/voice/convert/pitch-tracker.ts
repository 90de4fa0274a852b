import type { SampleRing } from './sample-ring.ts';

/** Voices are looked for between these. */
const lowestHz = 70;
const highestHz = 420;
const windowMs = 20;

/** Sound that began to be voiced stays so down to the second of these correlations. */
const enterStrength = 0.55;
const leaveStrength = 0.42;
/** What an octave of difference to the hop before costs. */
const jumpCost = 0.12;
/** Of two periods that fit as well, the shorter is right: cost per second of period. */
const lengthCost = 9.6;
/** Below these, a hop is silence: as a share of the loudest, and at all. */
const quietShare = 0.02;
const quietLevel = 3e-4;

/** Measures of a voice in samples. */
export interface PitchGrid {
  readonly sampleRateHz: number;
  /** Distance between two measurements: 5 ms. */
  readonly hop: number;
  readonly shortestPeriod: number;
  readonly longestPeriod: number;
  /** Samples after the place of a measurement that it needs. */
  readonly lookAhead: number;
}

/** The grid of a sample rate. */
export function toPitchGrid(sampleRateHz: number): PitchGrid {
  const longestPeriod = Math.ceil(sampleRateHz / lowestHz);
  const window = toWindow(sampleRateHz);
  return {
    sampleRateHz,
    hop: Math.round(sampleRateHz / 200),
    shortestPeriod: Math.floor(sampleRateHz / highestHz),
    longestPeriod,
    lookAhead: Math.ceil((window + longestPeriod) / 2) + 6,
  };
}

function toWindow(sampleRateHz: number): number {
  return 2 * Math.round((sampleRateHz * windowMs) / 2000);
}

/** What one measurement found. The object is used again. */
export interface PitchMeasurement {
  /** Period in samples; 0 where there is no voice. */
  period: number;
  /** How alike two periods are, -1..1. */
  strength: number;
  /** Level of the surroundings. */
  rms: number;
}

/**
 * Follows the pitch of a voice by normalised cross-correlation of two windows that lie a period apart around
 * the place. Coarse at half the rate, then exact. Measurements build on the one before.
 */
export class PitchTracker {
  readonly #ring: SampleRing;
  readonly #grid: PitchGrid;
  readonly #window: number;
  readonly #span: Float32Array;
  readonly #half: Float32Array;
  readonly #energy: Float64Array;
  readonly #scores: Float32Array;
  readonly #found: PitchMeasurement = { period: 0, strength: 0, rms: 0 };
  #previous = 0;
  #loudest = 1e-4;

  constructor(ring: SampleRing, grid: PitchGrid) {
    this.#ring = ring;
    this.#grid = grid;
    this.#window = toWindow(grid.sampleRateHz);
    const length = 2 * Math.ceil((this.#window + grid.longestPeriod + 8) / 2);
    this.#span = new Float32Array(length);
    this.#half = new Float32Array(length / 2);
    this.#energy = new Float64Array(length / 2 + 1);
    this.#scores = new Float32Array(Math.ceil(grid.longestPeriod / 2) + 2);
  }

  /** Measures around a sample; the ring has to hold the look-ahead. Valid until the next call. */
  measure(at: number): PitchMeasurement {
    const found = this.#found;
    found.period = 0;
    found.strength = 0;
    this.#load(at);
    this.#loudest = Math.max(this.#loudest * 0.9995, found.rms);
    if (found.rms >= quietShare * this.#loudest && found.rms >= quietLevel) {
      const coarse = this.#search();
      found.strength = coarse === 0 ? 0 : this.#scores[coarse]!;
      const needed = this.#previous > 0 ? leaveStrength : enterStrength;
      if (coarse !== 0 && found.strength >= needed) {
        found.period = this.#refine(coarse * 2);
      }
    }
    this.#previous = found.period;
    return found;
  }

  #load(at: number): void {
    const span = this.#span;
    const half = this.#half;
    const energy = this.#energy;
    this.#ring.copy(at - span.length / 2, span);
    let mean = 0;
    for (let index = 0; index < span.length; index += 1) {
      mean += span[index]!;
    }
    mean /= span.length;
    let sum = 0;
    for (let index = 0; index < span.length; index += 1) {
      const value = span[index]! - mean;
      span[index] = value;
      sum += value * value;
    }
    this.#found.rms = Math.sqrt(sum / span.length);
    for (let index = 0; index < half.length; index += 1) {
      const value = span[2 * index]! + span[2 * index + 1]!;
      half[index] = value;
      energy[index + 1] = energy[index]! + value * value;
    }
  }

  /** The best period in pairs of samples; 0 when there is none. */
  #search(): number {
    const { shortestPeriod, longestPeriod, sampleRateHz } = this.#grid;
    const scores = this.#scores;
    const first = Math.max(2, Math.floor(shortestPeriod / 2));
    const last = Math.ceil(longestPeriod / 2);
    for (let lag = first - 1; lag <= last; lag += 1) {
      scores[lag] = this.#correlateHalf(lag);
    }
    let best = 0;
    let bestScore = 0;
    for (let lag = first; lag < last; lag += 1) {
      const score = scores[lag]!;
      if (score >= scores[lag - 1]! && score >= scores[lag + 1]!) {
        let judged = score - (lengthCost * 2 * lag) / sampleRateHz;
        if (this.#previous > 0) {
          judged -= jumpCost * Math.min(1, Math.abs(Math.log2((2 * lag) / this.#previous)));
        }
        if (judged > bestScore) {
          bestScore = judged;
          best = lag;
        }
      }
    }
    return best;
  }

  #correlateHalf(lag: number): number {
    const half = this.#half;
    const energy = this.#energy;
    const window = this.#window / 2;
    const left = ((half.length - window) >> 1) - (lag >> 1);
    const right = left + lag;
    let product = 0;
    for (let index = 0; index < window; index += 1) {
      product += half[left + index]! * half[right + index]!;
    }
    const leftEnergy = energy[left + window]! - energy[left]!;
    const rightEnergy = energy[right + window]! - energy[right]!;
    return product / Math.sqrt(leftEnergy * rightEnergy + 1e-9);
  }

  #refine(around: number): number {
    const { shortestPeriod, longestPeriod } = this.#grid;
    let best = around;
    let bestScore = -2;
    const first = Math.max(shortestPeriod, around - 2);
    const last = Math.min(longestPeriod, around + 2);
    for (let lag = first; lag <= last; lag += 1) {
      const score = this.#correlate(lag);
      if (score > bestScore) {
        bestScore = score;
        best = lag;
      }
    }
    const before = this.#correlate(best - 1);
    const after = this.#correlate(best + 1);
    const curve = before - 2 * bestScore + after;
    const shift = curve < 0 ? Math.max(-0.5, Math.min(0.5, (before - after) / (2 * curve))) : 0;
    return best + shift;
  }

  #correlate(lag: number): number {
    const span = this.#span;
    const window = this.#window;
    const left = Math.max(0, ((span.length - window) >> 1) - (lag >> 1));
    const right = Math.min(left + lag, span.length - window);
    let product = 0;
    let leftEnergy = 0;
    let rightEnergy = 0;
    for (let index = 0; index < window; index += 1) {
      const a = span[left + index]!;
      const b = span[right + index]!;
      product += a * b;
      leftEnergy += a * a;
      rightEnergy += b * b;
    }
    return product / Math.sqrt(leftEnergy * rightEnergy + 1e-9);
  }
}
