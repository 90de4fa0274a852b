import { join } from 'node:path';
import { changeVideo } from '../../engine/reimagine/video/change-video.ts';
import { withJobFailure, withFaceErrorField } from '../kit/failures.ts';
import { refuseUndone } from '../kit/instructions.ts';
import { readVideoOutput } from '../kit/video-result.ts';
import { createProgressTracker } from '../kit/progress-tracker.ts';
import type { Processor, RunContext, RunResult } from '../processor.ts';
import { reimagineVideo } from './definition.ts';
import { describeChange } from './describe-change.ts';
import { changeWeights, openChange, readChangeRequest } from './open-change.ts';
import { renderSegment } from './render-segments.ts';

/** Changes a video by its prompt. */
export const processor: Processor = {
  feature: reimagineVideo.feature,
  run,
  runSegment: async (context, plan) =>
    (await renderSegment(context, plan)) ?? (plan.step === 'begin' ? run(context) : 'whole'),
};

async function run(context: RunContext): Promise<RunResult> {
  const request = readChangeRequest(context);
  const clock = createProgressTracker(changeWeights, (progress) => context.report(progress));
  const { change, people, engine, close } = await openChange(context, clock, request);
  try {
    context.signal.throwIfAborted();
    clock.enter('rendering');
    const outputPath = join(context.folder, 'changed.mp4');
    const facts = await withFaceErrorField('video_key', () =>
      withJobFailure(() => changeVideo({ ...change, outputPath })),
    );
    refuseUndone(request.prompt.read, facts.skipped);
    clock.enter('finishing');
    return {
      ...(await readVideoOutput(outputPath, facts)),
      ...describeChange(request, facts, {
        engine: engine(),
        notes: people.notes,
        stages: clock.stages({ rendering: { ...facts.stages } }),
        wallMs: clock.wallMs(),
      }),
    };
  } finally {
    close();
  }
}
