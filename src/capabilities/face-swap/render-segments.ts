/**
 * A long video, segment by segment. Each goes on with what the one before it learnt of the face, from a moment before its own
 * beginning; who is swapped and how it is encoded is decided once, by the first:
 *
 *   person, processors ─▶ segment 0 ─ state ─▶ segment 1 ─ state ─▶ ... ─▶ the last, then all joined, with the sound, whole
 */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { AppError } from '../../base/errors.ts';
import type { JobProgress } from '../../contract/job-details.ts';
import { type ClipSegment, cutClip } from '../../engine/io/clip-segments.ts';
import { findMainPerson } from '../../engine/swap/find-main-person.ts';
import type { SwappedPeople } from '../../engine/swap/frame-swapper.ts';
import { createKnownMainPerson } from '../../engine/swap/known-main-person.ts';
import { swapVideo } from '../../engine/swap/swap-video.ts';
import type { FaceMeter } from '../../engine/track/face-meter.ts';
import { createWorkClock } from '../kit/work-clock.ts';
import type { RenderedSegment, RunContext, RunResult, SegmentPlan } from '../processor.ts';
import { findChosen, followAll } from './find-chosen.ts';
import { joinSegments } from './join-segments.ts';
import { openSwap, readSwapRequest, swapWeights } from './open-swap.ts';
import {
  readSegmentFacts,
  readSegmentState,
  type SegmentFacts,
  type SegmentState,
  writeSegment,
} from './segment-facts.ts';

type Person = SegmentState['person'];

/**
 * Renders the next segment, and joins all after the last. Null where the video is to be rendered in one go: it is one segment,
 * several people get a face each, nothing of a segment can be decoded, or those before were made by another version or with other models.
 */
export async function renderSegment(
  context: RunContext,
  { done, lengthUs }: SegmentPlan,
): Promise<RunResult | RenderedSegment | null> {
  if (context.hints?.other_face_keys !== undefined) {
    return null;
  }
  const { video, maxDurationUs } = readSwapRequest(context);
  const { path, mime } = video;
  const segments = await cutClip(path, { mime, segmentUs: lengthUs, maxDurationUs });
  const segment = segments[done.length];
  const before = readSegmentState(done.at(-1)?.state ?? null);
  const isReadable = done.length === 0 || before !== null;
  if (segments.length === 1 || segment === undefined || !isReadable) {
    return null;
  }
  try {
    return await render(context, { done, segments, segment, before });
  } catch (error) {
    if (error instanceof AppError && error.code === 'unsupported_format') {
      return null;
    }
    throw error;
  }
}

interface Step {
  readonly done: readonly RenderedSegment[];
  readonly segments: readonly ClipSegment[];
  /** That is to be rendered, and what it goes on with. */
  readonly segment: ClipSegment;
  readonly before: SegmentState | null;
}

async function render(
  context: RunContext,
  { done, segments, segment, before }: Step,
): Promise<RunResult | RenderedSegment | null> {
  const clock = createWorkClock(swapWeights, toWhole(context, done.length, segments.length));
  const opened = await openSwap(context, clock, before?.learnt);
  const { swap, swapper, meter, quality } = opened;
  try {
    const engine = JSON.stringify(opened.engine);
    const known = done.map(({ facts }) => readSegmentFacts(facts));
    const alike = known
      .filter((facts) => facts?.engine === engine)
      .filter((facts) => facts !== null);
    if (alike.length < known.length) {
      return null;
    }
    const processors = before?.processors ?? availableParallelism();
    const person = before?.person ?? (await findPerson(context, segments, meter));
    clock.enter('rendering');
    const path = join(context.folder, 'segment.mp4');
    const { learnt, size, frames, untouched, ranks, stages } = await swapVideo({
      ...swap,
      outputPath: path,
      whom: toWhom(person, meter),
      segment: { ...segment, processors },
    });
    clock.enter('finishing');
    const facts: SegmentFacts = {
      engine,
      size,
      frames,
      untouched: [...untouched],
      ranks: [...ranks],
      samples: [...quality.samples()],
      stages: [...clock.stages({ rendering: { ...stages } })],
      wallMs: clock.wallMs(),
    };
    if (done.length < segments.length - 1) {
      const state = writeSegment({ processors, person, learnt });
      return { path, facts: writeSegment(facts), state };
    }
    const paths = done.map((part) => part.path);
    return await joinSegments(context, {
      parts: segments.map(({ startUs }, at) => ({ path: paths[at] ?? path, startUs })),
      facts: [...alike, facts],
      size,
      isChosen: person !== 'main' && 'chosen' in person,
      opened,
    });
  } finally {
    swapper.close?.();
  }
}

/** Whose faces all segments swap. */
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

function toWhom(person: Person, meter: FaceMeter): SwappedPeople {
  if (person === 'main') {
    return person;
  }
  return 'chosen' in person
    ? followAll([person.chosen], meter)
    : [createKnownMainPerson(person, meter)];
}

/** Reports how far all segments are: those that follow are expected to take as long as this one. */
function toWhole(context: RunContext, index: number, count: number) {
  const startedAtMs = performance.now();
  return ({ fraction, stage, etaMs }: JobProgress): void => {
    const isRendering = stage === 'finishing' ? index < count - 1 : index > 0;
    const wholeMs = performance.now() - startedAtMs + (etaMs ?? 0);
    context.report({
      fraction: (index + fraction) / count,
      stage: isRendering ? 'rendering' : stage,
      etaMs: etaMs === null ? null : etaMs + (count - index - 1) * wholeMs,
    });
  };
}
