import { join } from 'node:path';
import { type Portrait, readPortrait } from '../../engine/talk/avatar-video/read-portrait.ts';
import {
  type AvatarDrawing,
  type AvatarPlan,
  type AvatarVideoFacts,
  drawAvatar,
  joinDrawn,
  planAvatar,
} from '../../engine/talk/avatar-video/render-avatar.ts';
import type { TalkModels } from '../../engine/talk/avatar-video/avatar-meter.ts';
import { withFaceErrorField } from '../kit/failures.ts';
import { readInput, requireFile } from '../kit/inputs.ts';
import { openTalkModels } from '../kit/models.ts';
import { noteSmallerOutput } from '../kit/notes.ts';
import { openRunTalk, type RunTalk } from '../kit/talk-packs.ts';
import type { ProgressTracker } from '../kit/progress-tracker.ts';
import type { RunContext, RunResult } from '../processor.ts';
import { avatar } from './definition.ts';
import { type AvatarWork, describeAvatar, notePortrait, toAvatarWork } from './describe.ts';
import { type JobSpeech, readSeed, readSpeech } from './speech.ts';

/** Approximate weight of each phase in the work. */
export const avatarWeights = { reading: 5, preparing: 30, rendering: 63, finishing: 2 };

const FRAMES_PER_SECOND = 25;
const USUAL_SHORT_SIDE = 720;

/** Opened models and portrait of a run. */
export interface OpenedAvatar {
  readonly talk: RunTalk;
  readonly models: TalkModels;
  readonly portrait: Portrait;
}

/** Opens networks and packs, and reads the portrait. */
export async function openAvatar(context: RunContext): Promise<OpenedAvatar> {
  const { signal } = context;
  const input = readInput(context, avatar.operation);
  signal.throwIfAborted();
  const talk = await openRunTalk(context.packs, ['soundToMouth', 'portraitAnimator'], signal);
  const models = await openTalkModels();
  const { path } = requireFile(context, input.image_key);
  const shortSide = input.output_resolution_p ?? USUAL_SHORT_SIDE;
  const portrait = await withFaceErrorField('image_key', () =>
    readPortrait(path, models, shortSide),
  );
  signal.throwIfAborted();
  return { talk, models, portrait };
}

/** Planned frames of an avatar with their speech. */
export interface PlannedAvatar {
  readonly opened: OpenedAvatar;
  readonly speech: JobSpeech;
  readonly plan: AvatarPlan;
  readonly work: AvatarWork;
}

/** Reads or synthesises the speech of a run and plans its frames. */
export async function planSpeech(
  context: RunContext,
  clock: ProgressTracker,
): Promise<PlannedAvatar> {
  const { signal } = context;
  const input = readInput(context, avatar.operation);
  clock.enter('reading');
  // The speech voices take 80 MB, and are closed before the networks open.
  const speech = await readSpeech(context, input);
  const opened = await openAvatar(context);
  const { path } = requireFile(context, input.image_key);
  const plan = await planAvatar({
    speech: speech.speech,
    framesPerSecond: FRAMES_PER_SECOND,
    seed: await readSeed(path, speech.speech),
    soundToMouth: opened.talk.soundToMouth,
    signal,
  });
  return { opened, speech, plan, work: toAvatarWork(speech, opened.talk) };
}

/** Creates the drawing options of a run, without the output path. */
export function toDrawing(
  { signal }: RunContext,
  clock: ProgressTracker,
  { talk, models, portrait }: OpenedAvatar,
): Omit<AvatarDrawing, 'outputPath'> {
  clock.enter('preparing');
  let startedAtMs = performance.now();
  return {
    portrait,
    models,
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
  };
}

/** Draws all planned frames in one go. */
export async function drawWhole(
  context: RunContext,
  clock: ProgressTracker,
  { opened, speech, plan, work }: PlannedAvatar,
): Promise<RunResult> {
  const outputPath = join(context.folder, 'avatar.mp4');
  const { path, mime } = speech.speech;
  const drawing = toDrawing(context, clock, opened);
  const drawn = await drawAvatar(plan, { ...drawing, outputPath, sound: { path, mime } });
  clock.enter('finishing');
  const facts = joinDrawn([drawn], plan);
  const { drawMs: draw, encodeMs: encode } = drawn.times;
  const stages = clock.stages({ rendering: { draw, encode } });
  return toAvatarResult(context, facts, {
    outputPath,
    plan,
    work,
    portrait: opened.portrait,
    run: { stages, wallMs: clock.wallMs() },
  });
}

/** Converts a finished video to the result of a run. */
export function toAvatarResult(
  context: RunContext,
  facts: AvatarVideoFacts,
  {
    outputPath,
    plan: { visemes, framesPerSecond },
    work,
    portrait,
    run,
  }: {
    readonly outputPath: string;
    readonly plan: Pick<AvatarPlan, 'visemes' | 'framesPerSecond'>;
    readonly work: AvatarWork;
    readonly portrait: Pick<Portrait, 'faces' | 'hasOpenMouth'> & {
      readonly image: { readonly width: number; readonly height: number };
    };
    readonly run: Pick<RunResult['report'], 'stages' | 'wallMs'>;
  },
): RunResult {
  const { output_resolution_p: requestedP } = readInput(context, avatar.operation);
  const { image } = portrait;
  return {
    output: {
      path: outputPath,
      kind: 'video',
      mime: 'video/mp4',
      extension: 'mp4',
      facts: {
        durationMs: facts.durationUs / 1000,
        widthPx: image.width,
        heightPx: image.height,
        framesPerSecond,
        hasAudio: true,
      },
    },
    outputUs: facts.durationUs,
    report: describeAvatar(facts, work, { ...run, visemes }),
    notes: [...work.notes, ...notePortrait(portrait), ...noteSmallerOutput(image, requestedP)],
  };
}
