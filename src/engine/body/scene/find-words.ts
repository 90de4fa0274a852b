/** Finds captions over a person from the pixels that stayed and changed over some frames. */
import { boxBlur } from '../../vision/box-blur.ts';
import { mean } from '../../vision/math.ts';
import { type BodyPose, JOINT_COUNT, JOINT_VALUES, toTorsoLength } from '../joints.ts';
import type { HoleBox } from './person-hole.ts';

/** Range of the luma of each pixel over some frames. */
export interface LumaRanges {
  readonly width: number;
  readonly height: number;
  readonly min: Uint8Array;
  readonly max: Uint8Array;
  /** Number of frames in which the person covered each cell. */
  readonly behind: Uint8Array;
  /** Side of a cell in pixels. */
  readonly cell: number;
}

/** Maximum change of luma that counts as steady, in levels. */
const STEADY = 16;
/** Minimum step of luma over two pixels at the edge of a caption, in every frame. */
export const CAPTION_EDGE = 50;
/** Maximum distance of captions from an edge, as a fraction of the shorter side; strokes are up to twice as wide. */
const STROKE = 0.012;
/** Maximum height of the letters of captions, in strokes. */
const LETTER = 8;
/** Minimum fraction of frames in which the person covers a pixel that shows a caption in front of them. */
const MIN_BEHIND = 0.7;
/**
 * Minimum motion of the joints near a pixel, in torso lengths and in pixels; radius in which joints are near, in torso
 * lengths.
 */
const [MIN_MOVED, MIN_PIXELS] = [0.03, 4] as const;
const AROUND = 0.7;
const VISIBLE = 0.5;
/** Width in levels of the luma bins of ink colours, and minimum fraction of the edges that a bin has. */
const [INK_STEP, MIN_INK] = [16, 0.1] as const;
/**
 * Minimum number of edge pixels over a person, as a fraction of the shorter side, and in a row, as a fraction of the
 * width.
 */
const [MIN_EDGES, MIN_IN_ROW] = [0.08, 0.02] as const;
const [ACROSS, DOWN] = [1, 2] as const;
/**
 * Minimum number of edges of each ink beside the person, relative to those over them, in rows whose person hardly
 * changes. Seams and hems of a person who stands still have no such edges beside them.
 */
const MIN_BESIDE = 0.5;
/** Minimum fraction of a person's pixels in rows of captions that change, where all of a caption is over the person. */
const MIN_CHANGED = 0.2;
/**
 * Minimum fraction of a caption's edges of each direction. A waistband has one direction only, and stays in place when
 * its person moves along it.
 */
const MIN_DIRECTION = 0.1;

/** Returns the luma of captions in each pixel, 0 elsewhere; null if there are none. */
export function findWords(
  ranges: LumaRanges,
  poses: readonly (BodyPose | null)[],
): Uint8Array | null {
  const { width, height, behind, cell } = ranges;
  const often = Math.max(1, poses.length * MIN_BEHIND);
  const box = findPersonBox(ranges, often);
  if (box === null) {
    return null;
  }
  const luma = new Uint8Array(width * height);
  readSteady(luma, ranges, box);
  const edges = findEdges(luma, ranges, box);
  const moves = findMoves(poses);
  const across = Math.ceil(width / cell);
  const inks = new Float64Array(256 / INK_STEP);
  const [rows, candidates] = [new Uint32Array(height), new Uint32Array(height)];
  let count = 0;
  const { left, top, right, bottom } = box;
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) {
      const at = y * width + x;
      const isBehind =
        edges[at] !== 0 && behind[Math.floor(y / cell) * across + Math.floor(x / cell)] >= often;
      candidates[y] += isBehind ? 1 : 0;
      if (isBehind && moves(x, y, edges[at])) {
        inks[Math.floor(luma[at] / INK_STEP)] += 1;
        rows[y] += 1;
        count += 1;
      }
    }
  }
  const side = Math.min(width, height);
  if (count < MIN_EDGES * side) {
    return null;
  }
  const stroke = Math.round(STROKE * side);
  const min = MIN_IN_ROW * width;
  bridgeRows(rows, candidates, { min, reach: LETTER * stroke });
  return gatherWords(ranges, { luma, rows, isInk: toInk(inks, count), stroke, often });
}

/**
 * Counts all edges in the rows between two rows of captions: the middles of letters have edges of one direction only,
 * and the person may move along them.
 */
