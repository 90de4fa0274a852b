import { join } from 'node:path';
import type { JobNote } from '../../contract/api/resources/job.ts';
import { type JobReport, noQuality } from '../../contract/job-details.ts';
import { type Portrait, readPortrait } from '../../engine/talk/avatar-video/read-portrait.ts';
import {
  type AvatarVideoFacts,
  renderAvatar,
} from '../../engine/talk/avatar-video/render-avatar.ts';
import { nameFaceless } from '../kit/failures.ts';
import { readInput, requireFile } from '../kit/inputs.ts';
import { plainMeshModel, trackingModels } from '../kit/mesh-engine.ts';
import { openTalkModels } from '../kit/models.ts';
import { noteSmallerOutput } from '../kit/notes.ts';
import { toShownMouths } from '../kit/shown-mouths.ts';
import { describePackEngine } from '../kit/pack-engine.ts';
import { openRunTalk, type RunTalk } from '../kit/talk-packs.ts';
import { createWorkClock, type WorkClock } from '../kit/work-clock.ts';
import type { Processor, RunContext, RunResult } from '../processor.ts';
import { avatar } from './definition.ts';
import { alignedReason } from '../kit/spoken-mouths.ts';
import { joinSentences } from '../kit/join-sentences.ts';
import { type JobSpeech, readSeed, readSpeech } from './speech.ts';

const weights = { reading: 5, preparing: 30, rendering: 63, finishing: 2 };
const FRAMES_PER_SECOND = 25;
const USUAL_SHORT_SIDE = 720;

/** Makes a portrait speak, into a video with its sound. */
export const processor: Processor = { feature: avatar.feature, run };

async function run(context: RunContext): Promise<RunResult> {
  const input = readInput(context, avatar.operation);
  const { signal, folder } = context;
  const clock = createWorkClock(weights, (progress) => context.report(progress));
  clock.enter('reading');
  // Voices take 80 MB, and are gone before the networks come.
  const said = await readSpeech(context, input);
  signal.throwIfAborted();
  const talk = await openRunTalk(context.packs, ['soundToMouth', 'portraitAnimator'], signal);
  const models = await openTalkModels();
  const { path } = requireFile(context, input.image_key);
  const shortSide = input.output_resolution_p ?? USUAL_SHORT_SIDE;
  const portrait = await nameFaceless('image_key', () => readPortrait(path, models, shortSide));
  signal.throwIfAborted();
  clock.enter('preparing');
  const outputPath = join(folder, 'avatar.mp4');
  let startedAtMs = performance.now();
  const facts = await renderAvatar({
    portrait,
    models,
    speech: said.speech,
    outputPath,
    framesPerSecond: FRAMES_PER_SECOND,
    seed: await readSeed(path, said.speech),
    soundToMouth: talk.soundToMouth,
    openAnimator: talk.openAnimator,
    signal,
    onPrepared() {
      clock.enter('rendering');
      startedAtMs = performance.now();
    },
    onProgress(fraction) {
      const spentMs = performance.now() - startedAtMs;
      clock.advance(fraction, (spentMs * (1 - fraction)) / fraction);
    },
  });
  clock.enter('finishing');
  const { width, height } = portrait.image;
  return {
    output: {
      path: outputPath,
      kind: 'video',
      mime: 'video/mp4',
      extension: 'mp4',
      facts: {
        durationMs: facts.durationUs / 1000,
        widthPx: width,
        heightPx: height,
        framesPerSecond: FRAMES_PER_SECOND,
        hasAudio: true,
      },
    },
    outputUs: facts.durationUs,
    report: describe(facts, { said, talk }, clock),
    notes: [
      ...said.notes,
      ...talk.notes,
      ...notePortrait(portrait),
      ...noteSmallerOutput(portrait.image, input.output_resolution_p),
    ],
  };
}

function notePortrait({ faces, hasOpenMouth }: Portrait): JobNote[] {
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

/** What a portrait was moved with. */
interface AvatarWork {
  readonly said: JobSpeech;
  readonly talk: RunTalk;
}

function toEngine(
  { hasOwnTeeth, closedFrames }: AvatarVideoFacts,
  { said, talk }: AvatarWork,
): JobReport['engine'] {
  const voice = said.voice === null ? [] : [said.voice.id];
  const own = [...trackingModels, 'person-matte', plainMeshModel, ...voice];
  const done =
    talk.openAnimator !== null
      ? `The face was moved by the chosen model; in ${closedFrames} frames it left lips open that have to meet, and Guise drew those.`
      : hasOwnTeeth
        ? 'The portrait is moved by geometry; teeth are those that it shows.'
        : 'The portrait is moved by geometry; it shows no teeth, so they are drawn.';
  if (talk.facts.length > 0) {
    return describePackEngine(talk.facts, { further: own, done });
  }
  const reason = joinSentences(done, said.isAligned ? alignedReason : null, talk.reason);
  return { name: 'Portrait engine', provider: 'CPU', models: own, reason };
}

function describe(facts: AvatarVideoFacts, work: AvatarWork, clock: WorkClock): JobReport {
  const { quality, hasOwnTeeth, frames, times } = facts;
  const { said } = work;
  return {
    engine: toEngine(facts, work),
    stages: clock.stages({ rendering: { draw: times.drawMs, encode: times.encodeMs } }),
    wallMs: clock.wallMs(),
    frames: { total: frames, swapped: frames, untouched: [] },
    quality: { ...noQuality, similarityToSource: quality.likeness },
    ...(said.report === null ? {} : { speech: said.report }),
    lips: {
      closures: quality.closures,
      offsetMs: quality.offsetMs,
      correlation: quality.correlation,
      coveredFraction: 0,
      // The mouth of the portrait itself.
      mouths: 1,
      drawnFrames: hasOwnTeeth ? 0 : frames,
      track: toShownMouths(said.speech.visemes),
    },
  };
}
