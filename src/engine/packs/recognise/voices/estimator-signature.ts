import { type Ports, computeRank } from './ports.ts';

/** Network that tracks the pitch: RMVPE. */
export type EstimatorSignature =
  /** Takes audio, returns Hz. */
  | {
      readonly kind: 'estimator';
      readonly inputKind: 'sound';
      readonly input: string;
      readonly threshold: string;
      readonly output: string;
    }
  /** Takes a mel spectrum, returns the salience of 360 pitch bins. */
  | {
      readonly kind: 'estimator';
      readonly inputKind: 'mel';
      readonly input: string;
      readonly output: string;
    };

/** Mel bands of RMVPE's input. */
export const MEL_BANDS = 128;
/** Pitch bins of RMVPE's output. */
export const PITCH_BINS = 360;

/** Finds the signature of a pitch estimator; null for other models. */
export function findEstimator(ports: Ports): EstimatorSignature | null {
  const [first, second] = ports.left;
  const count = ports.left.length;
  const output = ports.sound();
  if (first === undefined || first.type !== 'float32' || output === null) {
    return null;
  }
  if (count === 1 && computeRank(first) === 3 && first.dims?.[1] === MEL_BANDS) {
    // Exports may leave the output's shape open; the first run shows whether it fits.
    const salience = ports.outputs.find(({ dims }) => (dims?.at(-1) ?? PITCH_BINS) === PITCH_BINS);
    return salience === undefined
      ? null
      : { kind: 'estimator', inputKind: 'mel', input: first.name, output: salience.name };
  }
  const isThreshold = second?.type === 'float32' && computeRank(second) <= 1;
  return count === 2 && computeRank(first) === 2 && isThreshold && /thresh/i.test(second.name)
    ? {
        kind: 'estimator',
        inputKind: 'sound',
        input: first.name,
        threshold: second.name,
        output: ports.outputs.find(({ name }) => /f0|pitch/i.test(name))?.name ?? output,
      }
    : null;
}