function bridgeRows(
  rows: Uint32Array,
  candidates: Uint32Array,
  { min, reach }: { readonly min: number; readonly reach: number },
): void {
  let last = -1;
  for (let row = 0; row < rows.length; row += 1) {
    if (rows[row] < min) {
      continue;
    }
    const between = candidates.subarray(last + 1, row);
    if (last >= 0 && between.length < reach && between.every((count) => count >= min)) {
      rows.set(between, last + 1);
    }
    last = row;
  }
}

/** Writes the luma of steady pixels into a part of a frame; 0 for pixels that change. */
function readSteady(luma: Uint8Array, { min, max, width }: LumaRanges, box: HoleBox): void {
  for (let row = box.top; row < box.bottom; row += 1) {
    for (let at = row * width + box.left; at < row * width + box.right; at += 1) {
      luma[at] = max[at] - min[at] <= STEADY ? Math.max(1, (min[at] + max[at]) >> 1) : 0;
    }
  }
}

/** Marks steady pixels that differ in every frame from the pixel two columns or rows away. */
function findEdges(luma: Uint8Array, { min, max, width }: LumaRanges, box: HoleBox): Uint8Array {
  const edges = new Uint8Array(luma.length);
  const mark = (at: number, other: number, direction: number): void => {
    if (min[at] - max[other] >= CAPTION_EDGE || min[other] - max[at] >= CAPTION_EDGE) {
      edges[at] |= luma[at] === 0 ? 0 : direction;
      edges[other] |= luma[other] === 0 ? 0 : direction;
    }
  };
  for (let row = box.top; row < box.bottom; row += 1) {
    for (let at = row * width + box.left; at < row * width + box.right; at += 1) {
      if (at % width < box.right - 2) {
        mark(at, at + 2, ACROSS);
      }
      if (row < box.bottom - 2) {
        mark(at, at + 2 * width, DOWN);
      }
    }
  }
  return edges;
}

/** Returns the box of the cells that the person covered in at least `min` frames; null if there are none. */
function findPersonBox({ behind, cell, width, height }: LumaRanges, min: number): HoleBox | null {
  const across = Math.ceil(width / cell);
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (const [at, count] of behind.entries()) {
    if (count >= min) {
      const [x, y] = [(at % across) * cell, Math.floor(at / across) * cell];
      left = Math.min(left, x);
      top = Math.min(top, y);
      right = Math.max(right, Math.min(width, x + cell));
      bottom = Math.max(bottom, Math.min(height, y + cell));
    }
  }
  return right > left && bottom > top ? { left, top, right, bottom } : null;
}

/**
 * Creates a function that returns whether the person moves across the edges at a point, so that edges of the person
 * would not stay.
 */
function findMoves(
  poses: readonly (BodyPose | null)[],
): (x: number, y: number, edges: number) => boolean {
  const seen = poses.flatMap((pose) =>
    pose === null || pose.joints.length === 0 ? [] : [pose.joints],
  );
  const middle = seen[seen.length >> 1];
  if (middle === undefined || seen.length < 2) {
    return () => false;
  }
  const torso = toTorsoLength(middle);
  const min = Math.max(MIN_PIXELS, torso * MIN_MOVED);
  const spots = Array.from({ length: JOINT_COUNT }, (_, number) => number * JOINT_VALUES)
    .filter((at) => seen.every((joints) => joints[at + 3] > VISIBLE))
    .map((at) => {
      // Joints are noisy, so the means of both halves are compared; they are half of the motion apart.
      const wayOf = (axis: number): number => {
        const values = seen.map((joints) => joints[at + axis]);
        const half = values.length >> 1;
        return 2 * Math.abs(mean(values.slice(0, half)) - mean(values.slice(-half)));
      };
      return {
        x: middle[at],
        y: middle[at + 1],
        isAcross: wayOf(0) >= min,
        isDown: wayOf(1) >= min,
      };
    });
  return (x, y, edges) => {
    let isNear = false;
    for (const spot of spots) {
      if (Math.hypot(spot.x - x, spot.y - y) < AROUND * torso) {
        isNear = true;
        if (!((edges & ACROSS) !== 0 && spot.isAcross) && !((edges & DOWN) !== 0 && spot.isDown)) {
          return false;
        }
      }
    }
    return isNear;
  };
}

/** Creates a function that returns whether a luma is that of the captions' ink. */
function toInk(inks: Float64Array, count: number): (luma: number) => boolean {
  const isInk = Array.from(inks, (value) => value >= count * MIN_INK);
  return (luma) => {
    const at = (luma / INK_STEP) | 0;
    return isInk[at] || (isInk[at - 1] ?? false) || (isInk[at + 1] ?? false);
  };
}

