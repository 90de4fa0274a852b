/**
 * Renders a long video by segments, which are independent of each other once the first is rendered. The run of the first
 * segment decides once on the person, the learned face and the encoding:
 *
 *   begin: person, processors, segment 0 ─ decided ─┬▶ segment 1 ─┐
 *                                                  ├▶ segment 2 ─┼▶ join: packet by packet, with the sound of the clip, whole
 *                                                  └▶ ...        ┘
 */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { JobProgress } from '../../contract/job-details.ts';
import { type ClipSegment, cutClip } from '../../engine/io/video/clip-segments.ts';
import { findMainPerson } from '../../engine/swap/find-main-person.ts';
import type { SwappedPeople } from '../../engine/swap/frame-swapper.ts';
import type { HeldFace } from '../../engine/swap/held-face.ts';
import { createKnownMainPerson } from '../../engine/swap/known-main-person.ts';
import { swapVideo } from '../../engine/swap/swap-video.ts';
import type { FaceMeter } from '../../engine/track/face-meter.ts';
import { maxSegments } from '../kit/max-segments.ts';
import {
  joining,
  toFirstSegmentProgress,
  requireSegment,
  runSegmentStep,
  nullIfUndecodable,
} from '../kit/segments.ts';
import { createProgressTracker, type ProgressTracker } from '../kit/progress-tracker.ts';
import type { RenderedSegment, RunContext, RunResult, SegmentPlan } from '../processor.ts';
import { findChosen, trackPeople } from './find-chosen.ts';
import { joinSegments } from './join-segments.ts';
import { openSwap, readSwapRequest, swapWeights } from './open-swap.ts';
import {
  parseSegmentedSwap,
  parseSegmentFacts,
  type SegmentedSwap,
  type SegmentFacts,
  writeSegment,
} from './segment-facts.ts';

type Person = SegmentedSwap['person'];

/**
 * Runs one step of a plan. Returns null when the video must be rendered in one go: it has one segment, several people
 * get a face each, a segment cannot be decoded, or earlier segments come from another version or other models.
 */
export async function renderSegment(
  context: RunContext,
  plan: SegmentPlan,
): Promise<RunResult | RenderedSegment | null> {
  return nullIfUndecodable(() =>
    runSegmentStep(context, plan, { begin, readDecided: parseSegmentedSwap, renderLater, joinAll }),
  );
}

/** Renders the first segment and decides for all others. */
async function begin(
  context: RunContext,
  { lengthUs }: SegmentPlan,
): Promise<RenderedSegment | null> {
  if (context.hints?.other_face_keys !== undefined) {
    return null;
  }
  const { video, maxDurationUs } = readSwapRequest(context);
  const { path, mime } = video;
  const segments = await cutClip(path, { mime, segmentUs: lengthUs, maxDurationUs });
  const [first] = segments;
  if (first === undefined || segments.length < 2 || segments.length > maxSegments) {
    return null;
  }
  const clock = createProgressTracker(
    swapWeights,
    toFirstSegmentProgress((progress) => context.report(progress), segments.length),
  );
  const processors = availableParallelism();
  const opened = await openSwap(context, clock, toPart(first, null));
  const person = await findPerson(context, segments, opened.meter).catch(async (error: unknown) => {
    opened.swapper.close?.();
    throw error;
  });
  const { made, known: learnt } = await render(context, clock, {
    opened,
    segment: first,
    processors,
    person,
  });
  const known =
    opened.arePacks || learnt !== null
      ? learnt
      : await learnFromLaterSegments(context, {
          segments,
          processors,
          person,
          firstMs: clock.wallMs(),
        });
  const { engine, key: engineKey, notes, arePacks } = opened;
  const state = writeSegment({
    segments: [...segments],
    processors,
    engine,
    engineKey,
    notes: [...notes],
    arePacks,
    person,
    known,
  });
  return { ...made, state, count: segments.length };
}

/** Renders a later segment; null when the first one used another engine. */
async function renderLater(
  context: RunContext,
  { segments, processors, engineKey, person, known }: SegmentedSwap,
  { at }: { readonly at: number },
): Promise<RenderedSegment | null> {
  const segment = requireSegment(segments, at);
  const clock = createProgressTracker(swapWeights, (progress) => context.report(progress));
  const opened = await openSwap(context, clock, toPart(segment, known));
  if (opened.key !== engineKey) {
    opened.swapper.close?.();
    return null;
  }
  const { made } = await render(context, clock, { opened, segment, processors, person });
  return made;
}

