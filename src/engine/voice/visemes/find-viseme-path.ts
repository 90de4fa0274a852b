import { visemes } from '../viseme.ts';

/** Weights of the most likely path of visemes. */
export interface PathCosts {
  /** Weight of the network's probabilities against transitions, because neighbouring frames are correlated. */
  readonly weight: number;
  /** Log probabilities of transitions: [before][after], in the order of `visemes`. */
  readonly follows: readonly (readonly number[])[];
  /** Weight of {@link follows}. */
  readonly order: number;
  /** Bias per viseme and frame as a natural logarithm, in the order of `visemes`. */
  readonly preferred: readonly number[];
  /** Minimum length per viseme in frames of 10 ms, in the order of `visemes`. */
  readonly shortest: readonly number[];
  /** Minimum of the highest probability within a viseme's span, in the order of `visemes`; 0 for those without. */
  readonly peaks: readonly number[];
}

/** Log probabilities that a viseme beyond its minimum length continues for a frame, or ends. */
const stay = Math.log(0.86);
const leave = Math.log(0.14);
/** Added to probabilities, so that a single frame cannot exclude a viseme. */
const minLikely = 1e-4;
/** Maximum number of searches, each without the spans that the ones before it found too weak. */
const maxSearches = 3;
/** Mark of a frame in which every viseme is allowed. */
const NONE = 255;

/**
 * Finds the most likely path of visemes (Viterbi 1967). A viseme has one state per frame of its minimum length, and may
 * stay in the last one. A span that is nowhere as probable as its viseme's peak is given to other visemes by another
 * search: n or d are a little probable as closed lips for long, closed lips are probable at least for a moment. Memory
 * is reused and grows to the longest path.
 */
export class VisemePathFinder {
  readonly #costs: PathCosts;
  readonly #ongoing: number;
  readonly #states: readonly State[];
  #cameFrom = new Uint8Array(0);
  #path = new Uint8Array(0);
  /** Viseme that is excluded from each frame, or `NONE`. */
  #excluded = new Uint8Array(0);
  #scores: Float64Array;
  #next: Float64Array;

  /** `ongoing`: a last span of at most so many frames is not judged by its peak, which may still be coming. */
  constructor(costs: PathCosts, ongoing = 0) {
    this.#costs = costs;
    this.#ongoing = ongoing;
    this.#states = toStates(costs.shortest);
    this.#scores = new Float64Array(this.#states.length);
    this.#next = new Float64Array(this.#states.length);
  }

  /** Returns the viseme index of each of the first `count` frames; the next call overwrites the result. */
  find(rows: readonly Float32Array[], count = rows.length): Uint8Array {
    if (this.#path.length < count) {
      this.#cameFrom = new Uint8Array(count * this.#states.length);
      this.#path = new Uint8Array(count);
      this.#excluded = new Uint8Array(count);
    }
    this.#excluded.fill(NONE);
    let searches = 0;
    do {
      this.#search(rows, count);
      searches += 1;
    } while (this.#excludeWeak(rows, count) && searches < maxSearches);
    return this.#path.subarray(0, count);
  }

  #search(rows: readonly Float32Array[], count: number): void {
    const size = this.#states.length;
    // A recording may begin in the middle of a viseme.
    this.#scores.fill(0);
    for (let at = 0; at < count; at += 1) {
      for (let state = 0; state < size; state += 1) {
        this.#enter(rows[at]!, state, at);
      }
      [this.#scores, this.#next] = [this.#next, this.#scores];
    }
    let state = 0;
    for (let other = 1; other < size; other += 1) {
      state = this.#scores[other]! > this.#scores[state]! ? other : state;
    }
    for (let at = count - 1; at >= 0; at -= 1) {
      this.#path[at] = this.#states[state]!.mouth;
      state = this.#cameFrom[at * size + state]!;
    }
  }

  /** Excludes visemes from their spans without a peak; returns whether there are any. */
  #excludeWeak(rows: readonly Float32Array[], count: number): boolean {
    const path = this.#path;
    let isAny = false;
    for (let at = 0; at < count;) {
      const mouth = path[at]!;
      const first = at;
      let peak = 0;
      for (; at < count && path[at] === mouth; at += 1) {
        peak = Math.max(peak, rows[at]![mouth]!);
      }
      const mayRise = at === count && at - first <= this.#ongoing;
      if (!mayRise && peak < this.#costs.peaks[mouth]!) {
        this.#excluded.fill(mouth, first, at);
        isAny = true;
      }
    }
    return isAny;
  }

  /** Scores a state of a frame by the best path into it. */
  #enter(row: Float32Array, state: number, at: number): void {
    const { mouth, before, isLast } = this.#states[state]!;
    const { weight, order, follows, preferred } = this.#costs;
    const scores = this.#scores;
    let best = before ?? state;
    let score = before === null ? -Infinity : scores[before]!;
    if (before === null) {
      for (let from = 0; from < scores.length; from += 1) {
        const other = this.#states[from]!;
        if (other.isLast && other.mouth !== mouth) {
          const came = scores[from]! + leave + order * follows[other.mouth]![mouth]!;
          if (came > score) {
            score = came;
            best = from;
          }
        }
      }
    }
    if (isLast && scores[state]! + stay > score) {
      score = scores[state]! + stay;
      best = state;
    }
    this.#cameFrom[at * scores.length + state] = best;
    if (this.#excluded[at] === mouth) {
      score = -Infinity;
    }
    this.#next[state] = score + weight * Math.log(row[mouth]! + minLikely) + preferred[mouth]!;
  }
}

/** Finds the path of one recording, see {@link VisemePathFinder.find}. */
export function findVisemePath(rows: readonly Float32Array[], costs: PathCosts): Uint8Array {
  return new VisemePathFinder(costs).find(rows);
}

interface State {
  readonly mouth: number;
  /** Previous state of the same viseme; null for its first. */
  readonly before: number | null;
  readonly isLast: boolean;
}

function toStates(shortest: readonly number[]): State[] {
  const states: State[] = [];
  for (let mouth = 0; mouth < visemes.length; mouth += 1) {
    const count = shortest[mouth]!;
    for (let step = 0; step < count; step += 1) {
      const before = step === 0 ? null : states.length - 1;
      states.push({ mouth, before, isLast: step === count - 1 });
    }
  }
  return states;
}
