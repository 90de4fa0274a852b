import { clamp, deviation, mean, computeMedian } from '../../vision/math.ts';
import type { VisemeSpan } from '../../voice/visemes/find-visemes.ts';

/** Summarised lip measurements of a result. */
export interface MouthMetrics {
  /** Number of measured closures (p, b, m with a visible mouth), and of those with closed lips. */
  readonly closures: { readonly count: number; readonly closed: number };
  /** Delay of the measured lips against the plan in milliseconds; null where the lips moved too little. */
  readonly offsetMs: number | null;
  /** Pearson correlation of the measured with the planned gap; null where the lips moved too little. */
  readonly correlation: number | null;
}

/** Measured and planned lip gap of a frame, in widths, both as the network measures gaps; see `toPlainGap`. */
export interface MeasuredMouth {
  readonly timeMs: number;
  readonly gap: number;
  readonly wanted: number;
}

/** Measurements of frames in ascending time, and gaps measured on lips that are known to be shut. */
export interface MouthSamples {
  readonly measured: readonly MeasuredMouth[];
  readonly shut: readonly number[];
}

/** Collects measurements of frames in ascending time. */
export interface MouthRecord {
  /** Number of measured frames. */
  readonly count: number;
  add(mouth: MeasuredMouth): void;
  /** Adds the gap that the network measures on lips of the same person that are known to be shut. */
  addShut(gap: number): void;
  /** Returns whether lips with this gap appear closed. */
  isShut(gap: number): boolean;
  samples(): MouthSamples;
  summarise(visemes: readonly VisemeSpan[]): MouthMetrics;
}

/** Tolerance above the gap of shut lips, in widths, that still appears closed. */
const CLOSED_GAP = 0.03;
/** Gap that the network usually measures on shut lips, for people without a sample. */
const USUAL_SHUT = 0.02;
/** Maximum number of frames used for delay and correlation. */
const MAX_FRAMES = 750;
/** Maximum number of samples of shut lips. */
export const maxShut = 12;
const MAX_LAG = 5;
/** Minimum number of frames for delay and correlation. */
const MIN_FRAMES = 12;
/** Minimum standard deviation of the planned gap as the network measures it, in mouth widths. */
const MIN_DEVIATION = 0.004;
/** Assumed frame duration where a single frame gives none. */
const USUAL_FRAME_MS = 40;

/** Creates an empty record. */
export function createMouthRecord(): MouthRecord {
  const measured: MeasuredMouth[] = [];
  const shut: number[] = [];
  let frameMs = Number.POSITIVE_INFINITY;
  const limit = (): number => CLOSED_GAP + Math.max(0, computeMedian(shut, USUAL_SHUT));
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
      const max = limit();
      return {
        closures: { count: gaps.length, closed: gaps.filter((gap) => gap <= max).length },
        ...compare(measured.slice(0, MAX_FRAMES), stepMs),
      };
    },
  };
}

/** Summarises the measurements of the consecutive parts of a result. */
export function summariseMouths(
  parts: readonly MouthSamples[],
  visemes: readonly VisemeSpan[],
): MouthMetrics {
  const record = createMouthRecord();
  for (const mouth of parts.flatMap(({ measured }) => measured)) {
    record.add(mouth);
  }
  for (const gap of parts.flatMap(({ shut }) => shut).slice(0, maxShut)) {
    record.addShut(gap);
  }
  return record.summarise(visemes);
}

/** Finds the delay with the highest correlation (a parabola through the best three) and that correlation. */
function compare(
  measured: readonly MeasuredMouth[],
  frameMs: number,
): Pick<MouthMetrics, 'offsetMs' | 'correlation'> {
  const gaps = measured.map(({ gap }) => gap);
  const wanted = measured.map((one) => one.wanted);
  if (measured.length < MIN_FRAMES || deviation(wanted) < MIN_DEVIATION) {
    return { offsetMs: null, correlation: null };
  }
  const max = Math.min(MAX_LAG, Math.floor(measured.length / 3));
  const at = (lag: number): number =>
    correlate(
      gaps.slice(Math.max(0, lag), gaps.length + Math.min(0, lag)),
      wanted.slice(Math.max(0, -lag), wanted.length - Math.max(0, lag)),
    );
  let best = 0;
  for (let lag = -max; lag <= max; lag += 1) {
    best = at(lag) > at(best) ? lag : best;
  }
  const [before, top, after] = [at(best - 1), at(best), at(best + 1)];
  const bend = before - 2 * top + after;
  // The last tested delay may not be a peak.
  const shift = bend < 0 ? clamp((before - after) / (2 * bend), -0.5, 0.5) : 0;
  return { offsetMs: (best + shift) * frameMs, correlation: top };
}

function correlate(a: readonly number[], b: readonly number[]): number {
  const [meanA, meanB] = [mean(a), mean(b)];
  const products = a.map((value, index) => (value - meanA) * (b[index]! - meanB));
  return mean(products) / (deviation(a) * deviation(b) || 1);
}
