import { join } from 'node:path';
import { animateStill } from '../../engine/body/clip/animate-still.ts';
import { withJobFailure } from '../kit/failures.ts';
import { readInput } from '../kit/inputs.ts';
import { readVideoOutput } from '../kit/video-result.ts';
import { createProgressTracker } from '../kit/progress-tracker.ts';
import type { Processor, RunContext, RunResult } from '../processor.ts';
import { motionControl } from './definition.ts';
import { describeEngine, describeMotion, listMotionNotes } from './describe.ts';
import { motionWeights, openMotion } from './open-motion.ts';
import { renderSegment } from './render-segments.ts';

/** Animates the person of an image with the motion of a clip's driver. */
export const processor: Processor = {
  feature: motionControl.feature,
  run,
  runSegment: async (context, plan) =>
    (await renderSegment(context, plan)) ?? (plan.step === 'begin' ? run(context) : 'whole'),
};

async function run(context: RunContext): Promise<RunResult> {
  const clock = createProgressTracker(motionWeights, (progress) => context.report(progress));
  const { animation, packs, close } = await openMotion(context, clock);
  try {
    const outputPath = join(context.folder, 'motion.mp4');
    const facts = await withJobFailure(() => animateStill({ ...animation, outputPath }));
    clock.enter('finishing');
    const { track, layers, ...rendering } = facts.times;
    const stages = clock.stages({ preparing: { track, layers }, rendering });
    return {
      ...(await readVideoOutput(outputPath, facts)),
      report: describeMotion(facts, {
        engine: describeEngine(packs),
        stages,
        wallMs: clock.wallMs(),
      }),
      notes: [
        ...packs.notes,
        ...listMotionNotes(facts, readInput(context, motionControl.operation)),
      ],
    };
  } finally {
    close();
  }
}
