/**
 * Opening curve of a portrait: the lip gap to draw for each wanted gap, so that the mouth appears open as far as
 * those of talkers. A mesh network sees small gaps between pale lips not at all, and large ones half as wide, while it
 * takes the drawn line of other lips for a gap. A single gain cannot undo that.
 */
import { clamp, mean } from '../../vision/math.ts';

/** Lip gaps to draw, in widths, for the wanted gaps of {@link plainOpening}; ascending. */
export type OpeningCurve = readonly number[];

/** A drawn gap with the gap that the network read there, in widths. */
export interface GapReading {
  readonly drawn: number;
  readonly read: number;
}

/** Curve that draws gaps as they are wanted. Its values are the wanted gaps of all curves. */
export const plainOpening: OpeningCurve = [0, 0.02, 0.04, 0.06, 0.08, 0.1, 0.13, 0.16, 0.2, 0.25];

/**
 * Limits of drawn gaps against wanted ones: what a network cannot see must not tear a mouth open, and small gaps must
 * not vanish because it sees a line for a gap.
 */
const [LEAST, MOST] = [0.68, 1.25];
/** Sought gap against the wanted one: slightly less, since small gaps that stay unseen make the others steeper. */
const SOUGHT = 0.95;
/** Gap read from closed lips that is accepted as such; more would keep them from closing. */
const MAX_SHUT = 0.03;
/** Slope of read against drawn gaps below which the network does not see the mouth. */
const MIN_SLOPE = 0.35;

/** Returns the gap to draw for a wanted one, in widths. */
export function drawnGapOf(curve: OpeningCurve, wanted: number): number {
  const next = plainOpening.findIndex((knot) => knot > wanted);
  if (next <= 0) {
    const last = plainOpening.length - 1;
    return next === 0 ? wanted : (wanted * curve[last]) / plainOpening[last];
  }
  return interpolate(plainOpening, curve, next, wanted);
}

/** Inverts what a network read at drawn gaps, within limits; {@link plainOpening} where it does not see the mouth. */
export function fitOpening(readings: readonly GapReading[]): OpeningCurve {
  const slope = slopeOf(readings);
  if (Number.isNaN(slope) || slope < MIN_SLOPE) {
    return plainOpening;
  }
  const drawn = [...new Set(readings.map((reading) => reading.drawn))].toSorted((a, b) => a - b);
  const read = makeAscending(
    drawn.map((gap) => mean(readings.filter((one) => one.drawn === gap).map((one) => one.read))),
  );
  const widest = plainOpening[plainOpening.length - 1];
  const shut = clamp(read[0] ?? 0, 0, MAX_SHUT);
  return plainOpening.map((wanted) => {
    const sought = shut + wanted * (SOUGHT - shut / widest);
    const next = read.findIndex((value) => value > sought);
    const found =
      next < 0
        ? (drawn[drawn.length - 1] * sought) / read[read.length - 1]
        : next === 0
          ? 0
          : interpolate(read, drawn, next, sought);
    return clamp(found, LEAST * wanted, MOST * wanted);
  });
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

function slopeOf(readings: readonly GapReading[]): number {
  const drawn = mean(readings.map((reading) => reading.drawn));
  const read = mean(readings.map((reading) => reading.read));
  let [spread, shared] = [0, 0];
  for (const reading of readings) {
    spread += (reading.drawn - drawn) ** 2;
    shared += (reading.drawn - drawn) * (reading.read - read);
  }
  return spread === 0 ? 0 : shared / spread;
}
