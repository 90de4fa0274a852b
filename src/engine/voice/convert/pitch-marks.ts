import { type PitchGrid, PitchTracker } from './pitch-tracker.ts';
import type { SampleRing } from './sample-ring.ts';

/** Number of stored marks; at least a quarter of a second. */
const capacity = 512;
const mask = capacity - 1;
/** Number of stored hops: half a second. */
const hopCapacity = 128;
const hopMask = hopCapacity - 1;
/** Fraction of the distance to the centre of energy that a mark moves, and its maximum in periods. */
const pull = 0.1;
const maxPull = 0.1;

/**
 * Pitch marks of a voice in ascending time: one per period at the same phase of the wave where voiced, one per hop
 * elsewhere. Marks are addressed by number.
 */
export class PitchMarks {
  readonly #ring: SampleRing;
  readonly #grid: PitchGrid;
  readonly #tracker: PitchTracker;
  readonly #isCentred: boolean;
  readonly #periods = new Float32Array(hopCapacity);
  readonly #positions = new Float64Array(capacity);
  readonly #lengths = new Float32Array(capacity);
  readonly #voiced = new Uint8Array(capacity);
  /** Scratch memory of the search: pattern and search range. */
  readonly #pattern: Float64Array;
  readonly #near: Float64Array;
  readonly #scores: Float64Array;
  /** Number of marks so far. */
  count = 0;
  #hops = 0;
  /** Sample nearest to the last mark, and the mark's distance from it. */
  #last = 0;
  #rest = 0;
  #lastLength: number;
  #isLastVoiced = false;

  /** `followsSpeaker` as a voice mapper has it. */
  constructor(ring: SampleRing, grid: PitchGrid, followsSpeaker = false) {
    this.#isCentred = followsSpeaker;
    this.#ring = ring;
    this.#grid = grid;
    this.#tracker = new PitchTracker(ring, grid, followsSpeaker);
    this.#pattern = new Float64Array(grid.longestPeriod + 4);
    this.#near = new Float64Array(2 * grid.longestPeriod + 8);
    this.#scores = new Float64Array(this.#near.length);
    this.#lastLength = grid.hop;
  }

  /** Position of a mark, in samples from the beginning. */
  positionOf(mark: number): number {
    return this.#positions[mark & mask];
  }

  /** Period at a mark in samples; the hop where unvoiced. */
  periodOf(mark: number): number {
    return this.#lengths[mark & mask];
  }

