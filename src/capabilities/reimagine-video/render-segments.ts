/**
 * Changes a video by segments. The first decides for all on segments, scenes, encoding and the state kept across cuts.
 * Each later one measures the state of its scene again at the scene's start; temporal filters settle during a warm-up
 * of about a second before the segment:
 *
 *   begin: scenes, segment 0 ─ decided ─┬▶ segment 1: first frames of its scene · a second before · itself ─┐
 *                                       └▶ ...                                                             ┴▶ join, with the sound
 */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { cutClip } from '../../engine/io/video/clip-segments.ts';
import { joinVideos } from '../../engine/io/video/join-videos.ts';
import { provenanceComment } from '../../engine/io/provenance.ts';
import { changeVideo, type VideoChangeFacts } from '../../engine/reimagine/video/change-video.ts';
import { findScenes, findSceneAt } from '../../engine/reimagine/video/find-scenes.ts';
import { refuseUnchanged } from '../../engine/reimagine/video/frame-editor.ts';
import type { ChangedSegment } from '../../engine/reimagine/video/video-change.ts';
import { readEngineKey } from '../kit/engine-key.ts';
import { withJobFailure, withFaceErrorField } from '../kit/failures.ts';
import { refuseUndone } from '../kit/instructions.ts';
import { maxSegments } from '../kit/max-segments.ts';
import { needPeople } from '../kit/people-matting.ts';
import {
  sumStageDurations,
  joining,
  toFirstSegmentProgress,
  requireSegment,
  runSegmentStep,
  nullIfUndecodable,
} from '../kit/segments.ts';
import { readVideoOutput } from '../kit/video-result.ts';
import { createProgressTracker, type ProgressTracker } from '../kit/progress-tracker.ts';
import type { RenderedSegment, RunContext, RunResult, SegmentPlan } from '../processor.ts';
import { describeChange } from './describe-change.ts';
import { changeWeights, openChange, type OpenedChange, readChangeRequest } from './open-change.ts';
import {
  type ChangedFacts,
  parseChangedFacts,
  parseSegmentedChange,
  type SegmentedChange,
} from './segment-facts.ts';

/** Divisor of the segment length, which is meant for face swaps: changes take several times as long. */
const SHORTER = 4;

/**
 * Runs one step of a plan. Returns null when the video must be changed in one go: it is short, people are made
 * unrecognisable, for which the whole video is searched first, its first segment shows no person although steps need one, a
 * segment cannot be decoded, or earlier segments come from another version or other models.
 */
export function renderSegment(
  context: RunContext,
  plan: SegmentPlan,
): Promise<RunResult | RenderedSegment | null> {
  return nullIfUndecodable(() =>
    runSegmentStep(context, plan, {
      begin,
      readDecided: parseSegmentedChange,
      renderLater,
      joinAll,
    }),
  );
}

async function begin(
  context: RunContext,
  { lengthUs }: SegmentPlan,
): Promise<RenderedSegment | null> {
  const request = readChangeRequest(context);
  const { video, maxDurationUs, maxShortSide, prompt } = request;
  const { steps } = prompt.read;
  if (steps.some(({ kind }) => kind === 'anonymise')) {
    return null;
  }
  const { path: inputPath, mime: inputMime } = video;
  const segmentUs = lengthUs / SHORTER;
  const cut = await cutClip(inputPath, { mime: inputMime, segmentUs, maxDurationUs });
  const [first] = cut;
  if (first === undefined || cut.length < 2 || cut.length > maxSegments) {
    return null;
  }
  const { signal } = context;
  const scenes = await findScenes({ inputPath, inputMime, maxShortSide, maxDurationUs, signal });
  const segments = cut.map((segment) => ({
    ...segment,
    sceneUs: findSceneAt(scenes, segment.startUs)?.startUs ?? 0,
  }));
  const report = toFirstSegmentProgress((progress) => context.report(progress), segments.length);
  const clock = createProgressTracker(changeWeights, report);
  const opened = await openChange(context, clock, request);
  try {
    const processors = availableParallelism();
    const segment = { ...first, sceneUs: 0, scenes, processors, kept: null };
    const { made, facts } = await render(context, clock, { opened, segment });
    if (needPeople(steps) && !facts.kept.hasPeople) {
      return null;
    }
    const { people, engine } = opened;
    const decided: SegmentedChange = {
      segments,
      scenes,
      processors,
      engine: engine(),
      engineKey: await readEngineKey(context, listFacts(opened)),
      notes: [...people.notes],
      kept: facts.kept,
    };
    return { ...made, state: JSON.stringify(decided), count: segments.length };
  } finally {
    opened.close();
  }
}

