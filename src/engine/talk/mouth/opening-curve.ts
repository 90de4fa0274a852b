/**
 * Opening curve of a portrait: the lip gap to draw for each wanted gap, so that the mouth appears open as far as
 * those of talkers, and as wide. A mesh network sees small gaps between pale lips not at all, and large ones half as
 * wide, while it takes the drawn line of other lips for a gap. A single gain cannot undo that. Corners of a smile
 * appear nearer to each other in an open mouth, those of a mouth that the portrait shows open further apart.
 */
import { clamp, mean, smoothstep } from '../../vision/math.ts';

/** What to draw for each of {@link wantedGaps}, in widths. */
export interface OpeningCurve {
  /** Lip gaps; ascending. */
  readonly gaps: readonly number[];
  /** Changes of the width of the mouth, in units of `MouthMeasures.wide`. */
  readonly widths: readonly number[];
  /** Gain on wanted widths, at least 1. */
  readonly widthGain: number;
  /** How little light falls through small gaps, 0..1; see {@link isShadeBetter}. */
  readonly shade: number;
}

/** A drawn mouth (`drawn`: lip gap, `wide`: width) with what the network read there, in widths. */
export interface MouthReading {
  readonly drawn: number;
  readonly wide: number;
  readonly read: number;
  readonly readWide: number;
}

/** Wanted gaps of all curves, in widths. */
export const wantedGaps = [0, 0.02, 0.04, 0.06, 0.08, 0.1, 0.13, 0.16, 0.2, 0.25] as const;

/** Curve that draws mouths as they are wanted. */
export const plainOpening: OpeningCurve = {
  gaps: wantedGaps,
  widths: wantedGaps.map(() => 0),
  widthGain: 1,
  shade: 0,
};

/** Drawn gaps up to which shade makes a difference. */
export const MAX_SHADED = 0.1;

/**
 * Limits of drawn gaps against wanted ones: what a network cannot see must not tear a mouth open or make a face
 * unlike itself, and small gaps must not vanish because it sees a line for a gap.
 */
const [LEAST, MOST] = [0.58, 1.25];
/** The same for gaps that stay small when they are drawn wider: these tear nothing. */
const MOST_SMALL = 1.8;
const SMALL = 0.1;
/** Sought gap against the wanted one: slightly less, since small gaps that stay unseen make the others steeper. */
const SOUGHT = 0.95;
/** Fraction of a correction that is left out: networks err at small gaps, each in its own way. */
const LEFT_OUT = 0.2;
/** Gap read from closed lips that is accepted as such; more would keep them from closing. */
const MAX_SHUT = 0.03;
/** Slope of read against drawn gaps below which the network does not see the mouth. */
const MIN_SLOPE = 0.35;

/** Maximum change of width, and the wanted gap from which it is whole: lips that part do not jump. */
const MAX_WIDER = 0.04;
const WHOLE_FROM = 0.06;
/** Slope of read against drawn widths below which the network does not see them. */
const MIN_WIDTH_SLOPE = 0.4;
/** Sought slope of read against wanted widths, and maximum gain on these; mouths are never made to move less. */
const WIDTH_SLOPE = 1;
const MAX_WIDTH_GAIN = 1.35;

/** Returns the gap to draw for a wanted one, in widths. */
export function toDrawnGap({ gaps }: OpeningCurve, wanted: number): number {
  const next = wantedGaps.findIndex((knot) => knot > wanted);
  if (next <= 0) {
    const last = wantedGaps.length - 1;
    return next === 0 ? wanted : gaps[last] + (wanted - wantedGaps[last]);
  }
  return interpolate(wantedGaps, gaps, next, wanted);
}

/** Returns the change of width to draw at a wanted gap. */
export function widthChangeOf({ widths }: OpeningCurve, wanted: number): number {
  return interpolateAt(wantedGaps, widths, wanted);
}

/** Inverts what a network read at drawn mouths, within limits; {@link plainOpening} where it does not see the mouth. */
export function fitOpening(readings: readonly MouthReading[], shade = 0): OpeningCurve {
  const slope = computeSlope(readings.map(({ drawn, read }) => ({ x: drawn, y: read })));
  if (Number.isNaN(slope) || slope < MIN_SLOPE) {
    return plainOpening;
  }
  const drawn = [...new Set(readings.map((reading) => reading.drawn))].toSorted((a, b) => a - b);
  const readingsOf = (gap: number): MouthReading[] => readings.filter((one) => one.drawn === gap);
  const gaps = fitGaps(
    drawn,
    drawn.map((gap) => mean(readingsOf(gap).map((one) => one.read))),
  );
  return { gaps, ...fitWidths(readings, drawn.map(readingsOf), gaps), shade };
}

