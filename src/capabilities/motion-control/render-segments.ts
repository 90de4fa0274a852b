/**
 * Renders a motion control by segments. The first segment holds no video but the track of the driver and the character in
 * layers, from which the others are rendered. Each of them runs the state of earlier frames from the first frame on:
 *
 *   begin: driver followed, character prepared ─┬▶ segment 1 ─┐
 *                                               ├▶ segment 2 ─┼▶ join: packet by packet, with the sound of the clip, whole
 *                                               └▶ ...        ┘
 */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { summariseAnimation } from '../../engine/body/clip/animate-still.ts';
import { followDriver, readDrivenStill } from '../../engine/body/clip/read-driven.ts';
import { renderAnimation } from '../../engine/body/clip/render-animation.ts';
import { readPreparedMotion, writePreparedMotion } from '../../engine/body/clip/motion-file.ts';
import { prepareCharacter } from '../../engine/body/clip/prepared-character.ts';
import type { BodyTrack } from '../../engine/body/joints.ts';
import { joinVideos } from '../../engine/io/video/join-videos.ts';
import { provenanceComment } from '../../engine/io/provenance.ts';
import { readEngineKey } from '../kit/engine-key.ts';
import { withJobFailure } from '../kit/failures.ts';
import { readInput, requireFile } from '../kit/inputs.ts';
import {
  sumStageDurations,
  toFrameRanges,
  joining,
  toFirstSegmentProgress,
  requireSegment,
  runSegmentStep,
  nullIfUndecodable,
} from '../kit/segments.ts';
import { readVideoOutput } from '../kit/video-result.ts';
import { createProgressTracker } from '../kit/progress-tracker.ts';
import type { RenderedSegment, RunContext, RunResult, SegmentPlan } from '../processor.ts';
import { motionControl } from './definition.ts';
import { describeEngine, describeMotion, listMotionNotes } from './describe.ts';
import { motionWeights, openMotion, readTrackedUs } from './open-motion.ts';
import {
  type MotionSegmentFacts,
  parseMotionFacts,
  parseSegmentedMotion,
  type SegmentedMotion,
} from './segment-facts.ts';

/** Divisor of the segment length, which is meant for face swaps: a clip has half a minute at most and takes longer. */
const SHORTER = 6;
const beginWeights = { ...motionWeights, rendering: 0 };
const laterWeights = { ...motionWeights, preparing: 0 };

/**
 * Runs one step of a plan. Returns null when the video must be rendered in one go: it is short, a segment cannot be
 * decoded, or earlier segments come from another version or other models.
 */
export function renderSegment(
  context: RunContext,
  plan: SegmentPlan,
): Promise<RunResult | RenderedSegment | null> {
  return nullIfUndecodable(() =>
    runSegmentStep(context, plan, {
      begin,
      readDecided: parseSegmentedMotion,
      renderLater,
      joinAll,
    }),
  );
}

async function begin(
  context: RunContext,
  { lengthUs }: SegmentPlan,
): Promise<RenderedSegment | null> {
  const segmentUs = lengthUs / SHORTER;
  const followedUs = readTrackedUs(context);
  if (followedUs < 1.5 * segmentUs) {
    return null;
  }
  const expected = Math.round(followedUs / segmentUs);
  const each = motionWeights.rendering / motionWeights.preparing / expected;
  const clock = createProgressTracker(
    beginWeights,
    toFirstSegmentProgress((progress) => context.report(progress), 1 + expected, each),
  );
  const { animation, packs, close } = await openMotion(context, clock);
  try {
    const path = join(context.folder, 'prepared.jsonl');
    const startedAtMs = performance.now();
    const driven = { ...animation, outputPath: path };
    const still = await withJobFailure(() => readDrivenStill(driven));
    const track = await withJobFailure(() => followDriver(driven, still));
    const trackMs = performance.now() - startedAtMs;
    const segments = cutTrack(track, segmentUs);
    const last = track.frames.at(-1);
    if (segments.length < 2 || last === undefined) {
      return null;
    }
    const prepared = await withJobFailure(() => prepareCharacter(driven, { ...still, track }));
    await writePreparedMotion(path, { track, prepared });
    const decided: SegmentedMotion = {
      segments,
      endUs: last.timestampUs + last.durationUs,
      processors: availableParallelism(),
      engine: describeEngine(packs),
      engineKey: await readEngineKey(context, packs.facts),
      notes: [...packs.notes],
      trackMs,
      layersMs: prepared.tookMs,
      stages: [...clock.stages({ preparing: { track: trackMs, layers: prepared.tookMs } })],
      wallMs: clock.wallMs(),
    };
    return { path, facts: '', state: JSON.stringify(decided), count: 1 + segments.length };
  } finally {
    close();
  }
}

