import { join } from 'node:path';
import { limits } from '../../contract/api/limits.ts';
import { noQuality } from '../../contract/job-details.ts';
import { changeVideo } from '../../engine/reimagine/video/change-video.ts';
import { failAsJob, nameFaceless } from '../kit/failures.ts';
import { readInput, requireFile } from '../kit/inputs.ts';
import {
  describePictureEngine,
  notePrompt,
  readJobPrompt,
  reportPrompt,
} from '../kit/instructions.ts';
import { openVideoChangeModels, openWarmTracker } from '../kit/models.ts';
import { noteSmallerOutput } from '../kit/notes.ts';
import { needPeople, openRunMatting } from '../kit/people-matting.ts';
import { readVideoOutput } from '../kit/video-result.ts';
import { createWorkClock } from '../kit/work-clock.ts';
import type { Processor, RunContext, RunResult } from '../processor.ts';
import { reimagineVideo } from './definition.ts';

const weights = { reading: 1, preparing: 2, rendering: 95, finishing: 2 };

/** Changes a video by its prompt. */
export const processor: Processor = { feature: reimagineVideo.feature, run };

async function run(context: RunContext): Promise<RunResult> {
  const input = readInput(context, reimagineVideo.operation);
  const { signal, folder } = context;
  const clock = createWorkClock(weights, (progress) => context.report(progress));
  clock.enter('reading');
  const prompt = readJobPrompt(context.input, null);
  const { read } = prompt;
  const video = requireFile(context, input.video_key);
  const { tracker, folder: modelFolder } = await openWarmTracker(signal);
  signal.throwIfAborted();
  clock.enter('preparing');
  const people = await openRunMatting(context.packs, needPeople(read.steps), signal);
  // Nothing may fail between these and what closes them.
  const models = await openVideoChangeModels(modelFolder);
  try {
    signal.throwIfAborted();
    clock.enter('rendering');
    const outputPath = join(folder, 'changed.mp4');
    const seconds = input.max_duration_sec ?? limits.reimagineVideoDurationSec.max;
    const facts = await nameFaceless('video_key', () =>
      failAsJob(() =>
        changeVideo({
          inputPath: video.path,
          inputMime: video.mime,
          outputPath,
          steps: read.steps,
          models,
          matting: people.matting,
          tracker,
          maxDurationUs: seconds * 1_000_000,
          maxShortSide: input.output_resolution_p,
          signal,
          onProgress: ({ fraction, etaMs }) => clock.advance(fraction, etaMs),
        }),
      ),
    );
    clock.enter('finishing');
    return {
      ...(await readVideoOutput(outputPath, facts)),
      report: {
        engine: describePictureEngine({
          facts: people.matting === null ? [] : [people.matting.facts()],
          reasons: [people.reason],
          hasSteps: true,
        }),
        stages: clock.stages({ rendering: { ...facts.stages } }),
        wallMs: clock.wallMs(),
        frames: { total: facts.frames, swapped: facts.changedFrames, untouched: [] },
        quality: noQuality,
        prompt: reportPrompt(prompt, facts.skipped),
      },
      notes: [
        ...notePrompt(read, facts.skipped),
        ...people.notes,
        ...noteSmallerOutput(facts.size, input.output_resolution_p),
      ],
    };
  } finally {
    models.close();
  }
}