/**
 * Returns whether small gaps are read closer to what was drawn with shade than without. Teeth in a small gap are as light
 * as many lips: a network sees nothing there or, from some gap on, half a mouth. In shade they look like the dark line
 * of other lips.
 */
export function isShadeBetter(
  shaded: readonly MouthReading[],
  lit: readonly MouthReading[],
): boolean {
  return measureError(shaded) < measureError(lit);
}

/** Sum of squared errors of the gaps read, against that of closed lips. */
function measureError(readings: readonly MouthReading[]): number {
  const shut = mean(readings.filter(({ drawn }) => drawn === 0).map(({ read }) => read));
  return readings.reduce((sum, { drawn, read }) => sum + (read - shut - drawn) ** 2, 0);
}

function fitGaps(drawn: readonly number[], found: readonly number[]): readonly number[] {
  const read = makeAscending(found);
  const widest = wantedGaps[wantedGaps.length - 1];
  const shut = clamp(read[0] ?? 0, 0, MAX_SHUT);
  return wantedGaps.map((wanted) => {
    const sought = shut + wanted * (SOUGHT - shut / widest);
    const next = read.findIndex((value) => value > sought);
    const gap =
      next < 0
        ? (drawn[drawn.length - 1] * sought) / read[read.length - 1]
        : next === 0
          ? 0
          : interpolate(read, drawn, next, sought);
    const most = Math.max(MOST * wanted, Math.min(MOST_SMALL * wanted, SMALL));
    const corrected = gap + (SOUGHT * wanted - gap) * LEFT_OUT;
    return clamp(corrected, LEAST * wanted, most);
  });
}

/** Finds the changes of width with which mouths of all gaps appear as wide as the closed one. */
function fitWidths(
  readings: readonly MouthReading[],
  byGap: readonly (readonly MouthReading[])[],
  gaps: readonly number[],
): Pick<OpeningCurve, 'widths' | 'widthGain'> {
  const drawn = byGap.map(([first]) => first.drawn);
  const read = byGap.map((group) => mean(group.map((one) => one.readWide)));
  const slope = computeSlope(
    readings.map((one) => ({ x: one.wide, y: one.readWide - read[drawn.indexOf(one.drawn)] })),
  );
  if (Number.isNaN(slope) || slope < MIN_WIDTH_SLOPE) {
    return plainOpening;
  }
  const widthGain = clamp(WIDTH_SLOPE / slope, 1, MAX_WIDTH_GAIN);
  const widths = gaps.map((gap, index) => {
    const seen = interpolateAt(drawn, read, gap);
    const whole = smoothstep(0, WHOLE_FROM, wantedGaps[index]);
    return whole * clamp((read[0] - seen) / slope, -MAX_WIDER, MAX_WIDER);
  });
  return { widths, widthGain };
}

/** Value at `x`; that of the nearest end beyond both. */
function interpolateAt(xs: readonly number[], ys: readonly number[], x: number): number {
  const next = xs.findIndex((value) => value > x);
  return next <= 0 ? ys[next === 0 ? 0 : ys.length - 1] : interpolate(xs, ys, next, x);
}

/** Value at `x` between the positions `next - 1` and `next`. */
function interpolate(
  xs: readonly number[],
  ys: readonly number[],
  next: number,
  x: number,
): number {
  const [x0, x1, y0, y1] = [xs[next - 1], xs[next], ys[next - 1], ys[next]];
  return x1 === x0 ? y1 : y0 + ((y1 - y0) * (x - x0)) / (x1 - x0);
}

/** Nearest ascending values (pool adjacent violators, Ayer 1955). */
function makeAscending(values: readonly number[]): readonly number[] {
  const pools: { sum: number; count: number }[] = [];
  for (const value of values) {
    pools.push({ sum: value, count: 1 });
    for (;;) {
      const [before, last] = [pools.at(-2), pools.at(-1)];
      if (!before || !last || before.sum / before.count <= last.sum / last.count) {
        break;
      }
      pools.splice(-2, 2, { sum: before.sum + last.sum, count: before.count + last.count });
    }
  }
  return pools.flatMap(({ sum, count }) => Array.from({ length: count }, () => sum / count));
}

function computeSlope(points: readonly { readonly x: number; readonly y: number }[]): number {
  const [meanX, meanY] = [mean(points.map(({ x }) => x)), mean(points.map(({ y }) => y))];
  let [spread, shared] = [0, 0];
  for (const { x, y } of points) {
    spread += (x - meanX) ** 2;
    shared += (x - meanX) * (y - meanY);
  }
  return spread === 0 ? 0 : shared / spread;
}
