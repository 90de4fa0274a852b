import { PitchRange } from './pitch-range.ts';
import { sumProducts } from './products.ts';
import type { SampleRing } from './sample-ring.ts';

/** Range of the pitch search. */
const lowestHz = 70;
const highestHz = 420;
const windowMs = 20;

/** Hysteresis of voicing: correlation to enter it, and to stay in it. */
const enterStrength = 0.55;
const leaveStrength = 0.42;
/** Cost of an octave jump against the previous hop. */
const jumpCost = 0.12;
/** Cost per second of period: of two equally good periods the shorter is right. */
const lengthCost = 9.6;
/** Levels below which a hop is silence: as a fraction of the loudest, and absolute. */
const quietFraction = 0.02;
const quietLevel = 3e-4;

/** Parameters of pitch tracking, in samples. */
export interface PitchGrid {
  readonly sampleRateHz: number;
  /** Hop between measurements: 5 ms. */
  readonly hop: number;
  readonly shortestPeriod: number;
  readonly longestPeriod: number;
  /** Number of samples after the measured position that are needed. */
  readonly lookahead: number;
}

/** Returns the grid of a sample rate. */
export function toPitchGrid(sampleRateHz: number): PitchGrid {
  const longestPeriod = Math.ceil(sampleRateHz / lowestHz);
  const window = toWindow(sampleRateHz);
  return {
    sampleRateHz,
    hop: Math.round(sampleRateHz / 200),
    shortestPeriod: Math.floor(sampleRateHz / highestHz),
    longestPeriod,
    lookahead: Math.ceil((window + longestPeriod) / 2) + 6,
  };
}

/** A multiple of sixteen, because quarters of it are summed in fours. */
function toWindow(sampleRateHz: number): number {
  return 16 * Math.round((sampleRateHz * windowMs) / 16_000);
}

/** Result of one measurement. The object is reused. */
export interface PitchMeasurement {
  /** Period in samples; 0 where unvoiced. */
  period: number;
  /** Correlation of two periods, -1..1. */
  strength: number;
  /** RMS level around the position. */
  rms: number;
}

/**
 * Tracks pitch by normalised cross-correlation of two windows that are one period apart. Coarse below 2 kHz, where
 * breath noise does not mask the voice, then refined. Each measurement depends on the previous one.
 */
export class PitchTracker {
  readonly #ring: SampleRing;
  readonly #grid: PitchGrid;
  readonly #window: number;
  readonly #span: Float64Array;
  /** Cumulative energy of the samples. */
  readonly #spanEnergy: Float64Array;
  /** Sums of four samples at every second sample, split into even and odd ones. */
  readonly #even: Float64Array;
  readonly #odd: Float64Array;
  readonly #evenEnergy: Float64Array;
  readonly #oddEnergy: Float64Array;
  readonly #scores: Float64Array;
  readonly #found: PitchMeasurement = { period: 0, strength: 0, rms: 0 };
  /** Null while every pitch is as likely. */
  readonly #range: PitchRange | null;
  #previous = 0;
  #loudest = 1e-4;

