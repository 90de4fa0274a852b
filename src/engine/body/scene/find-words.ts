/** Words that lie over a person, in what stayed and what changed over some frames. */
import { boxBlur } from '../../vision/box-blur.ts';
import { mean } from '../../vision/math.ts';
import { type BodyPose, JOINT_COUNT, JOINT_VALUES, torsoLengthOf } from '../joints.ts';
import type { HoleBox } from './person-hole.ts';

/** What was seen in each pixel over some frames. */
export interface LumaRanges {
  readonly width: number;
  readonly height: number;
  readonly min: Uint8Array;
  readonly max: Uint8Array;
  /** In how many frames the person was at each cell. */
  readonly behind: Uint8Array;
  /** Pixels of a side of a cell. */
  readonly cell: number;
}

/** Luma that stays changes by no more than this. */
const STEADY = 16;
/** An edge of words: a step of luma over two pixels, in every frame. */
const EDGE = 50;
/** Words are within this of an edge, in parts of the shorter side; their strokes are twice as wide. */
const STROKE = 0.012;
/** A person hides a place in so much of the frames, to be behind what is seen there. */
const MIN_BEHIND = 0.7;
/** A person moves when the joints around go so far, in torso lengths, and at least so many pixels. */
const [MIN_MOVED, MIN_PIXELS] = [0.03, 4] as const;
const AROUND = 0.7;
const VISIBLE = 0.5;
/** Steps of luma that a kind of ink is known by, and how much of the edges it has at least. */
const [INK_STEP, MIN_INK] = [16, 0.1] as const;
/** Edges over a person that make words, in parts of the shorter side; and in a row, in parts of the width. */
const [MIN_EDGES, MIN_IN_ROW] = [0.08, 0.02] as const;
const [ACROSS, DOWN] = [1, 2] as const;

/** Luma of words in each pixel, 0 elsewhere; null where there are none. */
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
  const rows = new Uint32Array(height);
  let count = 0;
  const { left, top, right, bottom } = box;
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) {
      const at = y * width + x;
      const isBehind =
        edges[at] !== 0 && behind[Math.floor(y / cell) * across + Math.floor(x / cell)] >= often;
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
  return gatherWords(ranges, { luma, rows, isInk: toInk(inks, count), stroke });
}

/** Writes the luma of what stays into a part of a frame; 0 where it changes. */
function readSteady(luma: Uint8Array, { min, max, width }: LumaRanges, box: HoleBox): void {
  for (let row = box.top; row < box.bottom; row += 1) {
    for (let at = row * width + box.left; at < row * width + box.right; at += 1) {
      luma[at] = max[at] - min[at] <= STEADY ? Math.max(1, (min[at] + max[at]) >> 1) : 0;
    }
  }
}

/** Which steady pixels of a part of a frame differ from all that is seen beside them, across or down. */
function findEdges(luma: Uint8Array, { min, max, width }: LumaRanges, box: HoleBox): Uint8Array {
  const edges = new Uint8Array(luma.length);
  const mark = (at: number, other: number, direction: number): void => {
    if (min[at] - max[other] >= EDGE || min[other] - max[at] >= EDGE) {
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

/** Where the person was before all others in a window; null where they were nowhere for long. */
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

/** Whether the person at a place moves across the edges there, so that edges of their own would not stay. */
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
  const torso = torsoLengthOf(middle);
  const min = Math.max(MIN_PIXELS, torso * MIN_MOVED);
  const spots = Array.from({ length: JOINT_COUNT }, (_, number) => number * JOINT_VALUES)
    .filter((at) => seen.every((joints) => joints[at + 3] > VISIBLE))
    .map((at) => {
      // Joints tremble: halves are compared, whose means lie half of the way apart.
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

/** The kinds of ink that edges are made of. */
function toInk(inks: Float64Array, count: number): (luma: number) => boolean {
  const isInk = Array.from(inks, (value) => value >= count * MIN_INK);
  return (luma) => {
    const at = (luma / INK_STEP) | 0;
    return isInk[at] || (isInk[at - 1] ?? false) || (isInk[at + 1] ?? false);
  };
}

/** All ink of the rows in which words were found, beside edges. */
function gatherWords(
  ranges: LumaRanges,
  {
    luma,
    rows,
    isInk,
    stroke,
  }: {
    readonly luma: Uint8Array;
    readonly rows: Uint32Array;
    readonly isInk: (luma: number) => boolean;
    readonly stroke: number;
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
      gatherRows(words, { luma, edges: findEdges(luma, ranges, box), width, box, isInk, stroke });
      top = bottom;
    }
  }
  return joinInk(words, luma, width);
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

/** Beside ink lie pixels of it and of what is beside, which stay, or of it and of what is behind, which do not. */
function joinInk(words: Uint8Array, luma: Uint8Array, width: number): Uint8Array {
  return words.map((value, at) => {
    const beside = words[at - 1] || words[at + 1] || words[at - width] || words[at + width] || 0;
    return value !== 0 || beside === 0 ? value : luma[at] || beside;
  });
}
