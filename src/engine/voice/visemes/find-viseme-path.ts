import { visemes } from '../viseme.ts';

/** How the likeliest way through speech is weighed. */
export interface PathCosts {
  /** How far a row is believed against how mouths follow each other: rows next to each other tell nearly the same. */
  readonly belief: number;
  /** How likely a mouth follows another, as natural logarithms: [before][after], in the order of `visemes`. */
  readonly follows: readonly (readonly number[])[];
  /** How far {@link follows} is believed. */
  readonly order: number;
  /** What a mouth is preferred by, 10 ms after 10 ms, as a natural logarithm, in the order of `visemes`. */
  readonly preferred: readonly number[];
  /** Sets of features that a mouth lasts at least, in the order of `visemes`. */
  readonly shortest: readonly number[];
}

/** How likely a mouth that lasted long enough stays for another 10 ms. */
const stay = Math.log(0.86);
const leave = Math.log(0.14);
/** So that one row alone never rules a mouth out. */
const minLikely = 1e-4;

/**
 * The likeliest way (Viterbi 1967) through mouths that each pass as many states as they last at least and stay in the last
 * one. Its memory is used again, and grows with the longest way: after that it allocates nothing.
 */
export class VisemePathFinder {
  readonly #costs: PathCosts;
  readonly #states: readonly State[];
  #cameFrom = new Uint8Array(0);
  #path = new Uint8Array(0);
  #scores: Float64Array;
  #next: Float64Array;

  constructor(costs: PathCosts) {
    this.#costs = costs;
    this.#states = toStates(costs.shortest);
    this.#scores = new Float64Array(this.#states.length);
    this.#next = new Float64Array(this.#states.length);
  }

  /** Index of the mouth of each of the first `count` rows of probabilities; filled again by the next call. */
  find(rows: readonly Float32Array[], count = rows.length): Uint8Array {
    const size = this.#states.length;
    if (this.#path.length < count) {
      this.#cameFrom = new Uint8Array(count * size);
      this.#path = new Uint8Array(count);
    }
    // A sound may begin in the middle of a mouth.
    this.#scores.fill(0);
    for (let at = 0; at < count; at += 1) {
      for (let state = 0; state < size; state += 1) {
        this.#enter(rows[at]!, state, at * size);
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
    return this.#path.subarray(0, count);
  }

  /** Scores a state of a row by the best way into it. */
  #enter(row: Float32Array, state: number, line: number): void {
    const { mouth, before, isLast } = this.#states[state]!;
    const { belief, order, follows, preferred } = this.#costs;
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
    this.#cameFrom[line + state] = best;
    this.#next[state] = score + belief * Math.log(row[mouth]! + minLikely) + preferred[mouth]!;
  }
}

/** {@link VisemePathFinder.find} of one sound. */
export function findVisemePath(rows: readonly Float32Array[], costs: PathCosts): Uint8Array {
  return new VisemePathFinder(costs).find(rows);
}

interface State {
  readonly mouth: number;
  /** The state of the same mouth 10 ms before; null for its first. */
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