/** Collects all ink near edges, in and around rows with enough edges. */
function gatherWords(
  ranges: LumaRanges,
  {
    luma,
    rows,
    isInk,
    stroke,
    often,
  }: {
    readonly luma: Uint8Array;
    readonly rows: Uint32Array;
    readonly isInk: (luma: number) => boolean;
    readonly stroke: number;
    /** Number of frames in which the person covers a pixel that shows a caption in front of them. */
    readonly often: number;
  },
): Uint8Array {
  const { width } = ranges;
  const isFound = (row: number): boolean => (rows[row] ?? 0) >= MIN_IN_ROW * width;
  const words = new Uint8Array(luma.length);
  for (let top = 0; top < rows.length; top += 1) {
    let bottom = top;
    while (bottom < rows.length && isNearRow(bottom, stroke, isFound)) {
      bottom += 1;
    }
    if (bottom > top) {
      const box = { left: 0, top, right: width, bottom };
      readSteady(luma, ranges, box);
      const edges = findEdges(luma, ranges, box);
      if (areInFront(ranges, { luma, edges, box, isInk, often })) {
        gatherRows(words, { luma, edges, width, box, isInk, stroke });
      }
      top = bottom;
    }
  }
  return joinInk(words, luma, width);
}

/** Returns whether ink in some rows is surely no part of the person: it continues beside them, or they change behind it. */
function areInFront(
  { width, behind, cell, min, max }: LumaRanges,
  {
    luma,
    edges,
    box,
    isInk,
    often,
  }: {
    readonly luma: Uint8Array;
    readonly edges: Uint8Array;
    readonly box: HoleBox;
    readonly isInk: (luma: number) => boolean;
    readonly often: number;
  },
): boolean {
  const across = Math.ceil(width / cell);
  const [over, beside] = [new Uint32Array(256 / INK_STEP), new Uint32Array(256 / INK_STEP)];
  let [people, changed, count, aside, down] = [0, 0, 0, 0, 0];
  for (let y = box.top; y < box.bottom; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x;
      const covered = behind[Math.floor(y / cell) * across + Math.floor(x / cell)];
      const isEdge = edges[at] !== 0 && isInk(luma[at]);
      const ink = (luma[at] / INK_STEP) | 0;
      if (isEdge && covered >= often) {
        over[ink] += 1;
        count += 1;
        aside += (edges[at] & ACROSS) === 0 ? 0 : 1;
        down += (edges[at] & DOWN) === 0 ? 0 : 1;
      } else if (isEdge && covered === 0) {
        beside[ink] += 1;
      } else if (covered >= often) {
        people += 1;
        changed += max[at] - min[at] > STEADY ? 1 : 0;
      }
    }
  }
  if (Math.min(aside, down) < count * MIN_DIRECTION) {
    return false;
  }
  const isBeside = over.every(
    (own, ink) =>
      own < count * MIN_INK ||
      (beside[ink - 1] ?? 0) + beside[ink] + (beside[ink + 1] ?? 0) >= own * MIN_BESIDE,
  );
  return isBeside || changed >= people * MIN_CHANGED;
}

function isNearRow(row: number, reach: number, isFound: (row: number) => boolean): boolean {
  for (let other = row - reach; other <= row + reach; other += 1) {
    if (isFound(other)) {
      return true;
    }
  }
  return false;
}

function gatherRows(
  words: Uint8Array,
  {
    luma,
    edges,
    width,
    box: { top, bottom },
    isInk,
    stroke,
  }: {
    readonly luma: Uint8Array;
    readonly edges: Uint8Array;
    readonly width: number;
    readonly box: HoleBox;
    readonly isInk: (luma: number) => boolean;
    readonly stroke: number;
  },
): void {
  const from = top * width;
  const near = Float32Array.from(edges.subarray(from, bottom * width), (edge) => Math.min(1, edge));
  boxBlur(near, width, stroke);
  for (const [at, value] of near.entries()) {
    const own = luma[from + at];
    words[from + at] = own !== 0 && value > 1e-6 && isInk(own) ? own : 0;
  }
}

/** Adds the pixels beside ink, which blend it with the background. */
function joinInk(words: Uint8Array, luma: Uint8Array, width: number): Uint8Array {
  return words.map((value, at) => {
    const beside = words[at - 1] || words[at + 1] || words[at - width] || words[at + width] || 0;
    return value !== 0 || beside === 0 ? value : luma[at] || beside;
  });
}
