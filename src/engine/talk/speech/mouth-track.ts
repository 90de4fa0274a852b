/**
 * Mouth of every frame from speech: viseme targets blended by dominance (Cohen and Massaro 1993), followed by hard
 * constraints: lips meet at p, b and m, the lower lip touches the teeth at f and v, and the mouth rests in silence.
 */
import type { VisemeSpan } from '../../voice/visemes/find-visemes.ts';
import type { Viseme } from '../../voice/viseme.ts';
import { clamp, smoothstep } from '../../vision/math.ts';
import { mouthMeasureNames, type MouthMeasureName, type MouthMeasures } from '../mouth/measures.ts';
import { visemeTargets } from './viseme-targets.ts';

/** Wanted mouth of a frame. */
export interface MouthFrame {
  /** Viseme at the middle of the frame. */
  readonly viseme: Viseme;
  /** Difference from rest, for an average person. */
  readonly mouth: MouthMeasures;
  /** Height of the tongue, 0..1. */
  readonly tongue: number;
  /** Loudness of the speech, 0..1 against its loud parts. */
  readonly loudness: number;
  /** True when the lips must meet. */
  readonly isClosed: boolean;
}

/** Speech that a mouth follows. */
export interface SpokenSound {
  /** In order and without gaps. */
  readonly visemes: readonly VisemeSpan[];
  /** Loudness at the time of each frame, 0..1; see `measureLoudness`. */
  readonly loudness: ArrayLike<number>;
  /** Predicted mouth at the time of each frame; visemes then only close lips. */
  readonly mouths?: readonly MouthMeasures[] | undefined;
}

/** Decay of a sound's influence before and after it: lips anticipate a sound longer than they hold it. */
const BEFORE_MS = 62;
const AFTER_MS = 50;
/** Lead of the lips against the audio. */
const LEAD_MS = 10;
/** Maximum time at each end of a sound that blends with its neighbours. */
const MAX_INNER_MS = 30;
/** Distance beyond which a sound has no influence. */
const FARTHEST_MS = 400;
/** Gain of the opening for quiet and loud speech. */
const [QUIET, LOUD] = [0.8, 1.2];
/** Transition time into and out of a closure: in less, a fast speaker's mouth flickers. */
const PRESS_MS = 115;
/** Margin before the end of a sound at which its closure is released. */
const PRESS_INNER_MS = 12;
/** Minimum length of a pause that closes the mouth, within {@link REST_MS}. */
const PAUSE_MS = 160;
const REST_MS = 110;

type MutableMouth = Record<MouthMeasureName, number>;

interface WantedFrame {
  readonly viseme: Viseme;
  readonly mouth: MutableMouth;
  readonly tongue: number;
  readonly loudness: number;
  isClosed: boolean;
}

/** Computes the mouth of every frame. `timesMs` are the middles of frames on the audio clock, ascending. */
export function createMouthTrack(
  { visemes, loudness, mouths }: SpokenSound,
  timesMs: readonly number[],
): readonly MouthFrame[] {
  let first = 0;
  const frames = timesMs.map((timeMs, index) => {
    // Skips sounds without influence, which matters in ten minutes of speech.
    while (first < visemes.length && visemes[first]!.endMs < timeMs - FARTHEST_MS - LEAD_MS) {
      first += 1;
    }
    const frame = mixTargets(visemes, first, {
      timeMs,
      loudness: clamp(loudness[index] ?? 0, 0, 1),
    });
    const measured = mouths?.[index];
    return measured === undefined ? frame : { ...frame, mouth: { ...measured } };
  });
  for (const span of visemes) {
    if (span.viseme === 'PP' || span.viseme === 'FF') {
      closeLips(frames, timesMs, span);
    } else if (span.viseme === 'sil' && span.endMs - span.startMs > PAUSE_MS) {
      relaxLips(frames, timesMs, span);
    }
  }
  return frames;
}

