/**
 * Moves the lines of arms to the visible middle of the arms. Joints of sleeved arms are off the middle, often on the
 * outline; such a line would leave half of the arm to the torso.
 */
import type { Point } from '../../pixels/fill-polygon.ts';
import { clamp, computeMedian } from '../../vision/math.ts';
import type { Limb } from '../joints.ts';
import { listLimbPoints } from './limb-line.ts';
import type { PersonView } from './person-view.ts';
import { findFaceColour, hasSkinHue, isLikeSkin } from './skin-colour.ts';
import { asideInTorso, toTorsoFrame, type TorsoFrame } from './torso-frame.ts';

type Arm = Extract<Limb, 'leftArm' | 'rightArm'>;

/** A part of an arm beside its bone. */
interface BoneShift {
  /** Leads away from the spine. */
  readonly normal: Point;
  /** Offset of the visible middle from the line, in pixels; null where it cannot be measured. */
  readonly by: number | null;
}

const HAND = 2;
/**
 * Likely half widths of upper arm and forearm and the range that is searched, in torso lengths; standard deviation of
 * the natural logarithm of the half width.
 */
const LIKELY_HALF = [0.1, 0.082];
const LIKELY_SPREAD = 0.35;
const HALF_RANGE = [0.045, 0.16] as const;
/** Maximum distance of an outline from its bone, in torso lengths. */
const REACH = 0.22;
/** Maximum shift of a line, in torso lengths. */
const MAX_SHIFT = 0.09;
/** Range along a bone that is sampled, as fractions of its length, and the number of samples. */
const [FROM, TO, PLACES] = [0.2, 0.9, 12];
/** Fraction of the arm's shift that its shoulder follows. */
const ROOT_WEIGHT = 0.5;
/** Minimum component of a normal away from the spine; below it no side is the outer one. */
const MIN_ASIDE = 0.35;
/**
 * Depth at which the colour of an arm is measured, in minimum half widths, and the minimum number of places in which that
 * colour ends on the other side.
 */
const [RIM, MIN_PLACES] = [0.7, 4] as const;
/** Distance of the two colours that are compared to find an edge, in pixels. */
const EDGE = 2;

/** Returns the points of both arms (root, middle joint, end joint, tip), moved to the visible middle of the arms. */
export function centreArms(view: PersonView): Readonly<Record<Arm, readonly Point[]>> {
  const torso = toTorsoFrame(view.joints);
  const centre = (arm: Arm): readonly Point[] => {
    const points = listLimbPoints(view.joints, arm);
    const forearm = measureShift(view, torso, points, 1);
    // A hand before the body has no reliable edge: it moves with its forearm only where that moves inwards.
    const isOutside = (forearm.by ?? 0) < 0;
    const shifts = [
      toShift(measureShift(view, torso, points, 0)),
      toShift(forearm),
      toShift(measureShift(view, torso, points, HAND), isOutside ? toShift(forearm) : undefined),
    ];
    return points.map(([x, y], joint): Point => {
      const before = shifts[joint - 1];
      const after = shifts[joint];
      const [a, b] = [before ?? after, after ?? before];
      const weight = joint === 0 ? ROOT_WEIGHT : 1;
      return a === undefined || b === undefined
        ? [x, y]
        : [x + ((a[0] + b[0]) / 2) * weight, y + ((a[1] + b[1]) / 2) * weight];
    });
  };
  return { leftArm: centre('leftArm'), rightArm: centre('rightArm') };
}

function toShift({ normal, by }: BoneShift, otherwise: Point = [0, 0]): Point {
  return by === null ? otherwise : [normal[0] * by, normal[1] * by];
}

function measureShift(
  view: PersonView,
  torso: TorsoFrame,
  points: readonly Point[],
  bone: number,
): BoneShift {
  const [x, y] = points[bone];
  const [dx, dy] = [points[bone + 1][0] - x, points[bone + 1][1] - y];
  const length = Math.hypot(dx, dy) || 1;
  const unit: Point = [dx / length, dy / length];
  const aside = toSide(torso, [x + dx / 2, y + dy / 2], unit);
  const sign = aside < 0 ? -1 : 1;
  const normal: Point = [-unit[1] * sign, unit[0] * sign];
  const max = REACH * torso.length;
  const outlines: Point[] = [];
  const [outer, free]: [number[], number[]] = [[], []];
  for (let place = 0; place < PLACES; place += 1) {
    const along = FROM + ((TO - FROM) * place) / (PLACES - 1);
    const at: Point = [x + dx * along, y + dy * along];
    const out = findOuterEdge(view, at, normal, max);
    const inner = out === null ? null : findInnerEdge(view, at, normal, { from: out, max });
    if (out !== null) {
      outer.push(out);
      outlines.push([at[0] + normal[0] * out, at[1] + normal[1] * out]);
      free.push(...(inner === null ? [] : [(out + inner) / 2]));
    }
  }
  if (free.length > PLACES / 2) {
    return { normal, by: clampShift(computeMedian(free, 0), torso) };
  }
  if (bone === HAND || outer.length <= PLACES / 2 || Math.abs(aside) < MIN_ASIDE) {
    return { normal, by: null };
  }
  const range = {
    likely: (LIKELY_HALF[bone] ?? HALF_RANGE[0]) * torso.length,
    min: HALF_RANGE[0] * torso.length,
    max: HALF_RANGE[1] * torso.length,
  };
  const half =
    findBareHalf(view, outlines, normal, range) ?? findHalfWidth(view, outlines, normal, range);
  return { normal, by: clampShift(computeMedian(outer, 0) - half, torso) };
}

