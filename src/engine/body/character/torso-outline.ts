/**
 * Measures how wide a torso is behind the arms that hide its sides: as wide as where its outline is seen above and
 * below them, and nothing beyond a gap through which the ground shows.
 */
import { clamp, computeMedian, smoothstep } from '../../vision/math.ts';
import { ownerOf } from './body-part.ts';
import type { PersonView } from './person-view.ts';
import type { TorsoFrame } from './torso-frame.ts';

/** Range of the measured heights, and the distance of the measured rows, in torso lengths. */
const [LOWEST, HIGHEST, STEP] = [-0.8, 1.03, 1 / 64];
const ROWS = Math.round((HIGHEST - LOWEST) / STEP) + 1;
/** Maximum change of the half width per length down or up the body where the outline is not seen itself. */
const SLOPE = 1;
/** Half height of the highest bump in rows: whatever is higher belongs to the outline. */
const BUMP = 10;
/** Height from which the outline is that of the shoulders if nothing is seen above a row. */
const SHOULDERS = 0.9;
/** Number of rows on both sides of a row over which its median is taken. */
const AROUND = 2;

/** Returns the half width of the torso in pixels at a height (0 at the hips, 1 at the shoulders). */
type TorsoOutline = (height: number) => number;

/** A person whose pixels have owners. */
export interface OwnedView {
  readonly view: PersonView;
  readonly torso: TorsoFrame;
  readonly owners: Uint8Array;
}

/**
 * Measures the outline of one side (1 where `asideInTorso` is positive). `usual` is the width where nothing is seen, and
 * the maximum where the outline is not seen itself.
 */
export function measureTorsoOutline(
  body: OwnedView,
  side: 1 | -1,
  usual: TorsoOutline,
): TorsoOutline {
  const heights = listHeights();
  const walks = heights.map((height) => walkOutwards(body, side, height));
  const steady = walks.map(({ edge }, row) =>
    edge === null
      ? null
      : computeMedian(
          walks
            .slice(Math.max(0, row - AROUND), row + AROUND + 1)
            .flatMap((near) => (near.edge === null ? [] : [near.edge])),
          edge,
        ),
  );
  const widths = heights.map((height, row) => {
    const likely = Math.max(usual(height), taperFromSeen(steady, row));
    const hidden = Math.min(likely, interpolate(steady, heights, row) ?? likely);
    return steady[row] ?? Math.max(walks[row].least, hidden);
  });
  return readWidths(widths);

  /** Returns the width to which the nearest seen rows taper, so that the outline has no step at the rim of an arm. */
  function taperFromSeen(known: readonly (number | null)[], row: number): number {
    const slope = SLOPE * STEP * body.torso.length;
    return known.reduce<number>(
      (widest, width, at) =>
        width === null ? widest : Math.max(widest, width - Math.abs(at - row) * slope),
      0,
    );
  }

  /** Returns the width between the seen rows above and below; null if none is seen below. */
  function interpolate(
    known: readonly (number | null)[],
    all: readonly number[],
    row: number,
  ): number | null {
    const below = known.findLastIndex((width, at) => at < row && width !== null);
    const above = known.findIndex((width, at) => at > row && width !== null);
    if (below === -1) {
      return null;
    }
    const from = known[below] ?? 0;
    const [top, to] =
      above === -1 ? [SHOULDERS, usual(SHOULDERS)] : [all[above], known[above] ?? 0];
    return from + (to - from) * smoothstep(all[below], Math.max(top, all[row]), all[row]);
  }
}

/**
 * Measures how wide the visible torso or leg of one side is without bumps: what is wider than the rows above and below
 * for a short way only. Unlimited where nothing is seen, and below the measured heights.
 */
export function measureSmoothSide(body: OwnedView, side: 1 | -1): TorsoOutline {
  const widths = listHeights().map((height) => {
    const { least, start } = walkOutwards(body, side, height);
    return least > start ? least : Number.MAX_SAFE_INTEGER;
  });
  const slide = (values: readonly number[], choose: (...near: number[]) => number) =>
    values.map((_, row) => choose(...values.slice(Math.max(0, row - BUMP), row + BUMP + 1)));
  const read = readWidths(slide(slide(widths, Math.min), Math.max));
  return (height) => (height < LOWEST ? Number.MAX_SAFE_INTEGER : read(height));
}

function listHeights(): readonly number[] {
  return Array.from({ length: ROWS }, (_, row) => LOWEST + row * STEP);
}

/** Interpolates between the widths of all rows. */
function readWidths(widths: readonly number[]): TorsoOutline {
  return (height) => {
    const at = clamp((height - LOWEST) / STEP, 0, ROWS - 1.001);
    const row = Math.floor(at);
    return widths[row] + (widths[row + 1] - widths[row]) * (at - row);
  };
}

/**
 * Walks from the spine to the ground, and returns the distance of the torso's edge, or null if an arm or the edge of
 * the view is there, the distance of the farthest pixel that is no arm's, and where the walk began.
 */
function walkOutwards({ view, torso, owners }: OwnedView, side: 1 | -1, height: number) {
  const { hips, up, length, hipHalf } = torso;
  const [x, y] = [hips.x + up.x * height * length, hips.y + up.y * height * length];
  // Between legs the ground is seen at the spine: they are measured outside of their hip joints.
  const start = height < 0 ? Math.round(hipHalf) : 0;
  let least = 0;
  for (let far = start; far < length; far += 1) {
    const column = Math.round(x - up.y * side * far);
    const row = Math.round(y + up.x * side * far);
    const isInside = column >= 0 && row >= 0 && column < view.width && row < view.height;
    const owner = isInside ? owners[row * view.width + column] : null;
    if (owner === null) {
      // The image cuts the body off: it goes on.
      return { edge: least === far && far > start ? length : null, least, start };
    }
    if (owner === 0) {
      return { edge: least === far && far > start ? far : null, least, start };
    }
    // Behind a hand on a wide skirt the skirt goes on.
    least = owner === ownerOf.leftArm || owner === ownerOf.rightArm ? least : far + 1;
  }
  return { edge: null, least, start };
}
