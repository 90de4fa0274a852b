/** Describes the animation of a portrait in the report and in notes. */
import type { JobNote } from '../../contract/api/resources/job.ts';
import { type JobReport, noQuality, type SpeechReport } from '../../contract/job-details.ts';
import type { Portrait } from '../../engine/talk/avatar-video/read-portrait.ts';
import type { AvatarVideoFacts } from '../../engine/talk/avatar-video/render-avatar.ts';
import type { VisemeSpan } from '../../engine/voice/visemes/find-visemes.ts';
import { createReason, explainOpenLips, reportReasons } from '../kit/engine-reason.ts';
import { plainMeshModel, trackingModels } from '../kit/mesh-engine.ts';
import { describePackEngine } from '../kit/pack-engine.ts';
import { toReportVisemes } from '../kit/report-visemes.ts';
import { alignedReason } from '../kit/speech-visemes.ts';
import type { RunTalk } from '../kit/talk-packs.ts';
import type { JobSpeech } from './speech.ts';

/** Models and speech of an avatar, for its report. */
export interface AvatarWork {
  /** Engine of the report, without the description of the work. */
  readonly engine: JobReport['engine'];
  /** True when a chosen model animates the face. */
  readonly isAnimated: boolean;
  /** Report of the speech; null for a recording. */
  readonly speech: SpeechReport | null;
  readonly notes: readonly JobNote[];
}

/** Collects the models and speech of a run. */
export function toAvatarWork(speech: JobSpeech, talk: RunTalk): AvatarWork {
  const voice = speech.voice === null ? [] : [speech.voice.id];
  const models = [...trackingModels, 'person-matte', plainMeshModel, ...voice];
  const aligned = speech.isAligned ? alignedReason : null;
  return {
    engine:
      talk.facts.length > 0
        ? describePackEngine(talk.facts, { further: models })
        : {
            name: 'Portrait engine',
            provider: 'CPU',
            models,
            ...reportReasons(aligned, ...talk.reasons),
          },
    isAnimated: talk.openAnimator !== null,
    speech: speech.report,
    notes: [...speech.notes, ...talk.notes],
  };
}

/** Creates the report of an avatar. */
export function describeAvatar(
  facts: AvatarVideoFacts,
  { engine, isAnimated, speech }: AvatarWork,
  {
    visemes,
    ...run
  }: Pick<JobReport, 'stages' | 'wallMs'> & { readonly visemes: readonly VisemeSpan[] },
): JobReport {
  const { quality, hasOwnTeeth, frames, closedFrames } = facts;
  const done = isAnimated
    ? createReason(
        'portrait_by_model',
        `The face was moved by the chosen model${explainOpenLips(closedFrames, 'drew those')}.`,
        { frames: closedFrames },
      )
    : hasOwnTeeth
      ? createReason(
          'portrait_own_teeth',
          'The portrait is moved by geometry and keeps the teeth that it shows.',
          {},
        )
      : createReason(
          'portrait_drawn_teeth',
          'The portrait is moved by geometry; it shows no teeth, so they are drawn.',
          {},
        );
  return {
    engine: { ...engine, ...reportReasons(done, ...(engine.reasons ?? [])) },
    ...run,
    frames: { total: frames, swapped: frames, untouched: [] },
    quality: { ...noQuality, similarityToSource: quality.likeness },
    ...(speech === null ? {} : { speech }),
    lips: {
      closures: quality.closures,
      offsetMs: quality.offsetMs,
      correlation: quality.correlation,
      coveredFraction: 0,
      // Only the portrait's own mouth is used.
      mouths: 1,
      drawnFrames: hasOwnTeeth ? 0 : frames,
      track: toReportVisemes(visemes),
    },
  };
}

/** Creates the notes on a portrait. */
export function notePortrait({
  faces,
  hasOpenMouth,
}: Pick<Portrait, 'faces' | 'hasOpenMouth'>): JobNote[] {
  return [
    ...(faces > 1
      ? [
          {
            code: 'several_faces',
            message: `The picture shows ${faces} faces; the largest one speaks.`,
          } as const,
        ]
      : []),
    ...(hasOpenMouth
      ? [
          {
            code: 'open_mouth',
            message:
              'The mouth is wide open in the picture, so closed lips had to be made up. A picture with lips closed or smiling speaks better.',
          } as const,
        ]
      : []),
  ];
}
