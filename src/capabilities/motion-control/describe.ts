/** Describes an animation in the report, and its deviations from the request in notes. */
import type { JobNote } from '../../contract/api/resources/job.ts';
import { type JobReport, noQuality } from '../../contract/job-details.ts';
import type { AnimationFacts } from '../../engine/body/clip/still-animation.ts';
import { describeBodyEngine, noteLeftLimbs, noteSideways, noteTears } from '../kit/body-engine.ts';
import { createReason } from '../kit/engine-reason.ts';
import type { RunBody } from '../kit/body-packs.ts';
import type { InputOf } from '../kit/inputs.ts';

/** Describes the engine of an animation for the report. */
export function describeEngine(packs: RunBody): JobReport['engine'] {
  return describeBodyEngine(
    packs,
    [],
    createReason(
      'bent_by_joints',
      'The picture itself is bent by the joints of the clip, so face and clothes stay what they are.',
      {},
    ),
  );
}

/** Creates the report of an animation. */
export function describeMotion(
  facts: AnimationFacts,
  run: Pick<JobReport, 'engine' | 'stages' | 'wallMs'>,
): JobReport {
  const { frames, heldFrames, cuts, drivers, jointError, foundFraction, seams } = facts;
  return {
    ...run,
    frames: { total: frames, swapped: frames, untouched: [] },
    quality: noQuality,
    motion: {
      limbs: [...facts.limbs],
      heldFrames,
      turnedFrames: facts.turnedFrames,
      sidewaysFrames: facts.sidewaysFrames,
      views: facts.views,
      cuts,
      drivers,
      jointError,
      foundFraction,
      seams,
      hiddenHands: [...facts.hiddenHands],
      touchingArms: [...facts.touchingArms],
    },
  };
}

/** Lists the notes on an animation. */
export function listMotionNotes(
  { limbs, drivers, people, seams, frames, turnedFrames, sidewaysFrames }: AnimationFacts,
  { prompt, negative_prompt }: InputOf<'submitMotionControl'>,
): JobNote[] {
  return [
    ...noteLeftLimbs(limbs),
    ...(drivers > 1 || people > 1
      ? [
          {
            code: 'largest_person',
            message: `The ${drivers > 1 ? 'video' : 'picture'} shows ${Math.max(drivers, people)} people; the largest one was used.`,
          } as const,
        ]
      : []),
    ...noteTears(seams),
    ...(turnedFrames > 0
      ? [
          {
            code: 'turn_mirrored',
            message: `In ${turnedFrames} frames the video shows another side of its person than the picture does; the motion is mirrored there.`,
          } as const,
        ]
      : []),
    ...noteSideways(sidewaysFrames, frames),
    ...(prompt === undefined && negative_prompt === undefined
      ? []
      : [
          {
            code: 'prompt_unused',
            message:
              'The built-in engine moves the person and nothing else, so the prompt changed nothing.',
          } as const,
        ]),
  ];
}
