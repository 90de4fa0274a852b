import { createProgressTracker } from '../kit/progress-tracker.ts';
import type { Processor, RunContext, RunResult } from '../processor.ts';
import { avatar } from './definition.ts';
import { avatarWeights, drawWhole, planSpeech } from './open-avatar.ts';
import { renderSegment } from './render-segments.ts';

/** Animates a portrait and writes a video with its audio. */
export const processor: Processor = {
  feature: avatar.feature,
  run,
  runSegment: async (context, plan) => (await renderSegment(context, plan)) ?? 'whole',
};

async function run(context: RunContext): Promise<RunResult> {
  const clock = createProgressTracker(avatarWeights, (progress) => context.report(progress));
  return drawWhole(context, clock, await planSpeech(context, clock));
}
