/**
 * Renders a long lip sync by segments. The first segment holds no video but the analysis of clip and audio, from which the
 * others are rendered independently of each other:
 *
 *   begin: clip and sound looked through ─ prepared ─┬▶ segment 1 ─┐
 *                                                    ├▶ segment 2 ─┼▶ join: packet by packet, with the sound, whole
 *                                                    └▶ ...        ┘
 */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { joinVideos } from '../../engine/io/video/join-videos.ts';
import { provenanceComment } from '../../engine/io/provenance.ts';
import { readSyncedSound } from '../../engine/talk/lip-sync/prepare-lips.ts';
import {
  readLipFindings,
  readPreparedLips,
  writePreparedLips,
} from '../../engine/talk/lip-sync/prepared-file.ts';
import type { PreparedLips } from '../../engine/talk/lip-sync/prepared-lips.ts';
import { renderLips } from '../../engine/talk/lip-sync/render-lips.ts';
import { summariseLips } from '../../engine/talk/lip-sync/sync-lips.ts';
import { readEngineKey } from '../kit/engine-key.ts';
import { maxSegments } from '../kit/max-segments.ts';
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
import { describeLips, listLipNotes } from './describe.ts';
import { lipWeights, openLips, prepareRun, readLipRequest, toLipRendering } from './open-lips.ts';
import {
  parseSegmentedLips,
  parseSegmentFacts,
  type SegmentedLips,
  type SegmentFacts,
  writeSegmentFacts,
} from './segment-facts.ts';

const beginWeights = { ...lipWeights, rendering: 0 };
const laterWeights = { ...lipWeights, preparing: 0 };

/**
 * Runs one step of a plan. Returns null when the video must be rendered in one go: it is short, a segment cannot be
 * decoded, or earlier segments come from another version or other models.
 */
export function renderSegment(
  context: RunContext,
  plan: SegmentPlan,
): Promise<RunResult | RenderedSegment | null> {
  return nullIfUndecodable(() =>
    runSegmentStep(context, plan, { begin, readDecided: parseSegmentedLips, renderLater, joinAll }),
  );
}

async function begin(
  context: RunContext,
  { lengthUs }: SegmentPlan,
): Promise<RenderedSegment | null> {
  const { durationMs: soundMs = 0 } = readLipRequest(context).sound.facts;
  const expected = Math.round((soundMs * 1000) / lengthUs);
  if (soundMs * 1000 < 1.5 * lengthUs || expected > maxSegments) {
    return null;
  }
  const each = lipWeights.rendering / lipWeights.preparing / expected;
  const clock = createProgressTracker(
    beginWeights,
    toFirstSegmentProgress((progress) => context.report(progress), 1 + expected, each),
  );
  const opened = await openLips(context, clock);
  const { lips, work } = await prepareRun(context, clock, opened);
  const segments = cutPlan(lips, lengthUs);
  if (segments.length < 2) {
    return null;
  }
  const path = join(context.folder, 'prepared.jsonl');
  await writePreparedLips(path, lips);
  const decided: SegmentedLips = {
    segments,
    processors: availableParallelism(),
    engineKey: await readEngineKey(context, opened.talk.facts),
    work: { ...work, notes: [...work.notes] },
    stages: [...clock.stages({ preparing: { ...lips.findings.times } })],
    wallMs: clock.wallMs(),
  };
  return { path, facts: '', state: JSON.stringify(decided), count: 1 + segments.length };
}

/** Returns the frame range of each segment. */
function cutPlan(
  { frames, clip: { frameRate }, findings: { soundUs } }: PreparedLips,
  segmentUs: number,
): SegmentedLips['segments'] {
  const frameUs = soundUs / Math.max(1, frames.length);
  return toFrameRanges(frames.length, { frameUs, frameRate, segmentUs }).map(({ from, to }) => ({
    from,
    to,
    startUs: from === 0 ? 0 : (frames[from]?.timestampUs ?? 0),
  }));
}

async function renderLater(
  context: RunContext,
  { segments, processors, engineKey }: SegmentedLips,
  { at, first }: { readonly at: number; readonly first: RenderedSegment },
): Promise<RenderedSegment | null> {
  const planned = requireSegment(segments, at - 1);
  const clock = createProgressTracker(laterWeights, (progress) => context.report(progress));
  const opened = await openLips(context, clock);
  if ((await readEngineKey(context, opened.talk.facts)) !== engineKey) {
    return null;
  }
  const { signal } = context;
  const prepared = await readPreparedLips(first.path, planned, signal);
  if (prepared === null) {
    return null;
  }
  const { lips, measuredBefore } = prepared;
  // Only a mouth generator needs the audio.
  const speech =
    opened.talk.openPainter === null
      ? null
      : await readSyncedSound(readLipRequest(context).sound, signal);
  const outputPath = join(context.folder, `segment-${planned.from}.mp4`);
  const {
    sizeBytes: _,
    sound: __,
    ...made
  } = await renderLips(lips, {
    ...toLipRendering(context, clock, { opened, speech }),
    outputPath,
    segment: { ...planned, processors, measuredBefore },
  });
  clock.enter('finishing');
  const stages = [...clock.stages({ rendering: { ...made.times } })];
  const facts: SegmentFacts = { ...made, stages, wallMs: clock.wallMs() };
  return { path: outputPath, facts: writeSegmentFacts(facts), state: null };
}

async function joinAll(
  context: RunContext,
  { segments, work, ...preparing }: SegmentedLips,
  [prepared, ...done]: readonly RenderedSegment[],
): Promise<RunResult | null> {
  const all = done.flatMap(({ facts }) => parseSegmentFacts(facts) ?? []);
  const found = prepared === undefined ? null : await readLipFindings(prepared.path);
  if (found === null || all.length < segments.length) {
    return null;
  }
  context.report(joining);
  const { findings, size } = found;
  const { sound: file, input } = readLipRequest(context);
  const outputPath = join(context.folder, 'synced.mp4');
  const { sound } = await joinVideos(outputPath, {
    parts: segments.map(({ startUs }, at) => ({ path: done[at]?.path ?? '', startUs })),
    sound: { path: file.path, mime: file.mime, endUs: findings.soundUs },
    comment: provenanceComment,
    signal: context.signal,
  });
  const facts = { ...summariseLips(findings, all), size };
  const took = [preparing, ...all];
  return {
    ...(await readVideoOutput(outputPath, { size, sound })),
    report: describeLips(facts, work, {
      ...sumStageDurations(took),
    }),
    notes: listLipNotes(facts, work, input.output_resolution_p),
  };
}
