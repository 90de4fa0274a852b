import { join } from 'node:path';
import { swapVideo } from '../../engine/swap/swap-video.ts';
import { noteKeptGlasses, noteSmallerOutput } from '../kit/notes.ts';
import { toPeopleReport } from '../kit/swapped-people.ts';
import { readVideoOutput, toReportSpans } from '../kit/video-result.ts';
import { createProgressTracker } from '../kit/progress-tracker.ts';
import type { Processor, RunContext, RunResult } from '../processor.ts';
import { faceSwap } from './definition.ts';
import { findChosen, trackPeople } from './find-chosen.ts';
import { nameVideo, openSwap, readSwapRequest, swapWeights } from './open-swap.ts';
import { renderSegment } from './render-segments.ts';

/** Swaps the face of the main or a chosen person of a video, with the engine of the run. */
export const processor: Processor = {
  feature: faceSwap.feature,
  run,
  runSegment: async (context, plan) =>
    (await renderSegment(context, plan)) ?? (plan.step === 'begin' ? run(context) : 'whole'),
};

async function run(context: RunContext): Promise<RunResult> {
  const request = readSwapRequest(context);
  const clock = createProgressTracker(swapWeights, (progress) => context.report(progress));
  const { swap, engine, notes, arePacks, meter, quality } = await openSwap(context, clock);
  const outputPath = join(context.folder, 'swapped.mp4');
  try {
    const chosen = await findChosen(context, meter);
    clock.enter('rendering');
    const people = chosen === null ? 'main' : trackPeople(chosen, meter);
    const facts = await nameVideo(request, () => swapVideo({ ...swap, outputPath, people }));
    clock.enter('finishing');
    const { flaws, ...measured } = quality.summarise();
    const usedFlaws = arePacks ? null : flaws;
    return {
      ...(await readVideoOutput(outputPath, facts)),
      report: {
        engine,
        stages: clock.stages({ rendering: { ...facts.stages } }),
        wallMs: clock.wallMs(),
        frames: {
          total: facts.frames.total,
          swapped: facts.frames.swapped,
          untouched: toReportSpans(facts.untouched),
        },
        quality: { ...measured, flaws: usedFlaws },
        ...toPeopleReport(facts.ranks),
      },
      notes: [
        ...notes,
        ...noteKeptGlasses(usedFlaws, notes),
        ...noteSmallerOutput(facts.size, request.maxShortSide),
      ],
    };
  } finally {
    for (const swapper of swap.swappers) {
      swapper.close?.();
    }
  }
}
