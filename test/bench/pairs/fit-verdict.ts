import {
  flawNames,
  type FlawScales,
  judgeFlaws,
  computeReach,
  type SummedFlaws,
  weighFlaws,
} from '../../../src/renderer/jobs/report/judge-flaws.ts';
import type { Grade } from '../../../src/renderer/jobs/report/verdict.ts';

/** Graded result for the fit. */
export interface FitExample {
  readonly source: string;
  readonly grade: Grade;
  readonly flaws: SummedFlaws;
}

export const levels: Readonly<Record<Grade, number>> = { good: 0, visible: 1, unconvincing: 2 };
/**
 * Cost of a judged grade (column) for a true grade (row). False faults make users ignore warnings; unconvincing results
 * judged good get published.
 */
export const costs = [
  [0, 2, 4],
  [1, 0, 1],
  [5, 1, 0],
];
/** Quantile of good results at which a flaw starts, and of all results at which it is full. */
const BEGINS = 0.5;
const FULL = 0.9;
/** Regularisation towards small weights. */
const SHRINKAGE = 1;
const ROUNDS = 150;

/** Fits the scales of flaws with the lowest cost on these results. */
export function fitScales(examples: readonly FitExample[]): FlawScales {
  const spans = mapFlaws((name) => {
    const of = (from: readonly FitExample[]): number[] =>
      from.map(({ flaws }) => flaws[name]).toSorted((a, b) => a - b);
    const from = quantile(of(examples.filter(({ grade }) => grade === 'good')), BEGINS);
    return { from, to: Math.max(from * 1.05 + 1e-6, quantile(of(examples), FULL)) };
  });
  const weights = fitWeights(examples, spans);
  const scales = mapFlaws((name) => ({
    ...spans[name],
    weight: weights[flawNames.indexOf(name)]!,
  }));
  return { flaws: scales, ...fitLimits(examples, scales) };
}

/** Judges each result by scales fitted without the results of its source. */
export function crossValidate(
  examples: readonly FitExample[],
): readonly { readonly seen: Grade; readonly said: Grade }[] {
  return [...new Set(examples.map(({ source }) => source))].flatMap((left) => {
    const scales = fitScales(examples.filter(({ source }) => source !== left));
    return examples
      .filter(({ source }) => source === left)
      .map(({ grade, flaws }) => ({
        seen: grade,
        said: judgeFlaws(flaws, scales)[0]?.grade ?? 'good',
      }));
  });
}

function mapFlaws<Value>(of: (name: keyof SummedFlaws) => Value): Record<keyof SummedFlaws, Value> {
  return {
    turnDegrees: of('turnDegrees'),
    foreheadTexture: of('foreheadTexture'),
    foreheadShade: of('foreheadShade'),
    eyeOffset: of('eyeOffset'),
  };
}

function quantile(sorted: readonly number[], part: number): number {
  return sorted[Math.floor(sorted.length * part)] ?? 0;
}

type Spans = Readonly<Record<keyof SummedFlaws, { readonly from: number; readonly to: number }>>;

/** Weights results of rare grades more, but not so much that a few of them decide the fit. */
function balance(examples: readonly FitExample[]): number[] {
  return examples.map(({ grade }) =>
    Math.sqrt(examples.length / 3 / examples.filter((example) => example.grade === grade).length),
  );
}

/** Fits non-negative least squares by coordinate descent. */
function fitWeights(examples: readonly FitExample[], spans: Spans): readonly number[] {
  const shares = balance(examples);
  const rows = examples.map(({ flaws }) =>
    flawNames.map((name) => computeReach(flaws[name], spans[name])),
  );
  const weights = flawNames.map(() => 0);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const at of weights.keys()) {
      let fits = 0;
      let squares = 0;
      for (const [index, row] of rows.entries()) {
        const rest = row.reduce(
          (sum, reach, other) => sum + (other === at ? 0 : reach * weights[other]!),
          0,
        );
        fits += shares[index]! * row[at]! * (levels[examples[index]!.grade] - rest);
        squares += shares[index]! * row[at]! ** 2;
      }
      weights[at] = Math.max(0, (fits - SHRINKAGE) / (squares + 1e-9));
    }
  }
  return weights;
}

function fitLimits(
  examples: readonly FitExample[],
  scales: FlawScales['flaws'],
): Pick<FlawScales, 'visible' | 'unconvincing'> {
  const sums = examples.map(({ flaws }) =>
    weighFlaws(flaws, scales).reduce((sum, { points }) => sum + points, 0),
  );
  const shares = balance(examples);
  const sorted = [...new Set(sums)].toSorted((a, b) => a - b);
  const cuts = sorted.slice(1).map((sum, index) => (sum + sorted[index]!) / 2);
  let best = { cost: Number.POSITIVE_INFINITY, visible: 0, unconvincing: 0 };
  for (const [index, visible] of cuts.entries()) {
    for (const unconvincing of cuts.slice(index)) {
      const cost = sums.reduce((total, sum, at) => {
        const said = sum > unconvincing ? 2 : sum > visible ? 1 : 0;
        return total + shares[at]! * (costs[levels[examples[at]!.grade]]?.[said] ?? 0);
      }, 0);
      best = cost < best.cost ? { cost, visible, unconvincing } : best;
    }
  }
  return { visible: best.visible, unconvincing: best.unconvincing };
}
