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
import { describePackEngine } from '../kit/pack-engine.ts';
import { openRunTalk, type RunTalk } from '../kit/talk-packs.ts';
import { joinSentences } from '../kit/join-sentences.ts';
import { alignedReason, findSpokenMouths, type SpokenMouths } from '../kit/spoken-mouths.ts';
import { createWorkClock, type WorkClock } from '../kit/work-clock.ts';
import type { Processor, RunContext, RunResult } from '../processor.ts';
import { lipSync } from './definition.ts';

const weights = { reading: 2, preparing: 46, rendering: 50, finishing: 2 };

/** Puts the words of a recording into the mouth of who speaks in a clip. */
export const processor: Processor = { feature: lipSync.feature, run };

async function run(context: RunContext): Promise<RunResult> {
  const input = readInput(context, lipSync.operation);
  const { signal, folder, hints = {} } = context;
  const clock = createWorkClock(weights, (progress) => context.report(progress));
  clock.enter('reading');
  const talk = await openRunTalk(context.packs, ['soundToMouth', 'mouthPainter'], signal);
  const { tracker, canonicalFace } = await openWarmTracker(signal);
  signal.throwIfAborted();
  const outputPath = join(folder, 'synced.mp4');
  const { transcript: text, max_duration_sec: maxSec } = hints;
  let spoken: Omit<SpokenMouths, 'visemes'> = { isAligned: false, notes: [] };
  const facts = await nameFaceless('video_key', () =>
    syncLips({
      video: requireFile(context, input.video_key),
      sound: requireFile(context, input.audio_key),
      outputPath,
      tracker,
      canonicalFace,
      maxClipUs: maxSec === undefined ? undefined : maxSec * 1e6,
      async visemes(sound) {
        const transcript = text === undefined ? null : { text };
        const found = await findSpokenMouths(sound, transcript, signal);
        spoken = found;
        return found.visemes;
      },
      soundToMouth: talk.soundToMouth,
      openPainter: talk.openPainter,
      maxShortSide: input.output_resolution_p,
      signal,
      onProgress: (stage, fraction) => clock.follow(stage, fraction),
    }),
  );
  clock.enter('finishing');
  return {
    ...(await readVideoOutput(outputPath, facts)),
    report: toReport(facts, { talk, spoken }, clock),
    notes: [
      ...talk.notes,
      ...spoken.notes,
      ...listNotes(facts, talk),
      ...noteSmallerOutput(facts.size, input.output_resolution_p),
    ],
  };
}

/** What lips were moved with. */
interface LipWork {
  readonly talk: RunTalk;
  readonly spoken: Pick<SpokenMouths, 'isAligned'>;
}

function toReport(facts: LipSyncFacts, work: LipWork, clock: WorkClock): JobReport {
  const { frames, untouched, closures, offsetMs, correlation } = facts;
  const isPainted = work.talk.openPainter !== null;
  const { listen, track, library, ...rendering } = facts.times;
  return {
    engine: toEngine(facts, work),
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
      mouths: isPainted ? 0 : facts.mouths,
      drawnFrames: isPainted ? frames.swapped : facts.drawnFrames,
      track: toShownMouths(facts.visemes),
    },
  };
}

function toEngine(facts: LipSyncFacts, { talk, spoken }: LipWork): JobReport['engine'] {
  const own = [...trackingModels, ...handModels, plainMeshModel, 'viseme-network'];
  const done = joinSentences(reasonOf(facts, talk), spoken.isAligned ? alignedReason : null);
  if (talk.facts.length > 0) {
    return describePackEngine(talk.facts, { further: own, done });
  }
  const reason = joinSentences(done, talk.reason);
  return { name: 'Lip engine', provider: 'CPU', models: own, reason };
}

const reasons: Readonly<Record<LipSyncFacts['speaker'], string>> = {
  only_person: 'the only person in the clip',
  speaks_most: 'the person whose mouth moves most',
  most_prominent: 'the person who is largest and longest in the picture',
};

function reasonOf(facts: LipSyncFacts, { openPainter }: RunTalk): string {
  const { mouths, drawnFrames, speaker, people, closedFrames } = facts;
  const who = people > 1 ? ` Of ${people} people, it moved the lips of ${reasons[speaker]}.` : '';
  const what =
    openPainter !== null
      ? `Mouths were painted by the chosen model; in ${closedFrames} frames it left lips open that have to meet, and Guise closed them.`
      : mouths === 0
        ? 'The clip shows no open mouth, so the inside of the mouth was drawn.'
        : drawnFrames > 0
          ? `Mouths are ${mouths} of the clip itself; where its light fits none, the inside was drawn.`
          : `Mouths are ${mouths} of the clip itself, shown again with other words.`;
  return `${what}${who}`;
}

function listNotes(
  { isRepeated, mouths, people, speaker }: LipSyncFacts,
  { openPainter }: RunTalk,
): JobNote[] {
  const notes: JobNote[] = [];
  if (isRepeated) {
    notes.push({
      code: 'clip_repeated',
      message:
        'The sound is longer than the video, so the video plays there and back until its end.',
    });
  }
  if (mouths === 0 && openPainter === null) {
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
