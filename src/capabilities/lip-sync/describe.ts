/** Describes a lip sync in the report, and its deviations from the request in notes. */
import type { JobNote } from '../../contract/api/resources/job.ts';
import type { EngineReason } from '../../contract/engine-reasons.ts';
import { type JobReport, noQuality } from '../../contract/job-details.ts';
import type { LipSyncFacts } from '../../engine/talk/lip-sync/sync-lips.ts';
import { createReason, explainOpenLips, reportReasons } from '../kit/engine-reason.ts';
import { handModels, plainMeshModel, trackingModels } from '../kit/mesh-engine.ts';
import { noteSmallerOutput } from '../kit/notes.ts';
import { describePackEngine } from '../kit/pack-engine.ts';
import { toReportVisemes } from '../kit/report-visemes.ts';
import { alignedReason, type SpeechVisemes } from '../kit/speech-visemes.ts';
import type { RunTalk } from '../kit/talk-packs.ts';
import { toReportSpans } from '../kit/video-result.ts';

/** Models and visemes of a lip sync, for its report. */
export interface LipWork {
  /** Engine of the report, without the description of the work. */
  readonly engine: JobReport['engine'];
  /** True when a chosen model generates the mouths. */
  readonly isPainted: boolean;
  /** True when visemes were aligned with a transcript. */
  readonly isAligned: boolean;
  readonly notes: readonly JobNote[];
}

/** Facts of a rendered lip sync. */
export type LipFacts = Omit<LipSyncFacts, 'sizeBytes' | 'sound'>;

/** Collects the models and visemes of a run. */
export function toLipWork(talk: RunTalk, spoken: Omit<SpeechVisemes, 'visemes'>): LipWork {
  const models = [...trackingModels, ...handModels, plainMeshModel, 'viseme-network'];
  return {
    engine:
      talk.facts.length > 0
        ? describePackEngine(talk.facts, { further: models })
        : { name: 'Lip engine', provider: 'CPU', models, ...reportReasons(...talk.reasons) },
    isPainted: talk.openPainter !== null,
    isAligned: spoken.isAligned,
    notes: [...talk.notes, ...spoken.notes],
  };
}

/** Creates the report of a lip sync. */
export function describeLips(
  facts: LipFacts,
  { engine, isPainted, isAligned }: LipWork,
  { stages, wallMs }: Pick<JobReport, 'stages' | 'wallMs'>,
): JobReport {
  const { frames, untouched, closures, offsetMs, correlation } = facts;
  const reasons = [
    ...explainMouths(facts, isPainted),
    isAligned ? alignedReason : null,
    ...(engine.reasons ?? []),
  ];
  return {
    engine: { ...engine, ...reportReasons(...reasons) },
    stages,
    wallMs,
    frames: {
      total: frames.total,
      swapped: frames.swapped,
      untouched: toReportSpans(untouched),
    },
    quality: noQuality,
    lips: {
      closures,
      offsetMs,
      correlation,
      coveredFraction: facts.coveredFraction,
      mouths: isPainted ? 0 : facts.mouths,
      drawnFrames: isPainted ? frames.swapped : facts.drawnFrames,
      track: toReportVisemes(facts.visemes),
    },
  };
}

const reasons: Readonly<Record<LipSyncFacts['speaker'], string>> = {
  only_person: 'the only person in the clip',
  speaks_most: 'the person whose mouth moves most',
  most_prominent: 'the person who is largest and longest in the picture',
};

function explainMouths(facts: LipFacts, isPainted: boolean): readonly EngineReason[] {
  const { speaker, people } = facts;
  const who = `Of ${people} people, it moved the lips of ${reasons[speaker]}.`;
  return [
    explainMouth(facts, isPainted),
    ...(people > 1 ? [createReason(`speaker_${speaker}`, who, { people })] : []),
  ];
}

function explainMouth(
  { mouths, drawnFrames, closedFrames: frames }: LipFacts,
  isPainted: boolean,
): EngineReason {
  if (isPainted) {
    return createReason(
      'mouths_painted',
      `Mouths were painted by the chosen model${explainOpenLips(frames, 'closed them')}.`,
      { frames },
    );
  }
  if (mouths === 0) {
    const message = 'The mouth hardly opens in the clip, so its inside was drawn.';
    return createReason('mouths_drawn', message, {});
  }
  const shown = `${mouths === 1 ? 'One mouth of the clip is' : `${mouths} mouths of the clip are`} shown again`;
  return drawnFrames > 0
    ? createReason(
        'mouths_mixed',
        `${shown}; where the light fits none of them, the inside was drawn.`,
        { mouths },
      )
    : createReason('mouths_of_clip', `${shown} with other words.`, { mouths });
}

/** Lists the deviations from the request; `requestedP` is the requested size. */
export function listLipNotes(
  { isRepeated, mouths, people, speaker, size }: LipFacts,
  { isPainted, notes: ofWork }: LipWork,
  requestedP: number | undefined,
): JobNote[] {
  const notes: JobNote[] = [...ofWork];
  if (isRepeated) {
    notes.push({
      code: 'clip_repeated',
      message:
        'The sound is longer than the video, so the video plays there and back until its end.',
    });
  }
  if (mouths === 0 && !isPainted) {
    notes.push({
      code: 'mouth_drawn',
      message: 'The mouth hardly opens in the video, so teeth and tongue were drawn.',
    });
  }
  if (people > 1) {
    notes.push({
      code: 'one_of_several',
      message: `The video shows ${people} people; only the lips of one were moved: ${reasons[speaker]}.`,
    });
  }
  return [...notes, ...noteSmallerOutput(size, requestedP)];
}
