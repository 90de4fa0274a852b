import type { MotionReport } from '../../../contract/job-details.ts';
import { gradeTears } from '../../../contract/seam-grade.ts';
import { gradeFraction, type FindingGrade, gradeMetric, type Limits } from './grade-metric.ts';

/** Visible flaw of an image that follows a clip's motion; a `Finding`. */
export interface MotionFinding {
  readonly code:
    | 'motion_off'
    | 'motion_unmeasured'
    | 'driver_lost'
    | 'driver_turned'
    | 'limbs_left'
    | 'seams';
  readonly grade: FindingGrade;
  readonly values?: Readonly<Record<string, string | number>>;
}

/** Median distance of joints, in torso lengths: 0.02 to 0.04 for drawn figures; the width of a wrist is 0.1. */
const off: Limits = { visible: 0.1, unconvincing: 0.25 };
/** Fraction of drawn frames in which no person is found. */
const lost: Limits = { visible: 0.1, unconvincing: 0.5 };
/** Fraction of frames without a driver; a tenth of a second is not noticed. */
const held: Limits = { visible: 0.05, unconvincing: 0.4 };
/** Fraction of frames in which the driver turns away, and the character does not. */
const turned: Limits = { visible: 0.1, unconvincing: 0.6 };
const ALL_LIMBS = 4;

/**
 * Judges how well a character follows the driver of a clip, and its tears. Reports of earlier versions have no measured
 * tears; then some are assumed.
 */
export function judgeMotion(motion: MotionReport, frames: number): readonly MotionFinding[] {
  const { jointError, foundFraction, heldFrames, limbs } = motion;
  const { turnedFrames = 0, sidewaysFrames = 0 } = motion;
  const away = worse(
    gradeMetric(jointError ?? 0, { above: off }),
    gradeMetric(1 - (foundFraction ?? 1), { above: lost }),
  );
  const torn =
    motion.seams === undefined
      ? 'visible'
      : worse(gradeTears(motion.seams), hasGuessedArm(motion) ? 'visible' : null);
  return [
    ...(away === null ? [] : [{ code: 'motion_off', grade: away } as const]),
    // A result without measurements is never called good.
    ...(foundFraction === null ? [{ code: 'motion_unmeasured', grade: 'visible' } as const] : []),
    ...gradeHeldFrames(heldFrames, frames),
    ...gradeFraction(
      'driver_turned',
      (turnedFrames + sidewaysFrames) / Math.max(1, frames),
      turned,
    ),
    ...(limbs.length === ALL_LIMBS
      ? []
      : [
          {
            code: 'limbs_left',
            grade: limbs.length === 0 ? 'unconvincing' : 'visible',
            values: { count: limbs.length },
          } as const,
        ]),
    ...(torn === null ? [] : [{ code: 'seams', grade: torn } as const]),
  ];
}

/** Says when too many of the frames have no driver. */
export function gradeHeldFrames(heldFrames: number, frames: number) {
  return gradeFraction('driver_lost', heldFrames / Math.max(1, frames), held);
}

function worse(a: FindingGrade | null, b: FindingGrade | null): FindingGrade | null {
  return a === 'unconvincing' || b === null ? a : b;
}

/** Returns whether the motion includes an arm that the image hides in part or shows touching the body. */
function hasGuessedArm({ hiddenHands = [], touchingArms = [] }: MotionReport): boolean {
  return hiddenHands.length + touchingArms.length > 0;
}
