import type * as z from 'zod';
import { faceFlawsSchema } from '../../../contract/job-details.ts';

/** Visible flaw of a swapped face; a `Finding`. */
export interface FlawFinding {
  readonly code: 'turned' | 'forehead' | 'shaded' | 'eyes_off';
  readonly grade: 'visible' | 'unconvincing';
}

/**
 * Contribution of a flaw to the sum: nothing below `from`, `weight` at `to`, at most one and a half times that
 * beyond.
 */
interface FlawScale {
  readonly from: number;
  readonly to: number;
  readonly weight: number;
}

/**
 * Flaws that are summed. Glasses in the photo are judged by notes, glasses of the target are no flaw, and a
 * photo with one hidden half is completed from the other, which leaves nothing visible.
 */
const summedFlawsSchema = faceFlawsSchema.omit({
  bridgeContrast: true,
  targetGlasses: true,
  cheekDifference: true,
});

/** Flaws of a face that a fit uses. */
export type SummedFlaws = z.output<typeof summedFlawsSchema>;

/** Weights of the flaws, and thresholds at which their sum becomes visible and spoils the result. */
export interface FlawScales {
  readonly flaws: Readonly<Record<keyof SummedFlaws, FlawScale>>;
  readonly visible: number;
  readonly unconvincing: number;
}

/**
 * Fitted to 88 faces, each with the stricter grade of two viewers who knew nothing of how they were made:
 * `test/bench/pairs`, where the bench of that name repeats the fit.
 */
export const fittedScales: FlawScales = {
  flaws: {
    turnDegrees: { from: 5.7392, to: 28.4484, weight: 1.0202 },
    foreheadTexture: { from: 0.0915, to: 0.1319, weight: 0.6132 },
    foreheadShade: { from: 0.0889, to: 0.9111, weight: 0.3614 },
    eyeOffset: { from: 0.0126, to: 0.0359, weight: 1.0939 },
  },
  visible: 0.0025,
  unconvincing: 1.0271,
};

/** Beyond this many times its weight a flaw adds no more. */
const MAX = 1.5;
/** A flaw is named when it makes up this much of the sum. */
const NAMED = 0.3;

const codes = {
  turnDegrees: 'turned',
  foreheadTexture: 'forehead',
  foreheadShade: 'shaded',
  eyeOffset: 'eyes_off',
} as const satisfies Record<keyof SummedFlaws, FlawFinding['code']>;

/** All flaws of a report, in the order in which they are named when they weigh the same. */
export const flawNames = summedFlawsSchema.keyof().options;

/** Normalised distance of a flaw from its start, 0 to {@link MAX}. */
export function computeReach(value: number, { from, to }: Pick<FlawScale, 'from' | 'to'>): number {
  return Math.max(0, Math.min(MAX, (value - from) / (to - from)));
}

/** Contribution of each flaw to the sum. */
export function weighFlaws(
  flaws: SummedFlaws,
  scales: FlawScales['flaws'],
): readonly { readonly name: keyof SummedFlaws; readonly points: number }[] {
  return flawNames.map((name) => {
    const scale = scales[name];
    return { name, points: scale.weight * computeReach(flaws[name], scale) };
  });
}

/**
 * Judges a face by the sum of its flaws: a turned photo with a stain on the forehead is worse than either alone.
 * Returns the heaviest first; none when their sum is invisible.
 */
export function judgeFlaws(
  flaws: SummedFlaws,
  scales: FlawScales = fittedScales,
): readonly FlawFinding[] {
  const parts = weighFlaws(flaws, scales.flaws);
  const sum = parts.reduce((total, { points }) => total + points, 0);
  if (sum <= scales.visible) {
    return [];
  }
  const grade = sum > scales.unconvincing ? 'unconvincing' : 'visible';
  return parts
    .filter(({ points }) => points >= NAMED * sum)
    .toSorted((one, other) => other.points - one.points)
    .map(({ name }) => ({ code: codes[name], grade }));
}
