import { join } from 'node:path';
import type { JobNote } from '../../contract/api/resources/job.ts';
import { limits } from '../../contract/api/limits.ts';
import { type JobReport, noQuality } from '../../contract/job-details.ts';
import { type AnimationFacts, animateStill } from '../../engine/body/clip/animate-still.ts';
import { describeBodyEngine, noteLeftLimbs, noteTears } from '../kit/body-engine.ts';
import { openRunBody, type RunBody } from '../kit/body-packs.ts';
import { failAsJob } from '../kit/failures.ts';
import { type InputOf, readInput, readPlaced, requireFile } from '../kit/inputs.ts';
import { openBodyModels, openWarmTracker } from '../kit/models.ts';
import { readVideoOutput } from '../kit/video-result.ts';
import { createWorkClock, type WorkClock } from '../kit/work-clock.ts';
import type { Processor, RunContext, RunResult } from '../processor.ts';
import { motionControl } from './definition.ts';

const weights = { reading: 4, preparing: 40, rendering: 54, finishing: 2 };

/** Makes the person of a picture move as the driver of a clip. */
export const processor: Processor = { feature: motionControl.feature, run };

async function run(context: RunContext): Promise<RunResult> {
  const input = readInput(context, motionControl.operation);
  const { signal, folder } = context;
  const clock = createWorkClock(weights, (progress) => context.report(progress));
  clock.enter('reading');
  const { tracker, folder: modelFolder } = await openWarmTracker(signal);
  signal.throwIfAborted();
  const packs = await openRunBody(context.packs, signal);
  const outputPath = join(folder, 'motion.mp4');
  const video = requireFile(context, input.video_key);
  const seconds = Math.min(
    input.max_duration_sec ?? limits.motionControlDurationSec.max,
    Math.ceil((video.facts.durationMs ?? Infinity) / 1000),
  );
  // Nothing may fail between these and what closes them.
  const models = await openBodyModels(modelFolder);
  try {
    const facts = await failAsJob(() =>
      animateStill({
        image: requireFile(context, input.image_key),
        video,
        outputPath,
        orientation: input.character_orientation,
        placed: readPlaced(context),
        maxDurationUs: seconds * 1e6,
        keepsSound: input.keep_original_sound,
        models: { ...models, refine: packs.refinePose, parse: packs.parse },
        tracker,
        signal,
        onProgress: (stage, fraction) => clock.follow(stage, fraction),
      }),
    );
    clock.enter('finishing');
    return {
      ...(await readVideoOutput(outputPath, facts)),
      report: toReport(facts, { clock, packs }),
      notes: [...packs.notes, ...listNotes(facts, input)],
    };
  } finally {
    models.close();
  }
}

function toReport(
  facts: AnimationFacts,
  { clock, packs }: { readonly clock: WorkClock; readonly packs: RunBody },
): JobReport {
  const { frames, heldFrames, cuts, drivers, jointError, foundFraction, seams, times } = facts;
  const { track, layers, draw, measure, encode } = times;
  return {
    engine: describeBodyEngine(
      packs,
      [],
      'The picture itself is bent by the joints of the clip, so face and clothes stay what they are.',
    ),
    stages: clock.stages({ preparing: { track, layers }, rendering: { draw, measure, encode } }),
    wallMs: clock.wallMs(),
    frames: { total: frames, swapped: frames, untouched: [] },
    quality: noQuality,
    motion: {
      limbs: [...facts.limbs],
      heldFrames,
      turnedFrames: facts.turnedFrames,
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

function listNotes(
  { limbs, drivers, people, seams, turnedFrames }: AnimationFacts,
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