function clampShift(by: number, { length }: TorsoFrame): number {
  return clamp(by, -MAX_SHIFT * length, MAX_SHIFT * length);
}

/** Returns how far the left normal of a bone points away from the spine. */
function toSide(torso: TorsoFrame, [x, y]: Point, [unitX, unitY]: Point): number {
  const here = asideInTorso(torso, x, y);
  return (asideInTorso(torso, x - unitY, y + unitX) - here) * (here < 0 ? -1 : 1);
}

/**
 * Finds the distance to the outline, outwards, or inwards (negative) from a point outside of the person; null where
 * none is near.
 */
function findOuterEdge(view: PersonView, at: Point, normal: Point, max: number): number | null {
  const isInside = isPerson(view, at, normal, 0);
  const sign = isInside ? 1 : -1;
  for (let far = 1; far < max; far += 1) {
    if (isPerson(view, at, normal, sign * far) !== isInside) {
      return isInside ? far : -far;
    }
  }
  return null;
}

/** Finds the opposite edge of the person, inwards from the outline; null where the person continues. */
function findInnerEdge(
  view: PersonView,
  at: Point,
  normal: Point,
  { from, max }: { readonly from: number; readonly max: number },
): number | null {
  for (let far = from - 2; far > from - 2 * max; far -= 1) {
    if (!isPerson(view, at, normal, far)) {
      return far;
    }
  }
  return null;
}

/**
 * Measures the half width of a bare arm that touches clothes, from the outline to where the hue of its skin ends. Null
 * for sleeves, and where the skin goes on, as over a bare waist.
 */
function findBareHalf(
  view: PersonView,
  outlines: readonly Point[],
  normal: Point,
  { min, max }: { readonly min: number; readonly max: number },
): number | null {
  const from = min * RIM;
  const own = outlines.map((at) => colourAt(view, at, normal, -from)).filter((rgb) => rgb !== null);
  const median = (channel: 0 | 1 | 2): number =>
    computeMedian(
      own.map((rgb) => rgb[channel]),
      0,
    );
  const colour = [median(0), median(1), median(2)] as const;
  const skin = findFaceColour(view);
  if (!hasSkinHue(skin, ...colour)) {
    return null;
  }
  const isOwn = (at: Point, far: number): boolean => {
    const rgb = colourAt(view, at, normal, -far);
    // White cloth is near to skin in bright light, but has no hue.
    return rgb !== null && isLikeSkin(colour, ...rgb) && hasSkinHue(skin, ...rgb);
  };
  const widths = outlines.flatMap((at) => {
    let far = from;
    while (far <= 2 * max && (isOwn(at, far) || isOwn(at, far + EDGE))) {
      far += 1;
    }
    return far > 2 * from && far < 2 * max ? [far] : [];
  });
  return widths.length >= MIN_PLACES ? computeMedian(widths, 0) / 2 : null;
}

/**
 * Estimates the half width of an arm that touches the body from an edge along its inner side, at a constant distance
 * from the outline.
 */
function findHalfWidth(
  view: PersonView,
  outlines: readonly Point[],
  normal: Point,
  { likely, min, max }: { readonly likely: number; readonly min: number; readonly max: number },
): number {
  let [best, found] = [0, likely];
  for (let width = Math.round(min * 2); width <= max * 2; width += 1) {
    const edge =
      outlines.reduce((sum, at) => sum + contrastAt(view, at, normal, -width), 0) / outlines.length;
    const nats = Math.log(width / 2 / likely) / LIKELY_SPREAD;
    const score = edge * Math.exp(-0.5 * nats * nats);
    if (score > best) {
      [best, found] = [score, width / 2];
    }
  }
  return found;
}

/** Returns the colour at a distance along a normal; null outside of the view. */
function colourAt(
  view: PersonView,
  at: Point,
  normal: Point,
  far: number,
): readonly [number, number, number] | null {
  const index = indexAt(view, at, normal, far) * 3;
  const { colours } = view;
  return index < 0 ? null : [colours[index], colours[index + 1], colours[index + 2]];
}

/** Returns the colour contrast across a point. */
function contrastAt(view: PersonView, at: Point, normal: Point, far: number): number {
  const [one, other] = [
    indexAt(view, at, normal, far - EDGE) * 3,
    indexAt(view, at, normal, far + EDGE) * 3,
  ];
  const { colours } = view;
  return one < 0 || other < 0
    ? 0
    : Math.hypot(
        colours[one] - colours[other],
        colours[one + 1] - colours[other + 1],
        colours[one + 2] - colours[other + 2],
      );
}

function isPerson(view: PersonView, at: Point, normal: Point, far: number): boolean {
  const index = indexAt(view, at, normal, far);
  return index >= 0 && view.person[index] > 0.5;
}

/** Returns the index of the pixel at a distance along a normal; negative outside of the view. */
function indexAt({ width, height }: PersonView, [x, y]: Point, normal: Point, far: number): number {
  const [column, row] = [Math.floor(x + normal[0] * far), Math.floor(y + normal[1] * far)];
  return column >= 0 && row >= 0 && column < width && row < height ? row * width + column : -1;
}
