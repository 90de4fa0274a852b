import type { JobNote } from '../../contract/api/resources/job.ts';
import type { EngineReason } from '../../contract/engine-reasons.ts';
import type { JobReport } from '../../contract/job-details.ts';
import type { Seams } from '../../contract/limbs.ts';
import { gradeTears } from '../../contract/seam-grade.ts';
import { type Limb, limbs } from '../../engine/body/joints.ts';
import type { RunBody } from './body-packs.ts';
import { reportReasons } from './engine-reason.ts';
import { handModels, trackingModels } from './mesh-engine.ts';
import { describePackEngine } from './pack-engine.ts';

/** Networks used wherever a body is tracked in a clip. */
const bodyModels: readonly string[] = [
  'pose-detection',
  'pose-landmarks',
  'person-matte',
  ...trackingModels,
  ...handModels,
];

/** Describes the engine of body motion for a report; `done` describes the work. */
export function describeBodyEngine(
  { facts, reasons }: Pick<RunBody, 'facts' | 'reasons'>,
  models: readonly string[],
  done: EngineReason,
): JobReport['engine'] {
  const further = [...bodyModels, ...models];
  return facts.length > 0
    ? describePackEngine(facts, { further, done: [done] })
    : {
        name: 'Body engine',
        provider: 'CPU',
        models: further,
        ...reportReasons(done, ...reasons),
      };
}

const limbNames: Readonly<Record<Limb, string>> = {
  leftArm: 'left arm',
  rightArm: 'right arm',
  leftLeg: 'left leg',
  rightLeg: 'right leg',
};

/** Creates the note on limbs that do not follow the clip; none when all do. */
export function noteLeftLimbs(followed: readonly Limb[]): JobNote[] {
  const left = limbs.filter((limb) => !followed.includes(limb)).map((limb) => limbNames[limb]);
  return left.length === 0
    ? []
    : [
        {
          code: 'limbs_left',
          message: `Not moved, because the picture or the video does not show them well enough: ${left.join(', ')}.`,
        },
      ];
}

/** Maximum fraction of frames from the side that is no more than a passing turn. */
const PASSING = 0.05;

/** Creates the note on frames from the side; none for a passing turn. */
export function noteSideways(sidewaysFrames: number, frames: number): JobNote[] {
  return sidewaysFrames > frames * PASSING
    ? [
        {
          code: 'turn_narrowed',
          message: `In ${sidewaysFrames} frames the video shows its person from the side, which the picture does not; the person is narrowed there, not turned.`,
        },
      ]
    : [];
}

/** Creates the note on visible tears; none when they are hardly visible. */
export function noteTears(seams: Seams): JobNote[] {
  return gradeTears(seams) === 'unconvincing'
    ? [
        {
          code: 'body_torn',
          message:
            'The person tears in some frames, because limbs touch or cross in the picture. Use one with arms off the body and legs apart.',
        },
      ]
    : [];
}