  isVoiced(mark: number): boolean {
    return (this.#voiced[mark & mask] ?? 0) === 1;
  }

  /** Adds all marks that the available samples determine. */
  advance(): void {
    const { hop, lookahead } = this.#grid;
    while (this.#hops * hop + lookahead <= this.#ring.length) {
      const { period } = this.#tracker.measure(this.#hops * hop);
      this.#periods[this.#hops & hopMask] = period;
      this.#hops += 1;
      this.#addMarks();
    }
  }

  #addMarks(): void {
    const { hop } = this.#grid;
    const limit = this.#hops * hop - 1;
    for (;;) {
      const period = this.#periodAt(Math.min(this.#last + this.#lastLength, limit));
      if (period === 0) {
        const next = this.#last + hop;
        if (next > limit) {
          return;
        }
        this.#push(next, hop, false);
      } else {
        const from = Math.floor(this.#last + period * (this.#isLastVoiced ? 0.75 : 0.25));
        const to = Math.ceil(this.#last + period * 1.25);
        if (to > limit) {
          return;
        }
        const next = this.#isLastVoiced
          ? this.#follow(from, to, period)
          : this.#begin(from, to, period);
        this.#push(this.#isCentred ? Math.min(limit, next) : next, period, true);
      }
    }
  }

  #periodAt(at: number): number {
    const nearest = Math.round(at / this.#grid.hop);
    const hop = Math.max(0, this.#hops - hopCapacity, Math.min(this.#hops - 1, nearest));
    return this.#periods[hop & hopMask];
  }

  #push(position: number, period: number, isVoiced: boolean): void {
    const slot = this.count & mask;
    this.#positions[slot] = position;
    this.#lengths[slot] = period;
    this.#voiced[slot] = isVoiced ? 1 : 0;
    this.count += 1;
    this.#last = Math.round(position);
    this.#rest = position - this.#last;
    this.#lastLength = Math.round(period);
    this.#isLastVoiced = isVoiced;
  }

  /** Returns the first mark of a voiced sound: where the energy of its highest period is. */
  #begin(from: number, to: number, period: number): number {
    const peak = this.#findPeak(from, to);
    if (!this.#isCentred) {
      return peak;
    }
    const centre = this.#centre(peak, period);
    if (centre < from) {
      return centre + period;
    }
    return centre > to ? centre - period : centre;
  }

  /** Returns the mark at the same phase as the last one, moved a little towards the energy. */
  #follow(from: number, to: number, period: number): number {
    const similar = this.#rest + this.#findSimilar(from, to, period);
    if (!this.#isCentred) {
      return similar;
    }
    const offset = pull * (this.#centre(similar, period) - similar);
    return similar + Math.max(-maxPull * period, Math.min(maxPull * period, offset));
  }

  /**
   * Returns the centre of the energy within a period around a position, as the phase of its first Fourier coefficient.
   * There neighbouring harmonics are in phase on average, so that they do not cancel each other in a grain at
   * frequencies between them, where those of another pitch are.
   */
  #centre(position: number, period: number): number {
    const ring = this.#ring;
    const base = Math.round(position);
    const turn = Math.PI / period;
    const [cosTurn, sinTurn] = [Math.cos(turn), Math.sin(turn)];
    // Rotates by half a period's angle: the window has that frequency, the coefficient twice it.
    let [cos, sin] = [1, 0];
    let real = ring.at(base) ** 2;
    let imaginary = 0;
    for (let index = 1; index < period; index += 1) {
      [cos, sin] = [cos * cosTurn - sin * sinTurn, sin * cosTurn + cos * sinTurn];
      const before = ring.at(base - index) ** 2;
      const after = ring.at(base + index) ** 2;
      const window = 0.5 + 0.5 * cos;
      real += window * (after + before) * (cos * cos - sin * sin);
      imaginary += window * (after - before) * 2 * cos * sin;
    }
    return base + Math.atan2(imaginary, real) / (2 * turn);
  }

  #findPeak(from: number, to: number): number {
    let best = from;
    let highest = -1;
    for (let at = from; at <= to; at += 1) {
      const value = Math.abs(this.#ring.at(at));
      if (value > highest) {
        highest = value;
        best = at;
      }
    }
    return best;
  }

  /**
   * Finds the position with the highest correlation to the wave around the last mark, between samples: rounded marks
   * would roughen the high harmonics.
   */
  #findSimilar(from: number, to: number, period: number): number {
    const half = Math.round(period / 2);
    const length = 2 * half + 1;
    const shifts = to - from + 1;
    const pattern = this.#pattern;
    const near = this.#near;
    this.#ring.copy(this.#last - half, pattern, length);
    this.#ring.copy(from - half, near, length + shifts);
    let before = 1e-9;
    for (let index = 0; index < length; index += 2) {
      before += pattern[index] * pattern[index];
    }
    const scores = this.#scores;
    let best = 0;
    for (let shift = 0; shift < shifts; shift += 1) {
      let product = 0;
      let here = 1e-9;
      for (let index = 0; index < length; index += 2) {
        const sample = near[shift + index];
        product += pattern[index] * sample;
        here += sample * sample;
      }
      const distance = Math.abs(from + shift - this.#last - period) / period;
      scores[shift] = product / Math.sqrt(before * here) - 0.3 * distance;
      if (scores[shift] > scores[best]) {
        best = shift;
      }
    }
    return from + best + findVertex(scores, best, shifts);
  }
}

/** Returns the offset of the vertex of a parabola through a maximum and its neighbours, -0.5..0.5. */
function findVertex(scores: Float64Array, best: number, count: number): number {
  if (best === 0 || best === count - 1) {
    return 0;
  }
  const [before, here, after] = [scores[best - 1], scores[best], scores[best + 1]];
  const curve = before - 2 * here + after;
  return curve < 0 ? Math.max(-0.5, Math.min(0.5, (before - after) / (2 * curve))) : 0;
}
