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
const leastLikely = 1e-4;

/**
 * Index of the mouth of every row of probabilities: the likeliest way (Viterbi 1967) through mouths that each pass
 * as many states as they last at least and stay in the last one.
 */
export function findVisemePath(rows: readonly Float32Array[], costs: PathCosts): Uint8Array {
  const states = toStates(costs.shortest);
  const cameFrom = rows.map(() => new Uint8Array(states.length));
  // A sound may begin in the middle of a mouth.
  let scores = new Float64Array(states.length);
  for (const [at, row] of rows.entries()) {
    const next = new Float64Array(states.length).fill(-Infinity);
    for (const [state, { mouth, before, isLast }] of states.entries()) {
      let best = before ?? state;
      let score = before === null ? -Infinity : scores[before]!;
      if (before === null) {
        for (const [from, other] of states.entries()) {
          const came = other.isLast
            ? scores[from]! + leave + costs.order * costs.follows[other.mouth]![mouth]!
            : -Infinity;
          if (came > score && other.mouth !== mouth) {
            score = came;
            best = from;
          }
        }
      }
      if (isLast && scores[state]! + stay > score) {
        score = scores[state]! + stay;
        best = state;
      }
      const likely = Math.log(row[mouth]! + leastLikely);
      cameFrom[at]![state] = best;
      next[state] = score + costs.belief * likely + costs.preferred[mouth]!;
    }
    scores = next;
  }
  return readBack(states, cameFrom, scores);
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

function readBack(
  states: readonly State[],
  cameFrom: readonly Uint8Array[],
  scores: Float64Array,
): Uint8Array {
  const path = new Uint8Array(cameFrom.length);
  let state = scores.indexOf(Math.max(...scores));
  for (let at = cameFrom.length - 1; at >= 0; at -= 1) {
    path[at] = states[state]!.mouth;
    state = cameFrom[at]![state]!;
  }
  return path;
}