  /** `followsSpeaker` as a voice mapper has it. */
  constructor(ring: SampleRing, grid: PitchGrid, followsSpeaker = false) {
    this.#range = followsSpeaker ? new PitchRange() : null;
    this.#ring = ring;
    this.#grid = grid;
    this.#window = toWindow(grid.sampleRateHz);
    const length = 4 * Math.ceil((this.#window + grid.longestPeriod + 16) / 4);
    this.#span = new Float64Array(length);
    this.#spanEnergy = new Float64Array(length + 1);
    this.#even = new Float64Array(length / 4);
    this.#odd = new Float64Array(length / 4);
    this.#evenEnergy = new Float64Array(length / 4 + 1);
    this.#oddEnergy = new Float64Array(length / 4 + 1);
    this.#scores = new Float64Array(Math.ceil(grid.longestPeriod / 2) + 2);
  }

  /** Measures around a sample; the ring must contain the lookahead. The result is valid until the next call. */
  measure(at: number): PitchMeasurement {
    const found = this.#found;
    found.period = 0;
    found.strength = 0;
    this.#load(at);
    this.#loudest = Math.max(this.#loudest * 0.9995, found.rms);
    if (found.rms >= quietFraction * this.#loudest && found.rms >= quietLevel) {
      this.#thin();
      const coarse = this.#search();
      found.strength = coarse === 0 ? 0 : this.#scores[coarse];
      const needed = this.#previous > 0 ? leaveStrength : enterStrength;
      if (coarse !== 0 && found.strength - this.#toRangeCost(2 * coarse) >= needed) {
        found.period = this.#refine(coarse * 2);
        this.#range?.add(found.period, found.strength);
      }
    }
    this.#previous = found.period;
    return found;
  }

  #toRangeCost(period: number): number {
    return this.#range?.toCost(period) ?? 0;
  }

  #load(at: number): void {
    const span = this.#span;
    this.#ring.copy(at - span.length / 2, span, span.length);
    let mean = 0;
    for (let index = 0; index < span.length; index += 1) {
      mean += span[index];
    }
    mean /= span.length;
    let sum = 0;
    for (let index = 0; index < span.length; index += 1) {
      const value = span[index] - mean;
      span[index] = value;
      sum += value * value;
      this.#spanEnergy[index + 1] = sum;
    }
    this.#found.rms = Math.sqrt(sum / span.length);
  }

  #thin(): void {
    const span = this.#span;
    const even = this.#even;
    const odd = this.#odd;
    let evenSum = 0;
    let oddSum = 0;
    for (let index = 0; index < even.length; index += 1) {
      const at = 4 * index;
      const middle = span[at + 2] + span[at + 3];
      const one = span[at] + span[at + 1] + middle;
      const two = middle + (span[at + 4] ?? 0) + (span[at + 5] ?? 0);
      even[index] = one;
      odd[index] = two;
      evenSum += one * one;
      oddSum += two * two;
      this.#evenEnergy[index + 1] = evenSum;
      this.#oddEnergy[index + 1] = oddSum;
    }
  }

  /** Returns the best period in pairs of samples; 0 without one. */
  #search(): number {
    const { shortestPeriod, longestPeriod, sampleRateHz } = this.#grid;
    const scores = this.#scores;
    const first = Math.max(2, Math.floor(shortestPeriod / 2));
    const last = Math.ceil(longestPeriod / 2);
    for (let lag = first - 1; lag <= last; lag += 1) {
      scores[lag] = this.#correlateThin(lag);
    }
    let best = 0;
    let bestScore = 0;
    for (let lag = first; lag < last; lag += 1) {
      const score = scores[lag];
      if (score >= scores[lag - 1] && score >= scores[lag + 1]) {
        let judged = score - this.#toRangeCost(2 * lag) - (lengthCost * 2 * lag) / sampleRateHz;
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

  #correlateThin(lag: number): number {
    const window = this.#window / 4;
    const left = this.#even.length - window - (lag >> 1);
    const right = left + lag;
    const isLeftOdd = (left & 1) === 1;
    const isRightOdd = (right & 1) === 1;
    const one = isLeftOdd ? this.#odd : this.#even;
    const two = isRightOdd ? this.#odd : this.#even;
    const oneEnergy = isLeftOdd ? this.#oddEnergy : this.#evenEnergy;
    const twoEnergy = isRightOdd ? this.#oddEnergy : this.#evenEnergy;
    const from = left >> 1;
    const to = right >> 1;
    const product = sumProducts(one, from, two, to, window);
    const leftEnergy = oneEnergy[from + window] - oneEnergy[from];
    const rightEnergy = twoEnergy[to + window] - twoEnergy[to];
    return product / Math.sqrt(leftEnergy * rightEnergy + 1e-9);
  }

  #refine(around: number): number {
    const { shortestPeriod, longestPeriod } = this.#grid;
    let best = around;
    let bestScore = -2;
    const first = Math.max(shortestPeriod, around - 3);
    const last = Math.min(longestPeriod, around + 3);
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
    const energy = this.#spanEnergy;
    const product = sumProducts(span, left, span, right, window);
    const leftEnergy = energy[left + window] - energy[left];
    const rightEnergy = energy[right + window] - energy[right];
    return product / Math.sqrt(leftEnergy * rightEnergy + 1e-9);
  }
}
