import { join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { limits } from '../../contract/api/limits.ts';
import type { SwapInput } from '../../engine/body/identity/prepare-swap.ts';
import { swapIdentity } from '../../engine/body/identity/swap-identity.ts';
import { extractFrame, swapStill } from '../../engine/body/identity/swap-still.ts';
import { type LipSyncFacts, syncLips } from '../../engine/talk/lip-sync/sync-lips.ts';
import { openRunBody, type RunBody } from '../kit/body-packs.ts';
import { withJobFailure, withFaceErrorField } from '../kit/failures.ts';
import { type InputOf, readInput, findPlacedJoints, requireFile } from '../kit/inputs.ts';
import { openBodyModels, openWarmTracker, type WarmTracker } from '../kit/models.ts';
import { writeImageOutput } from '../kit/image-result.ts';
import { readVideoOutput } from '../kit/video-result.ts';
import { createProgressTracker, type ProgressTracker } from '../kit/progress-tracker.ts';
import type { Processor, RunContext, RunResult } from '../processor.ts';
import { identitySwap } from './definition.ts';
import { describeStill, describeVideo, listNotes, noteLips } from './describe.ts';
import { type ReplacementAudio, prepareReplacementAudio } from './speech.ts';

const weights = { reading: 4, preparing: 44, rendering: 50, finishing: 2 };
const longSides = { '1k': 1280, '2k': 1920 } as const;
const ratios = { '16:9': 16 / 9, '9:16': 9 / 16, '1:1': 1, '4:3': 4 / 3, '4:5': 4 / 5 } as const;
/** CRF of the result, and a finer one for a video whose lips are redrawn. */
const [CRF, FINER_CRF] = [18, 13];

/** Replaces the person of a clip with a character. */
export const processor: Processor = { feature: identitySwap.feature, run };

interface SwapWork {
  readonly context: RunContext;
  readonly input: InputOf<'submitIdentitySwap'>;
  readonly clock: ProgressTracker;
  readonly warm: WarmTracker;
  readonly packs: RunBody;
  /** Inputs of every step of a swap. */
  readonly swap: Omit<SwapInput, 'onProgress' | 'pause'>;
}

async function run(context: RunContext): Promise<RunResult> {
  const input = readInput(context, identitySwap.operation);
  const { signal } = context;
  const clock = createProgressTracker(weights, (progress) => context.report(progress));
  clock.enter('reading');
  const isFinal = context.stage === null || context.stage === 'rendering_motion';
  // The speech voices take 80 MB, and are closed before the networks open.
  const sound = isFinal ? await prepareReplacementAudio(context, input) : null;
  const warm = await openWarmTracker(signal);
  signal.throwIfAborted();
  const packs = await openRunBody(context.packs, signal);
  const video = requireFile(context, input.video_key);
  const seconds = Math.min(
    limits.identitySwapVideoSec.max,
    Math.ceil((video.facts.durationMs ?? Infinity) / 1000),
  );
  const character = {
    ...requireFile(context, input.character_key),
    placed: findPlacedJoints(context),
  };
  // No call between opening and `try` may throw: the models would stay open.
  const models = await openBodyModels(warm.folder);
  try {
    const swap = {
      video,
      character,
      aspectRatio: computeRatio(input),
      maxLongSide: longSides[input.resolution],
      maxDurationUs: seconds * 1e6,
      models: { ...models, refine: packs.refinePose, parse: packs.parse },
      tracker: warm.tracker,
      signal,
    };
    const work = { context, input, clock, warm, packs, swap };
    return await withJobFailure(() => (isFinal ? renderVideo(work, sound) : renderStill(work)));
  } finally {
    models.close();
  }
}

async function renderVideo(work: SwapWork, sound: ReplacementAudio | null): Promise<RunResult> {
  const { context, input, clock, packs, swap } = work;
  const outputPath = join(context.folder, 'swapped.mp4');
  const facts = await swapIdentity({
    ...swap,
    outputPath,
    keepsSound: sound === null && input.keep_original_sound,
    crf: sound === null ? CRF : FINER_CRF,
    onProgress(stage, fraction) {
      if (sound === null) {
        clock.advanceWithin(stage, fraction);
      } else {
        // The lip sync follows.
        clock.advanceWithin('preparing', stage === 'preparing' ? fraction / 2 : (1 + fraction) / 2);
      }
    },
  });
  const lips = sound === null ? null : await moveLips(work, outputPath, sound);
  clock.enter('finishing');
  const resultPath = lips?.path ?? outputPath;
  return {
    ...(await readVideoOutput(resultPath, lips?.facts ?? facts)),
    report: describeVideo(facts, { clock, packs, lips: lips?.facts ?? null, sound }),
    notes: [
      ...(sound?.notes ?? []),
      ...packs.notes,
      ...listNotes(facts, input, longSides[input.resolution]),
      ...noteLips(lips?.facts ?? null),
    ],
  };
}

/** Syncs the lips of the rendered character to other audio. */
async function moveLips(
  { context, clock, warm }: SwapWork,
  path: string,
  { visemes, ...sound }: ReplacementAudio,
): Promise<{ readonly path: string; readonly facts: LipSyncFacts }> {
  const outputPath = join(context.folder, 'spoken.mp4');
  const facts = await withFaceErrorField('video_key', () =>
    syncLips({
      video: { path, mime: 'video/mp4' },
      sound,
      ...(visemes === null ? {} : { visemes }),
      outputPath,
      // Faces of people shown from head to feet may be too small.
      allowsNoLips: true,
      tracker: warm.tracker,
      canonicalFace: warm.canonicalFace,
      signal: context.signal,
      onProgress: (stage, fraction) =>
        clock.advanceWithin('rendering', stage === 'preparing' ? fraction / 2 : (1 + fraction) / 2),
    }),
  );
  return { path: outputPath, facts };
}

/** Renders an intermediate still of an advanced swap. */
async function renderStill({ context, clock, packs, swap }: SwapWork): Promise<RunResult> {
  const pause = async (): Promise<void> => {
    context.signal.throwIfAborted();
    await breathe();
  };
  const onProgress = (fraction: number): void => clock.advanceWithin('preparing', fraction);
  const steps = { ...swap, onProgress, pause };
  const still = context.stage === 'extracting' ? null : await swapStill(steps);
  const { image } = still ?? (await extractFrame(steps));
  return {
    // Only the video is billed.
    ...(await writeImageOutput(context, 'still.png', { image })),
    report: describeStill(clock, still, packs),
  };
}

function computeRatio({ aspect_ratio: ratio }: InputOf<'submitIdentitySwap'>): number | undefined {
  return ratio === undefined ? undefined : ratios[ratio];
}
