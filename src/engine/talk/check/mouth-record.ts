import { clamp, deviation, mean, medianOf } from '../../vision/math.ts';
import type { VisemeSpan } from '../../voice/visemes/find-visemes.ts';

/** What was found in the frames of a result. */
export interface MouthMetrics {
  /** Sounds that need closed lips, of those that fall on a mouth that is to be seen, and how many have them. */
  readonly closures: { readonly count: number; readonly closed: number };
  /** How much later lips move than they are to; null where too little moved. */
  readonly offsetMs: number | null;
  /** Pearson's correlation of the gap with what it was to be; null where too little moved. */
  readonly correlation: number | null;
}

/** A mouth as it was found in a frame. Gaps are in widths. */
export interface MeasuredMouth {
  readonly timeMs: number;
  readonly gap: number;
  readonly wanted: number;
}

/** What a network found in frames, in the order of their times, and of lips that are known to be shut. */
export interface MouthSamples {
  readonly measured: readonly MeasuredMouth[];
  readonly shut: readonly number[];
}

/** Gathers what a network finds in frames, in the order of their times. */
export interface MouthRecord {
  /** So many were added. */
  readonly count: number;
  add(mouth: MeasuredMouth): void;
  /** Adds what the network finds of lips of the same person that are known to be shut. */
  addShut(gap: number): void;
  /** Whether lips with this gap are closed to the eye. */
  isShut(gap: number): boolean;
  samples(): MouthSamples;
  summarise(visemes: readonly VisemeSpan[]): MouthMetrics;
}

/** Lips that are no further apart (widths) than shut ones are closed to the eye. */
const CLOSED_GAP = 0.03;
/** What the network usually finds of shut lips, for people who do not show theirs. */
const USUAL_SHUT = 0.02;
/** Frames that are looked at for time and amount. */
const MOST_FRAMES = 750;
/** So many shut lips are looked at. */
export const mostShut = 12;
const MOST_LAG = 5;
/** Frames without which nothing can be said. */
const LEAST_FRAMES = 12;
const LEAST_DEVIATION = 0.01;
/** Of a single frame nothing tells how long it lasts. */
const USUAL_FRAME_MS = 40;

/** An empty record. */
export function createMouthRecord(): MouthRecord {
  const measured: MeasuredMouth[] = [];
  const shut: number[] = [];
  let frameMs = Number.POSITIVE_INFINITY;
  const limit = (): number => CLOSED_GAP + Math.max(0, medianOf(shut, USUAL_SHUT));
  return {
    get count() {
      return measured.length;
    },
    add(mouth) {
      const last = measured.at(-1);
      frameMs = last === undefined ? frameMs : Math.min(frameMs, mouth.timeMs - last.timeMs);
      measured.push(mouth);
    },
    addShut(gap) {
      shut.push(gap);
    },
    isShut: (gap) => gap <= limit(),
    samples: () => ({ measured, shut }),
    summarise(visemes) {
      const stepMs = Number.isFinite(frameMs) ? frameMs : USUAL_FRAME_MS;
      const gaps = visemes
        .filter(({ viseme }) => viseme === 'PP')
        .flatMap(({ startMs, endMs }) => {
          const within = measured.filter(
            ({ timeMs }) => timeMs > startMs - stepMs / 2 && timeMs < endMs + stepMs / 2,
          );
          return within.length === 0 ? [] : [Math.min(...within.map(({ gap }) => gap))];
        });
      const most = limit();
      return {
        closures: { count: gaps.length, closed: gaps.filter((gap) => gap <= most).length },
        ...compare(measured.slice(0, MOST_FRAMES), stepMs),
      };
    },
  };
}

/** What was found in the parts of a result, which follow each other. */
export function summariseMouths(
  parts: readonly MouthSamples[],
  visemes: readonly VisemeSpan[],
): MouthMetrics {
  const record = createMouthRecord();
  for (const mouth of parts.flatMap(({ measured }) => measured)) {
    record.add(mouth);
  }
  for (const gap of parts.flatMap(({ shut }) => shut).slice(0, mostShut)) {
    record.addShut(gap);
  }
  return record.summarise(visemes);
}

/** The delay at which gaps are most like what was wanted (a parabola through the best three), and how much that is. */
function compare(
  measured: readonly MeasuredMouth[],
  frameMs: number,
): Pick<MouthMetrics, 'offsetMs' | 'correlation'> {
  const gaps = measured.map(({ gap }) => gap);
  const wanted = measured.map((one) => one.wanted);
  if (measured.length < LEAST_FRAMES || deviation(wanted) < LEAST_DEVIATION) {
    return { offsetMs: null, correlation: null };
  }
  const most = Math.min(MOST_LAG, Math.floor(measured.length / 3));
  const at = (lag: number): number =>
    correlate(
      gaps.slice(Math.max(0, lag), gaps.length + Math.min(0, lag)),
      wanted.slice(Math.max(0, -lag), wanted.length - Math.max(0, lag)),
    );
  let best = 0;
  for (let lag = -most; lag <= most; lag += 1) {
    best = at(lag) > at(best) ? lag : best;
  }
  const [before, top, after] = [at(best - 1), at(best), at(best + 1)];
  const bend = before - 2 * top + after;
  // At the last delay that is tried there may be no top between its neighbours.
  const shift = bend < 0 ? clamp((before - after) / (2 * bend), -0.5, 0.5) : 0;
  return { offsetMs: (best + shift) * frameMs, correlation: top };
}

function correlate(a: readonly number[], b: readonly number[]): number {
  const [meanA, meanB] = [mean(a), mean(b)];
  const products = a.map((value, index) => (value - meanA) * (b[index]! - meanB));
  return mean(products) / (deviation(a) * deviation(b) || 1);
}
