/**
 * Renders a long avatar by segments. The first segment holds no video but the speech with the plan of all frames, from
 * which the others are drawn. Each of them prepares the portrait on its own:
 *
 *   begin: speech made ─ planned ─┬▶ segment 1 ─┐
 *                                 ├▶ segment 2 ─┼▶ join: packet by packet, with the speech
 *                                 └▶ ...        ┘
 */
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { joinVideos } from '../../engine/io/video/join-videos.ts';
import { provenanceComment } from '../../engine/io/provenance.ts';
import type { SoundSource } from '../../engine/io/audio/sound-track.ts';
import {
  type AvatarPlan,
  drawAvatar,
  findOpeningCurve,
  joinDrawn,
  timeOf,
} from '../../engine/talk/avatar-video/render-avatar.ts';
import { soundFormats } from '../../engine/voice/file/sound-file.ts';
import { readEngineKey } from '../kit/engine-key.ts';
import { readInput, requireFile } from '../kit/inputs.ts';
import {
  sumStageDurations,
  toFrameRanges,
  joining,
  requireSegment,
  runSegmentStep,
} from '../kit/segments.ts';
import { createProgressTracker } from '../kit/progress-tracker.ts';
import type { RenderedSegment, RunContext, RunResult, SegmentPlan } from '../processor.ts';
import { avatar } from './definition.ts';
import {
  avatarWeights,
  drawWhole,
  openAvatar,
  planSpeech,
  toAvatarResult,
  toDrawing,
} from './open-avatar.ts';
import {
  parseAvatarFacts,
  findPlannedSpeech,
  parseSegmentedAvatar,
  type SegmentedAvatar,
  writeAvatarFacts,
  writePlannedSpeech,
} from './segment-facts.ts';

/**
 * Runs one step of a plan; the first step draws a short avatar in one go. Returns null when earlier segments come from
 * another version or other models.
 */
export function renderSegment(
  context: RunContext,
  plan: SegmentPlan,
): Promise<RunResult | RenderedSegment | null> {
  return runSegmentStep(context, plan, {
    begin,
    readDecided: parseSegmentedAvatar,
    renderLater: drawLater,
    joinAll,
  });
}

async function begin(
  context: RunContext,
  { lengthUs: segmentUs }: SegmentPlan,
): Promise<RunResult | RenderedSegment> {
  const clock = createProgressTracker(avatarWeights, (progress) => context.report(progress));
  const planned = await planSpeech(context, clock);
  const { plan, speech, opened, work } = planned;
  const segments = cutPlan(plan, segmentUs);
  if (segments.length < 2) {
    return drawWhole(context, clock, planned);
  }
  const path = join(context.folder, 'speech.jsonl');
  const sound = speech.voice === null ? null : new Uint8Array(await readFile(speech.speech.path));
  const { signal } = context;
  const { openAnimator } = opened.talk;
  const openingCurve = await findOpeningCurve({ ...opened, openAnimator, signal });
  await writePlannedSpeech(path, { plan: { ...plan, openingCurve }, sound });
  const { faces, hasOpenMouth, image } = opened.portrait;
  const decided: SegmentedAvatar = {
    segments,
    processors: availableParallelism(),
    engineKey: await readEngineKey(context, opened.talk.facts),
    work: { ...work, notes: [...work.notes] },
    portrait: { faces, hasOpenMouth, image: { width: image.width, height: image.height } },
    stages: [...clock.stages()],
    wallMs: clock.wallMs(),
  };
  return { path, facts: '', state: JSON.stringify(decided), count: 1 + segments.length };
}

function cutPlan(
  { mouths, framesPerSecond }: AvatarPlan,
  segmentUs: number,
): SegmentedAvatar['segments'] {
  return toFrameRanges(mouths.length, {
    frameUs: 1e6 / framesPerSecond,
    frameRate: { num: framesPerSecond, den: 1 },
    segmentUs,
  });
}

async function drawLater(
  context: RunContext,
  { segments, processors, engineKey }: SegmentedAvatar,
  { at, first }: { readonly at: number; readonly first: RenderedSegment },
): Promise<RenderedSegment | null> {
  const planned = requireSegment(segments, at - 1);
  const clock = createProgressTracker(avatarWeights, (progress) => context.report(progress));
  const opened = await openAvatar(context);
  if ((await readEngineKey(context, opened.talk.facts)) !== engineKey) {
    return null;
  }
  const speech = await findPlannedSpeech(first.path);
  if (speech === null) {
    return null;
  }
  const { plan } = speech;
  const outputPath = join(context.folder, `segment-${planned.from}.mp4`);
  const drawn = await drawAvatar(plan, {
    ...toDrawing(context, clock, opened),
    outputPath,
    segment: { ...planned, processors },
  });
  clock.enter('finishing');
  const { drawMs: draw, encodeMs: encode } = drawn.times;
  const stages = [...clock.stages({ rendering: { draw, encode } })];
  const facts = writeAvatarFacts({ ...drawn, stages, wallMs: clock.wallMs() });
  return { path: outputPath, facts, state: null };
}

async function joinAll(
  context: RunContext,
  { segments, work, portrait, ...planning }: SegmentedAvatar,
  [planned, ...done]: readonly RenderedSegment[],
): Promise<RunResult | null> {
  const all = done.flatMap(({ facts }) => parseAvatarFacts(facts) ?? []);
  const speech = planned === undefined ? null : await findPlannedSpeech(planned.path);
  if (speech === null || all.length < segments.length) {
    return null;
  }
  context.report(joining);
  const { plan, sound } = speech;
  const outputPath = join(context.folder, 'avatar.mp4');
  await joinVideos(outputPath, {
    parts: segments.map(({ from }, at) => ({
      path: done[at]?.path ?? '',
      startUs: timeOf(from, plan.framesPerSecond),
    })),
    sound: await openSound(context, sound),
    comment: provenanceComment,
    signal: context.signal,
  });
  const took = [planning, ...all];
  return toAvatarResult(context, joinDrawn(all, plan), {
    outputPath,
    plan,
    work,
    portrait,
    run: sumStageDurations(took),
  });
}

/** Returns the speech as a file: the synthesised speech, or the recording of the request. */
async function openSound(context: RunContext, spoken: Uint8Array | null): Promise<SoundSource> {
  if (spoken === null) {
    const { audio_key: key = '' } = readInput(context, avatar.operation);
    const { path, mime } = requireFile(context, key);
    return { path, mime };
  }
  const { extension, mime } = soundFormats.wav;
  const path = join(context.folder, `speech.${extension}`);
  await writeFile(path, spoken);
  return { path, mime };
}
