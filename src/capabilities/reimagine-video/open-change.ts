import { limits } from '../../contract/api/limits.ts';
import type { JobReport } from '../../contract/job-details.ts';
import type { VideoChange } from '../../engine/reimagine/video/video-change.ts';
import { readInput, requireFile } from '../kit/inputs.ts';
import { describeImageEngine, type JobPrompt, readJobPrompt } from '../kit/instructions.ts';
import { openVideoChangeModels, openWarmTracker } from '../kit/models.ts';
import { needPeople, openRunMatting, type RunMatting } from '../kit/people-matting.ts';
import type { ProgressTracker } from '../kit/progress-tracker.ts';
import type { InputFile } from '../media-file.ts';
import type { RunContext } from '../processor.ts';
import { reimagineVideo } from './definition.ts';

/** Approximate weight of each phase in the work. */
export const changeWeights = { reading: 1, preparing: 2, rendering: 95, finishing: 2 };

/** Request of a video change. */
export interface ChangeRequest {
  readonly prompt: JobPrompt;
  readonly video: InputFile;
  readonly maxDurationUs: number;
  readonly maxShortSide: number | undefined;
}

/** Reads an accepted request. */
export function readChangeRequest(context: RunContext): ChangeRequest {
  const input = readInput(context, reimagineVideo.operation);
  const seconds = input.max_duration_sec ?? limits.reimagineVideoDurationSec.max;
  return {
    prompt: readJobPrompt(context.input, null),
    video: requireFile(context, input.video_key),
    maxDurationUs: seconds * 1_000_000,
    maxShortSide: input.output_resolution_p,
  };
}

/** Opened models of a video change; close it after use. */
export interface OpenedChange {
  readonly change: Omit<VideoChange, 'outputPath' | 'segment'>;
  readonly people: RunMatting;
  readonly engine: () => JobReport['engine'];
  readonly close: () => void;
}

/** Opens the models of a request and reports its stages. */
export async function openChange(
  context: RunContext,
  clock: ProgressTracker,
  { prompt, video, maxDurationUs, maxShortSide }: ChangeRequest,
): Promise<OpenedChange> {
  const { signal } = context;
  const { steps } = prompt.read;
  clock.enter('reading');
  const { tracker, folder } = await openWarmTracker(signal);
  signal.throwIfAborted();
  clock.enter('preparing');
  const people = await openRunMatting(context.packs, needPeople(steps), signal);
  const models = await openVideoChangeModels(folder);
  return {
    change: {
      inputPath: video.path,
      inputMime: video.mime,
      steps,
      models,
      matting: people.matting,
      tracker,
      maxDurationUs,
      maxShortSide,
      signal,
      onProgress: ({ fraction, etaMs }) => clock.advance(fraction, etaMs),
    },
    people,
    engine: () =>
      describeImageEngine({
        facts: people.matting === null ? [] : [people.matting.facts()],
        reasons: people.reasons,
        hasSteps: true,
      }),
    close: () => models.close(),
  };
}
