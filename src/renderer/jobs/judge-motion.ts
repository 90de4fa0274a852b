import type { MotionReport } from '../../contract/job-details.ts';

/** What is to be seen in a picture that moves as a clip does; a `Finding`. */
export interface MotionFinding {
  readonly code: 'motion_off' | 'driver_lost' | 'limbs_left' | 'seams';
  readonly grade: 'visible' | 'unconvincing';
  readonly values?: Readonly<Record<string, string | number>>;
}

/** Where a figure begins to be seen, and where it spoils the result. */
interface Limits {
  readonly visible: number;
  readonly unconvincing: number;
}

/** Median distance of joints in lengths of the torso: drawn figures come to 0.02 to 0.04, and the width of a wrist is 0.1. */
const off: Limits = { visible: 0.1, unconvincing: 0.25 };
/** Fraction of drawn frames in which no person is found. */
const lost: Limits = { visible: 0.1, unconvincing: 0.5 };
/** Fraction of frames without a driver; a tenth of a second is not noticed. */
const held: Limits = { visible: 0.05, unconvincing: 0.4 };
const ALL_LIMBS = 4;

/**
 * Judges how well somebody moves as the driver of a clip. Joints are measured, tears at arms and neck are not: most results that
 * were looked at show some, so none is called good.
 */
export function judgeMotion(motion: MotionReport, frames: number): readonly MotionFinding[] {
  const { jointError, foundFraction, heldFrames, limbs } = motion;
  const heldFraction = heldFrames / Math.max(1, frames);
  const away = worse(gradeOf(jointError ?? 0, off), gradeOf(1 - foundFraction, lost));
  const without = gradeOf(heldFraction, held);
  return [
    ...(away === null ? [] : [{ code: 'motion_off', grade: away } as const]),
    ...(without === null
      ? []
      : [
          {
            code: 'driver_lost',
            grade: without,
            values: { percent: Math.round(100 * heldFraction) },
          } as const,
        ]),
    ...(limbs.length === ALL_LIMBS
      ? []
      : [
          {
            code: 'limbs_left',
            grade: limbs.length === 0 ? 'unconvincing' : 'visible',
            values: { count: limbs.length },
          } as const,
        ]),
    { code: 'seams', grade: 'visible' },
  ];
}

function gradeOf(value: number, limits: Limits): MotionFinding['grade'] | null {
  return value > limits.unconvincing ? 'unconvincing' : value > limits.visible ? 'visible' : null;
}

function worse(
  a: MotionFinding['grade'] | null,
  b: MotionFinding['grade'] | null,
): MotionFinding['grade'] | null {
  return a === 'unconvincing' || b === null ? a : b;
}