function cutTrack(
  { frames, frameRate }: BodyTrack,
  segmentUs: number,
): SegmentedMotion['segments'] {
  const [first, last] = [frames[0]?.timestampUs ?? 0, frames.at(-1)?.timestampUs ?? 0];
  const frameUs = (last - first) / Math.max(1, frames.length - 1);
  return toFrameRanges(frames.length, { frameUs, frameRate, segmentUs }).map(({ from, to }) => ({
    from,
    to,
    startUs: (frames[from]?.timestampUs ?? first) - first,
  }));
}

async function renderLater(
  context: RunContext,
  { segments, processors, engineKey }: SegmentedMotion,
  { at, first }: { readonly at: number; readonly first: RenderedSegment },
): Promise<RenderedSegment | null> {
  const planned = requireSegment(segments, at - 1);
  const clock = createProgressTracker(laterWeights, (progress) => context.report(progress));
  const { animation, packs, close } = await openMotion(context, clock);
  try {
    if ((await readEngineKey(context, packs.facts)) !== engineKey) {
      return null;
    }
    const outputPath = join(context.folder, `segment-${planned.from}.mp4`);
    const driven = { ...animation, outputPath };
    const motion = await readPreparedMotion(first.path);
    if (motion === null) {
      return null;
    }
    const { findings, seams, looks, times } = await withJobFailure(async () =>
      renderAnimation(
        driven,
        { ...(await readDrivenStill(driven)), ...motion },
        { ...planned, processors },
      ),
    );
    clock.enter('finishing');
    const facts: MotionSegmentFacts = {
      findings: {
        ...findings,
        limbs: [...findings.limbs],
        hiddenHands: [...findings.hiddenHands],
        touchingArms: [...findings.touchingArms],
      },
      seams,
      looks: looks && { ...looks, errors: [...looks.errors] },
      times,
      stages: [...clock.stages({ rendering: { ...times } })],
      wallMs: clock.wallMs(),
    };
    return { path: outputPath, facts: JSON.stringify(facts), state: null };
  } finally {
    close();
  }
}

async function joinAll(
  context: RunContext,
  { segments, endUs, engine, notes, ...preparing }: SegmentedMotion,
  [, ...done]: readonly RenderedSegment[],
): Promise<RunResult | null> {
  const [first, ...others] = done.flatMap(({ facts }) => parseMotionFacts(facts) ?? []);
  if (first === undefined || 1 + others.length < segments.length) {
    return null;
  }
  context.report(joining);
  const input = readInput(context, motionControl.operation);
  const { path, mime } = requireFile(context, input.video_key);
  const outputPath = join(context.folder, 'motion.mp4');
  const { sound } = await joinVideos(outputPath, {
    parts: segments.map(({ startUs }, at) => ({ path: done[at]?.path ?? '', startUs })),
    sound: input.keep_original_sound ? { path, mime, endUs } : undefined,
    comment: provenanceComment,
    signal: context.signal,
  });
  const facts = summariseAnimation([first, ...others], {
    sound,
    trackMs: preparing.trackMs,
    layersMs: preparing.layersMs,
  });
  const took = [preparing, first, ...others];
  return {
    ...(await readVideoOutput(outputPath, facts)),
    report: describeMotion(facts, {
      engine,
      ...sumStageDurations(took),
    }),
    notes: [...notes, ...listMotionNotes(facts, input)],
  };
}