/** Blends the targets of sounds from index `first` on at a time. */
function mixTargets(
  visemes: readonly VisemeSpan[],
  first: number,
  { timeMs, loudness }: { readonly timeMs: number; readonly loudness: number },
): WantedFrame {
  const mouth: MutableMouth = { open: 0, wide: 0, jaw: 0, lift: 0 };
  let [lips, round, tongue] = [1e-6, 1e-6, 0];
  let viseme: Viseme = 'sil';
  for (let index = first; index < visemes.length; index += 1) {
    const span = visemes[index]!;
    if (span.startMs > timeMs + FARTHEST_MS + MAX_INNER_MS) {
      break;
    }
    if (timeMs >= span.startMs && timeMs < span.endMs) {
      viseme = span.viseme;
    }
    const nearness = computeNearness(span, timeMs + LEAD_MS);
    if (nearness > 0) {
      const target = visemeTargets[span.viseme];
      const ofLips = target.lips * nearness;
      const ofWidth = target.round * nearness;
      mouth.open += ofLips * target.mouth.open;
      mouth.jaw += ofLips * target.mouth.jaw;
      mouth.lift += ofLips * target.mouth.lift;
      mouth.wide += ofWidth * target.mouth.wide;
      lips += ofLips;
      round += ofWidth;
      tongue = Math.max(tongue, target.tongue * nearness);
    }
  }
  const vigour = QUIET + (LOUD - QUIET) * loudness;
  mouth.open *= vigour / lips;
  mouth.jaw *= vigour / lips;
  mouth.lift /= lips;
  mouth.wide /= round;
  return { viseme, mouth, tongue, loudness, isClosed: false };
}

/** Returns the influence of a sound: 1 inside, decaying outside. */
function computeNearness({ startMs, endMs }: VisemeSpan, timeMs: number): number {
  const inner = Math.min(MAX_INNER_MS, (endMs - startMs) / 4);
  const early = startMs + inner - timeMs;
  const late = timeMs - (endMs - inner);
  const beside = Math.max(0, early, late);
  return beside > FARTHEST_MS ? 0 : Math.exp((-2 * beside) / (early > 0 ? BEFORE_MS : AFTER_MS));
}

/**
 * Closes lips in all frames within a sound and in the one nearest to its middle, since a closure may be shorter than a
 * frame.
 */
function closeLips(
  frames: readonly WantedFrame[],
  timesMs: readonly number[],
  { viseme, startMs, endMs }: VisemeSpan,
): void {
  const max = visemeTargets[viseme].mouth.open;
  const nearest = findNearest(timesMs, (startMs + endMs) / 2);
  const isNear = Math.abs((timesMs[nearest] ?? Infinity) - (startMs + endMs) / 2) < PRESS_MS;
  const from = Math.min(nearest, findFirst(timesMs, startMs - PRESS_MS));
  for (let index = from; index < frames.length; index += 1) {
    const timeMs = timesMs[index]!;
    if (timeMs > endMs + PRESS_MS && index > nearest) {
      break;
    }
    const outside = Math.max(0, startMs + PRESS_INNER_MS - timeMs, timeMs - endMs + PRESS_INNER_MS);
    const beside = index === nearest && isNear ? 0 : outside;
    const frame = frames[index]!;
    const { mouth } = frame;
    if (beside < PRESS_MS && mouth.open > max) {
      mouth.open = max + (mouth.open - max) * smoothstep(0, PRESS_MS, beside);
    }
    if (beside === 0 && viseme === 'PP') {
      frame.isClosed = true;
      mouth.open = 0;
    }
  }
}

/** Fades the mouth to rest in a pause. */
function relaxLips(
  frames: readonly WantedFrame[],
  timesMs: readonly number[],
  { startMs, endMs }: VisemeSpan,
): void {
  for (let index = findFirst(timesMs, startMs); index < frames.length; index += 1) {
    const timeMs = timesMs[index]!;
    if (timeMs > endMs) {
      break;
    }
    const rested = smoothstep(0, REST_MS, Math.min(timeMs - startMs, endMs - timeMs));
    const frame = frames[index]!;
    for (const name of mouthMeasureNames) {
      frame.mouth[name] *= 1 - rested;
    }
    frame.isClosed ||= rested > 0.98;
  }
}

function findNearest(timesMs: readonly number[], timeMs: number): number {
  const next = findFirst(timesMs, timeMs);
  const last = Math.max(0, next - 1);
  const isNext = Math.abs((timesMs[next] ?? Infinity) - timeMs) < Math.abs(timesMs[last]! - timeMs);
  return isNext ? next : last;
}

/** Returns the index of the first of ascending times that is not earlier; their count when all are. */
function findFirst(timesMs: readonly number[], timeMs: number): number {
  let [from, to] = [0, timesMs.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (timesMs[middle]! < timeMs) {
      from = middle + 1;
    } else {
      to = middle;
    }
  }
  return from;
}
