import { join } from 'node:path';
import type { JobNote } from '../../contract/api/resources/job.ts';
import { type JobReport, noQuality } from '../../contract/job-details.ts';
import { type LipSyncFacts, syncLips } from '../../engine/talk/lip-sync/sync-lips.ts';
import { nameFaceless } from '../kit/failures.ts';
import { readInput, requireFile } from '../kit/inputs.ts';
import { handModels, plainMeshModel, trackingModels } from '../kit/mesh-engine.ts';
import { openWarmTracker } from '../kit/models.ts';
import { noteSmallerOutput } from '../kit/notes.ts';
import { toShownMouths } from '../kit/shown-mouths.ts';
import { readVideoOutput, toReportSpans } from '../kit/video-result.ts';
import { createWorkClock, type WorkClock } from '../kit/work-clock.ts';
import type { Processor, RunContext, RunResult } from '../processor.ts';
import { lipSync } from './definition.ts';

const weights = { reading: 2, preparing: 46, rendering: 50, finishing: 2 };

/** Puts the words of a recording into the mouth of who speaks in a clip. */
export const processor: Processor = { feature: lipSync.feature, run };

async function run(context: RunContext): Promise<RunResult> {
  const input = readInput(context, lipSync.operation);
  const { signal, folder } = context;
  const clock = createWorkClock(weights, (progress) => context.report(progress));
  clock.enter('reading');
  const { tracker, canonicalFace } = await openWarmTracker(signal);
  signal.throwIfAborted();
  const outputPath = join(folder, 'synced.mp4');
  const facts = await nameFaceless('video_key', () =>
    syncLips({
      video: requireFile(context, input.video_key),
      sound: requireFile(context, input.audio_key),
      outputPath,
      tracker,
      canonicalFace,
      maxShortSide: input.output_resolution_p,
      signal,
      onProgress: (stage, fraction) => clock.follow(stage, fraction),
    }),
  );
  clock.enter('finishing');
  return {
    ...(await readVideoOutput(outputPath, facts)),
    report: toReport(facts, clock),
    notes: [...listNotes(facts), ...noteSmallerOutput(facts.size, input.output_resolution_p)],
  };
}

function toReport(facts: LipSyncFacts, clock: WorkClock): JobReport {
  const { frames, untouched, closures, offsetMs, correlation } = facts;
  const { listen, track, library, ...rendering } = facts.times;
  return {
    engine: {
      name: 'Lip engine',
      provider: 'CPU',
      models: [...trackingModels, ...handModels, plainMeshModel, 'viseme-network'],
      reason: reasonOf(facts),
    },
    stages: clock.stages({ preparing: { listen, track, library }, rendering }),
    wallMs: clock.wallMs(),
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
      mouths: facts.mouths,
      drawnFrames: facts.drawnFrames,
      track: toShownMouths(facts.visemes),
    },
  };
}

const reasons: Readonly<Record<LipSyncFacts['speaker'], string>> = {
  only_person: 'the only person in the clip',
  speaks_most: 'the person whose mouth moves most',
  most_prominent: 'the person who is largest and longest in the picture',
};

function reasonOf({ mouths, drawnFrames, speaker, people }: LipSyncFacts): string {
  const who = people > 1 ? ` Of ${people} people, it moved the lips of ${reasons[speaker]}.` : '';
  const what =
    mouths === 0
      ? 'The clip shows no open mouth, so the inside of the mouth was drawn.'
      : drawnFrames > 0
        ? `Mouths are ${mouths} of the clip itself; where its light fits none, the inside was drawn.`
        : `Mouths are ${mouths} of the clip itself, shown again with other words.`;
  return `${what}${who}`;
}

function listNotes({ isRepeated, mouths, people, speaker }: LipSyncFacts): JobNote[] {
  const notes: JobNote[] = [];
  if (isRepeated) {
    notes.push({
      code: 'clip_repeated',
      message:
        'The sound is longer than the video, so the video plays there and back until its end.',
    });
  }
  if (mouths === 0) {
    notes.push({
      code: 'mouth_drawn',
      message: 'The video shows no open mouth, so teeth and tongue were drawn.',
    });
  }
  if (people > 1) {
    notes.push({
      code: 'one_of_several',
      message: `The video shows ${people} people; only the lips of one were moved: ${reasons[speaker]}.`,
    });
  }
  return notes;
}
