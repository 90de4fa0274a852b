import type { IdentityReport } from '../../../contract/job-details.ts';
import { gradeFraction, type FindingGrade, type Limits } from './grade-metric.ts';
import { gradeHeldFrames } from './judge-motion.ts';

/** Visible flaw of an identity swap; a `Finding`. */
export interface IdentityFinding {
  readonly code: 'head_only' | 'ground_guessed' | 'driver_lost';
  readonly grade: FindingGrade;
  readonly values?: Readonly<Record<string, string | number>>;
}

/** Inpainted fraction of a scene: behind a person who never moves it is a tenth, and a smear at the edges. */
const guessed: Limits = { visible: 0.05, unconvincing: 0.5 };

/** Judges the replacement of a clip's person; the motion of the body is judged separately. */
export function judgeIdentity(
  { method, heldFrames, guessedFraction }: IdentityReport,
  frames: number,
): readonly IdentityFinding[] {
  const isHead = method === 'head';
  return [
    ...(isHead ? [{ code: 'head_only', grade: 'visible' } as const] : []),
    ...gradeFraction('ground_guessed', guessedFraction, guessed),
    // For a drawn body the motion findings cover it.
    ...(isHead ? gradeHeldFrames(heldFrames, frames) : []),
  ];
}