function toPart({ startUs, endUs }: ClipSegment, known: HeldFace | null) {
  return { fromUs: startUs, toUs: endUs, known };
}

interface Rendering {
  readonly opened: Awaited<ReturnType<typeof openSwap>>;
  readonly segment: ClipSegment;
  readonly processors: number;
  readonly person: Person;
}

async function render(
  context: RunContext,
  clock: ProgressTracker,
  { opened, segment, processors, person }: Rendering,
): Promise<{ readonly made: RenderedSegment; readonly known: HeldFace | null }> {
  const { swap, swapper, meter, quality } = opened;
  try {
    clock.enter('rendering');
    const path = join(context.folder, `segment-${segment.startUs}.mp4`);
    const { known, size, frames, untouched, ranks, stages } = await swapVideo({
      ...swap,
      outputPath: path,
      people: toSwappedPeople(person, meter),
      segment: { ...segment, processors },
    });
    clock.enter('finishing');
    const facts: SegmentFacts = {
      size,
      frames,
      untouched: [...untouched],
      ranks: [...ranks],
      samples: [...quality.samples()],
      stages: [...clock.stages({ rendering: { ...stages } })],
      wallMs: clock.wallMs(),
    };
    return { made: { path, facts: writeSegment(facts), state: null }, known };
  } finally {
    swapper.close?.();
  }
}

/**
 * Length of the part of a later segment that is searched for a face missing from the first, and maximum number of such
 * segments.
 */
const LEARNT_US = 8_000_000;
const MAX_STARTS = 8;

/** Learns the face from the beginnings of later segments; null when none shows it. */
async function learnFromLaterSegments(
  context: RunContext,
  {
    segments,
    processors,
    person,
    firstMs,
  }: Pick<Rendering, 'processors' | 'person'> & {
    readonly segments: readonly ClipSegment[];
    /** Time that the first segment took. */
    readonly firstMs: number;
  },
): Promise<HeldFace | null> {
  // The progress stays where the first segment ended: later segments continue from there.
  const leftMs = (segments.length - 1) * firstMs;
  const report = ({ etaMs }: JobProgress): void =>
    context.report({
      fraction: 1 / segments.length,
      phase: 'rendering',
      etaMs: etaMs === null ? null : etaMs + leftMs,
    });
  const step = Math.max(1, Math.ceil((segments.length - 1) / MAX_STARTS));
  for (let at = 1; at < segments.length; at += step) {
    const { startUs, endUs } = segments[at] ?? { startUs: 0, endUs: 0 };
    const segment = { startUs, endUs: Math.min(startUs + LEARNT_US, endUs ?? Infinity) };
    const clock = createProgressTracker(swapWeights, report);
    const opened = await openSwap(context, clock, toPart(segment, null));
    const { known } = await render(context, clock, { opened, segment, processors, person });
    if (known !== null) {
      return known;
    }
  }
  return null;
}

/** Finds the person whose face all segments swap. */
async function findPerson(
  context: RunContext,
  segments: readonly ClipSegment[],
  meter: FaceMeter,
): Promise<Person> {
  const chosen = await findChosen(context, meter);
  const [embedding] = chosen ?? [];
  if (embedding !== undefined) {
    return { chosen: embedding };
  }
  const { path, mime } = readSwapRequest(context).video;
  const timesUs = segments.map(({ startUs }) => startUs);
  const main = await findMainPerson(path, { mime, meter, timesUs, signal: context.signal });
  return main === null ? 'main' : { own: main.own, others: [...main.others] };
}

function toSwappedPeople(person: Person, meter: FaceMeter): SwappedPeople {
  if (person === 'main') {
    return person;
  }
  return 'chosen' in person
    ? trackPeople([person.chosen], meter)
    : [createKnownMainPerson(person, meter)];
}

/** Joins all segments. */
async function joinAll(
  context: RunContext,
  { segments, person, ...decided }: SegmentedSwap,
  done: readonly RenderedSegment[],
): Promise<RunResult | null> {
  const facts = done.flatMap((segment) => parseSegmentFacts(segment.facts) ?? []);
  if (facts.length < segments.length) {
    return null;
  }
  context.report(joining);
  return joinSegments(context, {
    parts: segments.map(({ startUs }, at) => ({ path: done[at]?.path ?? '', startUs })),
    facts,
    isChosen: person !== 'main' && 'chosen' in person,
    decided,
  });
}
