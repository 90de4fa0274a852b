/** Describes an identity swap in the report, and its deviations from the request in notes. */
import { defaultIdentityPrompt } from '../../contract/api/operations/identity.ts';
import type { JobNote } from '../../contract/api/resources/job.ts';
import { type JobReport, noQuality } from '../../contract/job-details.ts';
import { whys } from '../../engine/body/identity/prepare-swap.ts';
import type { IdentitySwapFacts } from '../../engine/body/identity/swap-identity.ts';
import type { SwappedStill } from '../../engine/body/identity/swap-still.ts';
import type { LipSyncFacts } from '../../engine/talk/lip-sync/sync-lips.ts';
import { describeBodyEngine, noteLeftLimbs, noteSideways, noteTears } from '../kit/body-engine.ts';
import type { RunBody } from '../kit/body-packs.ts';
import { createReason } from '../kit/engine-reason.ts';
import type { InputOf } from '../kit/inputs.ts';
import { plainMeshModel } from '../kit/mesh-engine.ts';
import { toReportVisemes } from '../kit/report-visemes.ts';
import type { ProgressTracker } from '../kit/progress-tracker.ts';
import type { ReplacementAudio } from './speech.ts';

/** Creates the report of a whole video. */
export function describeVideo(
  facts: IdentitySwapFacts,
  {
    clock,
    packs,
    lips,
    sound,
  }: {
    readonly clock: ProgressTracker;
    readonly packs: RunBody;
    readonly lips: LipSyncFacts | null;
    readonly sound: ReplacementAudio | null;
  },
): JobReport {
  const { frames, heldFrames, likeness, motion, limbs, cuts, drivers } = facts;
  const { track, layers, ...rendering } = facts.times;
  const { toCharacter, toDriver, strangers } = likeness;
  const { voiceId = null, report: speech = null } = sound ?? {};
  const ownVoice = voiceId === null ? [] : [voiceId];
  const ownLips = lips === null ? [] : [plainMeshModel];
  const ofStages =
    lips === null
      ? { preparing: { track, layers }, rendering }
      : {
          preparing: { track, layers, ...rendering },
          rendering: { lips: lips.times.draw, encode: lips.times.encode },
        };
  return {
    engine: toEngine(facts, [...ownLips, ...ownVoice], packs),
    stages: clock.stages(ofStages),
    wallMs: clock.wallMs(),
    frames: { total: frames, swapped: frames - heldFrames, untouched: [] },
    quality: {
      ...noQuality,
      similarityToSource: toCharacter,
      similarityToTarget: toDriver,
      trackedShare: frames === 0 ? null : (frames - heldFrames) / frames,
    },
    identity: {
      method: facts.method,
      reason: facts.reason,
      heldFrames,
      guessedFraction: facts.guessedFraction,
      leak: toDriver === null || strangers === null ? null : toDriver - strangers,
    },
    ...(motion === null
      ? {}
      : {
          motion: {
            limbs: [...limbs],
            heldFrames,
            cuts,
            drivers,
            ...motion,
            hiddenHands: [...motion.hiddenHands],
            touchingArms: [...motion.touchingArms],
          },
        }),
    ...(speech === null ? {} : { speech }),
    ...(lips === null || lips.frames.swapped === 0 ? {} : { lips: toLipReport(lips) }),
  };
}

function toLipReport(lips: LipSyncFacts): NonNullable<JobReport['lips']> {
  const { closures, offsetMs, correlation, coveredFraction, mouths, drawnFrames, visemes } = lips;
  return {
    closures,
    offsetMs,
    correlation,
    coveredFraction,
    mouths,
    drawnFrames,
    track: toReportVisemes(visemes),
  };
}

/** Creates the report of an intermediate still; `still` is null for a frame of the clip itself. */
export function describeStill(
  clock: ProgressTracker,
  still: SwappedStill | null,
  packs: RunBody,
): JobReport {
  return {
    engine: toEngine(still, [], packs),
    stages: clock.stages(),
    wallMs: clock.wallMs(),
    frames: null,
    quality: noQuality,
  };
}

function toEngine(
  swapped: Pick<SwappedStill, 'method' | 'reason'> | null,
  models: readonly string[],
  packs: RunBody,
): JobReport['engine'] {
  const reason = swapped?.reason ?? null;
  return describeBodyEngine(
    packs,
    models,
    reason === null
      ? createReason(
          'taken_out',
          'The person is replaced by what other frames show behind them; the picture itself is bent by their joints.',
          {},
        )
      : createReason(`head_only_${reason}`, `${whys[reason]} So only the head was swapped.`, {}),
  );
}

/** Lists the deviations from the request. */
export function listNotes(
  { method, reason, limbs, drivers, size, motion, frames }: IdentitySwapFacts,
  { prompt }: Pick<InputOf<'submitIdentitySwap'>, 'prompt'>,
  askedLongSide: number,
): JobNote[] {
  const longSide = Math.max(size.width, size.height);
  const notes: (JobNote | false)[] = [
    reason !== null && {
      code: 'head_only',
      message: `${whys[reason]} Only the head was swapped; body and clothes are those of the video.`,
    },
    ...(method === 'body' ? noteLeftLimbs(limbs) : []),
    ...(motion === null
      ? []
      : [...noteSideways(motion.sidewaysFrames, frames), ...noteTears(motion.seams)]),
    drivers > 1 && {
      code: 'largest_person',
      message: `The video shows ${drivers} people; the largest one was replaced.`,
    },
    longSide < askedLongSide && {
      code: 'smaller_output',
      message: `The longer side of the result has ${longSide} pixels, fewer than the ${askedLongSide} of the resolution: nothing is scaled up.`,
    },
    prompt !== undefined &&
      prompt.trim() !== defaultIdentityPrompt && {
        code: 'prompt_unused',
        message: `The built-in engine always does one thing, so the prompt changed nothing: ${defaultIdentityPrompt}`,
      },
  ];
  return notes.filter((note) => note !== false);
}

/** Creates the notes on the lip sync. */
export function noteLips(lips: LipSyncFacts | null): JobNote[] {
  if (lips === null) {
    return [];
  }
  const notes: (JobNote | false)[] = [
    lips.frames.swapped === 0 && {
      code: 'lips_left',
      message: 'The lips do not move to the sound: the face is too small, turned away or covered.',
    },
    lips.isRepeated && {
      code: 'clip_repeated',
      message:
        'The sound is longer than the video, so the video plays there and back until its end.',
    },
  ];
  return notes.filter((note) => note !== false);
}
