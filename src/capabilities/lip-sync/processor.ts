import { join } from 'node:path';
import { renderLips } from '../../engine/talk/lip-sync/render-lips.ts';
import { summariseLips } from '../../engine/talk/lip-sync/sync-lips.ts';
import { readVideoOutput } from '../kit/video-result.ts';
import { createProgressTracker } from '../kit/progress-tracker.ts';
import type { Processor, RunContext, RunResult } from '../processor.ts';
import { lipSync } from './definition.ts';
import { describeLips, listLipNotes } from './describe.ts';
import { lipWeights, prepareRun, openLips, readLipRequest, toLipRendering } from './open-lips.ts';
import { renderSegment } from './render-segments.ts';

/** Syncs the lips of the speaker in a clip to a recording. */
export const processor: Processor = {
  feature: lipSync.feature,
  run,
  runSegment: async (context, plan) =>
    (await renderSegment(context, plan)) ?? (plan.step === 'begin' ? run(context) : 'whole'),
};

async function run(context: RunContext): Promise<RunResult> {
  const clock = createProgressTracker(lipWeights, (progress) => context.report(progress));
  const opened = await openLips(context, clock);
  const { lips, sound: speech, work } = await prepareRun(context, clock, opened);
  const outputPath = join(context.folder, 'synced.mp4');
  const rendering = toLipRendering(context, clock, { opened, speech });
  const made = await renderLips(lips, { ...rendering, outputPath });
  clock.enter('finishing');
  const facts = { ...summariseLips(lips.findings, [made]), size: lips.clip.size };
  const stages = clock.stages({
    preparing: { ...lips.findings.times },
    rendering: { ...made.times },
  });
  return {
    ...(await readVideoOutput(outputPath, { size: facts.size, sound: made.sound })),
    report: describeLips(facts, work, { stages, wallMs: clock.wallMs() }),
    notes: listLipNotes(facts, work, readLipRequest(context).input.output_resolution_p),
  };
}
