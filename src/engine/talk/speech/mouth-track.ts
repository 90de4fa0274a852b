/**
 * From speech to the mouth of every frame: targets of visemes mixed by dominance (Cohen and Massaro 1993), and after it
 * what must be so: lips meet at p, b and m, the lower one touches the teeth at f and v, and the mouth rests in silence.
 */
import type { VisemeSpan } from '../../voice/visemes/find-visemes.ts';
import type { Viseme } from '../../voice/viseme.ts';
import { clamp, smoothstep } from '../../vision/math.ts';
import { mouthMeasureNames, type MouthMeasureName, type MouthMeasures } from '../mouth/measures.ts';
import { visemeTargets } from './viseme-targets.ts';

/** The mouth that a frame is to show. */
export interface MouthFrame {
  /** What is heard in its middle. */
  readonly viseme: Viseme;
  /** Against the mouth at rest, as an average person speaks. */
  readonly mouth: MouthMeasures;
  /** How high the tongue is, 0..1. */
  readonly tongue: number;
  /** How loud the speech is, 0..1 of its loud parts. */
  readonly loudness: number;
  /** Whether lips have to meet, whatever else is drawn. */
  readonly isClosed: boolean;
}

/** Speech that a mouth is to follow. */
export interface SpokenSound {
  /** In order and without gaps. */
  readonly visemes: readonly VisemeSpan[];
  /** How loud it is at the time of each frame, 0..1; see `measureLoudness`. */
  readonly loudness: ArrayLike<number>;
  /** The mouth at the time of each frame where something else heard it; what visemes do then is close lips. */
  readonly mouths?: readonly MouthMeasures[] | undefined;
}

/** How fast the influence of a sound falls beside it: lips are prepared earlier than they are left. */
const BEFORE_MS = 62;
const AFTER_MS = 50;
/** Lips are seen to move this much before they are heard. */
const LEAD_MS = 10;
/** Of a sound, at most this much at each end belongs to its neighbours as well. */
const MOST_INNER_MS = 30;
/** Further beside a sound nothing is left of it. */
const FARTHEST_MS = 400;
/** Quiet speech opens the mouth less, loud speech more. */
const [QUIET, LOUD] = [0.8, 1.2];
/** Lips come down to a closure, and open after it, in this time: in less, a mouth that speaks fast flickers. */
const PRESS_MS = 115;
/** A closure holds until so shortly before its end. */
const PRESS_INNER_MS = 12;
/** A pause of this length closes the mouth, within {@link REST_MS}. */
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

/** The mouth of every frame. `timesMs`: the middle of each on the clock of the sound, ascending. */
export function createMouthTrack(
  { visemes, loudness, mouths }: SpokenSound,
  timesMs: readonly number[],
): readonly MouthFrame[] {
  let first = 0;
  const frames = timesMs.map((timeMs, index) => {
    // Of ten minutes only what is near: sounds further away have no influence.
    while (first < visemes.length && visemes[first]!.endMs < timeMs - FARTHEST_MS - LEAD_MS) {
      first += 1;
    }
    const frame = mixTargets(visemes, first, {
      timeMs,
      loudness: clamp(loudness[index] ?? 0, 0, 1),
    });
    const heard = mouths?.[index];
    return heard === undefined ? frame : { ...frame, mouth: { ...heard } };
  });
  for (const span of visemes) {
    if (span.viseme === 'PP' || span.viseme === 'FF') {
      pressLips(frames, timesMs, span);
    } else if (span.viseme === 'sil' && span.endMs - span.startMs > PAUSE_MS) {
      restLips(frames, timesMs, span);
    }
  }
  return frames;
}

/** The mouth at a time, by the sounds from the `first` on that reach it. */
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
    if (span.startMs > timeMs + FARTHEST_MS + MOST_INNER_MS) {
      break;
    }
    if (timeMs >= span.startMs && timeMs < span.endMs) {
      viseme = span.viseme;
    }
    const nearness = nearnessOf(span, timeMs + LEAD_MS);
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

/** 1 within a sound, falling beside it. */
function nearnessOf({ startMs, endMs }: VisemeSpan, timeMs: number): number {
  const inner = Math.min(MOST_INNER_MS, (endMs - startMs) / 4);
  const early = startMs + inner - timeMs;
  const late = timeMs - (endMs - inner);
  const beside = Math.max(0, early, late);
  return beside > FARTHEST_MS ? 0 : Math.exp((-2 * beside) / (early > 0 ? BEFORE_MS : AFTER_MS));
}

/**
 * Brings lips down in all frames within a sound, and in the one nearest to its middle, since a closure may be shorter than
 * a frame and would be stepped over.
 */
function pressLips(
  frames: readonly WantedFrame[],
  timesMs: readonly number[],
  { viseme, startMs, endMs }: VisemeSpan,
): void {
  const most = visemeTargets[viseme].mouth.open;
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
    if (beside < PRESS_MS && mouth.open > most) {
      mouth.open = most + (mouth.open - most) * smoothstep(0, PRESS_MS, beside);
    }
    if (beside === 0 && viseme === 'PP') {
      frame.isClosed = true;
      mouth.open = 0;
    }
  }
}

/** Closes the mouth in a pause. */
function restLips(
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

/** The first of ascending times that is not before one; their number when all are. */
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