async function renderLater(
  context: RunContext,
  { segments, scenes, processors, engineKey, kept }: SegmentedChange,
  { at }: { readonly at: number },
): Promise<RenderedSegment | null> {
  const planned = requireSegment(segments, at);
  const clock = createProgressTracker(changeWeights, (progress) => context.report(progress));
  const opened = await openChange(context, clock, readChangeRequest(context));
  try {
    if ((await readEngineKey(context, listFacts(opened))) !== engineKey) {
      return null;
    }
    const segment = { ...planned, scenes, processors, kept };
    return (await render(context, clock, { opened, segment })).made;
  } finally {
    opened.close();
  }
}

function listFacts({ people: { matting } }: OpenedChange) {
  return matting === null ? [] : [matting.facts()];
}

async function render(
  context: RunContext,
  clock: ProgressTracker,
  { opened, segment }: { readonly opened: OpenedChange; readonly segment: ChangedSegment },
): Promise<{ readonly made: RenderedSegment; readonly facts: VideoChangeFacts }> {
  const { change } = opened;
  clock.enter('rendering');
  const path = join(context.folder, `segment-${segment.startUs}.mp4`);
  const facts = await withJobFailure(() => changeVideo({ ...change, outputPath: path, segment }));
  clock.enter('finishing');
  const changed: ChangedFacts = {
    size: facts.size,
    frames: facts.frames,
    changedFrames: facts.changedFrames,
    skipped: facts.skipped.map(({ step, reason }) => ({
      step: change.steps.indexOf(step),
      reason,
    })),
    stages: [...clock.stages({ rendering: { ...facts.stages } })],
    wallMs: clock.wallMs(),
  };
  return { made: { path, facts: JSON.stringify(changed), state: null }, facts };
}

async function joinAll(
  context: RunContext,
  { segments, engine, notes }: SegmentedChange,
  done: readonly RenderedSegment[],
): Promise<RunResult | null> {
  const all = done.flatMap((segment) => parseChangedFacts(segment.facts) ?? []);
  const [first] = all;
  if (first === undefined || all.length < segments.length) {
    return null;
  }
  const request = readChangeRequest(context);
  const { video, maxDurationUs, prompt } = request;
  const { steps } = prompt.read;
  context.report(joining);
  const frames = all.reduce((sum, facts) => sum + facts.frames, 0);
  const changedFrames = all.reduce((sum, facts) => sum + facts.changedFrames, 0);
  const skipped = first.skipped
    .filter(({ step }) => all.every((facts) => facts.skipped.some((one) => one.step === step)))
    .flatMap(({ step: number, reason }) => {
      const step = steps[number];
      return step === undefined ? [] : [{ step, reason }];
    });
  await withFaceErrorField('video_key', () =>
    withJobFailure(async () => {
      refuseUnchanged(skipped, steps, frames);
    }),
  );
  refuseUndone(prompt.read, skipped);
  const outputPath = join(context.folder, 'changed.mp4');
  const { sound } = await joinVideos(outputPath, {
    parts: segments.map(({ startUs }, at) => ({ path: done[at]?.path ?? '', startUs })),
    sound: { path: video.path, mime: video.mime, endUs: maxDurationUs },
    comment: provenanceComment,
    signal: context.signal,
  });
  const { size } = first;
  return {
    ...(await readVideoOutput(outputPath, { size, sound })),
    ...describeChange(
      request,
      { size, frames, changedFrames, skipped },
      {
        engine,
        notes,
        ...sumStageDurations(all),
      },
    ),
  };
}
