/**
 * Finds objects that a person carries and that the person's mask lacks, such as a racket, a bag or fingers: areas that
 * differ from the plate, adjoin the person, and end within reach of a hand.
 */
import type { I420Frame } from '../../pixels/frame.ts';
import type { Similarity } from '../../vision/similarity.ts';
import { joint, JOINT_VALUES, toTorsoLength } from '../joints.ts';
import { type HoleBox, joinBoxes } from './person-hole.ts';

/** A frame with the scene behind it. */
export interface CarryingFrame {
  readonly planes: I420Frame;
  readonly plate: I420Frame;
  /** From pixels of the frame to those of the plate. */
  readonly view: Similarity;
  readonly joints: Float32Array;
  /** Standard deviation of the noise of the camera, in levels of luma. */
  readonly noise: number;
}

/** Distance of the far end of an object from the hand, in torso lengths; a racket has 1.3. */
const REACH = 1.5;
/** Side of a cell in pixels: a sample of chroma. */
const CELL = 2;
/** Minimum difference from the plate, in levels; for luma also this many standard deviations of the noise. */
const [MIN_LUMA, MIN_CHROMA, MIN_DEVIATIONS] = [16, 8, 6] as const;
/** Minimum number of cells; fewer are noise. */
const MIN_CELLS = 6;
/**
 * Weights by the distance from an object in cells: the next cells blend it with the scene; the outermost keep theirs,
 * and their faint weight makes them the rim by which the plate is adapted to the light.
 */
const margins = [255, 255, 250, 4] as const;
/** Shift of the plate in pixels, and in samples of chroma, that makes no difference: cameras shake. */
const [SHAKE, CHROMA_SHAKE] = [2, 1] as const;
const VISIBLE = 0.5;
const [FREE, OTHER, PERSON, SEEN] = [0, 1, 2, 3] as const;
const hands = [
  [joint.leftWrist, joint.leftIndex],
  [joint.rightWrist, joint.rightIndex],
] as const;

/** A square of cells around a hand. */
interface HandCells {
  readonly left: number;
  readonly top: number;
  readonly across: number;
  readonly down: number;
  /** Square of the distance from the hand of each cell, in cells, beyond which an object is not the hand's. */
  readonly reach: number;
  readonly centreX: number;
  readonly centreY: number;
}

/**
 * Draws the objects into the weights of the person (0..255; rows have the even width of the frame), and returns the box
 * that may have changed; null if there are none.
 */
export function drawCarriedThings(weights: Uint8Array, frame: CarryingFrame): HoleBox | null {
  // What is drawn for one hand would be the person for the other, so all things are found before.
  const found = hands.flatMap((hand) => {
    const cells = findHandCells(frame, hand);
    return cells === null ? [] : { cells, things: findThings(weights, frame, cells) };
  });
  const width = frame.planes.width & ~1;
  const boxes = found.flatMap(({ cells, things }) =>
    things.length === 0 ? [] : drawCells(weights, things, { cells, width }),
  );
  return boxes.length === 0 ? null : joinBoxes(boxes);
}

function findHandCells(
  { planes, joints }: CarryingFrame,
  [wrist, index]: (typeof hands)[number],
): HandCells | null {
  const [x = 0, y = 0, , visibility = 0] = joints.subarray(index * JOINT_VALUES);
  if (!(visibility > VISIBLE && joints[wrist * JOINT_VALUES + 3] > VISIBLE)) {
    return null;
  }
  const radius = REACH * toTorsoLength(joints);
  const left = Math.max(0, Math.floor((x - radius) / CELL));
  const top = Math.max(0, Math.floor((y - radius) / CELL));
  const across = Math.min((planes.width & ~1) / CELL, Math.ceil((x + radius) / CELL)) - left;
  const down = Math.min((planes.height & ~1) / CELL, Math.ceil((y + radius) / CELL)) - top;
  return across < 2 || down < 2
    ? null
    : {
        left,
        top,
        across,
        down,
        reach: (radius / CELL - 1) ** 2,
        centreX: x / CELL - left,
        centreY: y / CELL - top,
      };
}

/** Returns the indices of the cells of objects. */
function findThings(weights: Uint8Array, frame: CarryingFrame, cells: HandCells): number[] {
  const kinds = compareCells(weights, frame, cells);
  const things: number[] = [];
  for (let start = 0; start < kinds.length; start += 1) {
    if (kinds[start] === OTHER) {
      for (const at of collectArea(kinds, start, cells)) {
        things.push(at);
      }
    }
  }
  return things;
}

/** Returns what each cell shows: the scene, the person, or something else. */
function compareCells(
  weights: Uint8Array,
  { planes, plate, view, noise }: CarryingFrame,
  { left, top, across, down }: HandCells,
): Uint8Array {
  const width = planes.width & ~1;
  const minLuma = Math.max(MIN_LUMA, MIN_DEVIATIONS * noise);
  const kinds = new Uint8Array(across * down);
  const half = { width: plate.width >> 1, height: plate.height >> 1, stride: plate.strideU };
  const luma = createDifference(plate.y, { ...plate, stride: plate.strideY, reach: SHAKE });
  const u = createDifference(plate.u, { ...half, reach: CHROMA_SHAKE });
  const v = createDifference(plate.v, { ...half, reach: CHROMA_SHAKE });
  for (let at = 0; at < kinds.length; at += 1) {
    const x = (left + (at % across)) * CELL;
    const y = (top + Math.floor(at / across)) * CELL;
    const column = Math.round(view.a * x - view.b * y + view.shiftX);
    const row = Math.round(view.b * x + view.a * y + view.shiftY);
    if (weights[y * width + x] === 255) {
      kinds[at] = PERSON;
    } else if (column >= 0 && row >= 0 && column < plate.width && row < plate.height) {
      const own = (y >> 1) * planes.strideU + (x >> 1);
      const isOther =
        luma(planes.y[y * planes.strideY + x], column, row) > minLuma ||
        u(planes.u[own], column >> 1, row >> 1) > MIN_CHROMA ||
        v(planes.v[own], column >> 1, row >> 1) > MIN_CHROMA;
      kinds[at] = isOther ? OTHER : FREE;
    }
  }
  return kinds;
}

/** Creates a function that returns how far a value is outside of the range of a plane around a point. */
function createDifference(
  plane: Uint8Array,
  {
    width,
    height,
    stride,
    reach,
  }: {
    readonly width: number;
    readonly height: number;
    readonly stride: number;
    readonly reach: number;
  },
): (value: number, column: number, row: number) => number {
  return (value, column, row) => {
    const x = Math.min(column, width - 1);
    const at = Math.min(row, height - 1) * stride;
    const off = Math.abs(value - plane[at + x]);
    // Most points are those of the plate.
    if (off <= MIN_CHROMA) {
      return off;
    }
    const left = Math.max(0, x - reach);
    const right = Math.min(width - 1, x + reach);
    let min = plane[at + x];
    let max = min;
    for (let y = Math.max(0, row - reach); y <= Math.min(height - 1, row + reach); y += reach) {
      const line = y * stride;
      min = Math.min(min, plane[line + left], plane[line + x], plane[line + right]);
      max = Math.max(max, plane[line + left], plane[line + x], plane[line + right]);
    }
    return Math.max(min - value, value - max);
  };
}

/** Returns the cells connected with one; none unless they adjoin the person and end within reach. */
function collectArea(
  kinds: Uint8Array,
  start: number,
  { across, down, reach, centreX, centreY }: HandCells,
): number[] {
  const area = [start];
  kinds[start] = SEEN;
  let [isBeside, isWithin] = [false, true];
  for (let next = 0; next < area.length; next += 1) {
    const column = area[next] % across;
    const row = Math.floor(area[next] / across);
    isWithin &&= (column - centreX) ** 2 + (row - centreY) ** 2 < reach;
    for (let y = Math.max(0, row - 1); y <= Math.min(down - 1, row + 1); y += 1) {
      for (let x = Math.max(0, column - 1); x <= Math.min(across - 1, column + 1); x += 1) {
        const at = y * across + x;
        isBeside ||= kinds[at] === PERSON;
        if (kinds[at] === OTHER) {
          kinds[at] = SEEN;
          area.push(at);
        }
      }
    }
  }
  return isBeside && isWithin && area.length >= MIN_CELLS ? area : [];
}

/** Draws cells with their margin, and returns the box around them. */
function drawCells(
  weights: Uint8Array,
  things: readonly number[],
  { cells: { left, top, across }, width }: { readonly cells: HandCells; readonly width: number },
): HoleBox {
  const max = margins.length - 1;
  const height = weights.length / width;
  const box = { left: width, top: height, right: 0, bottom: 0 };
  for (const cell of things) {
    const column = left + (cell % across);
    const row = top + Math.floor(cell / across);
    const fromX = Math.max(0, (column - max) * CELL);
    const fromY = Math.max(0, (row - max) * CELL);
    const toX = Math.min(width, (column + max + 1) * CELL);
    const toY = Math.min(height, (row + max + 1) * CELL);
    for (let y = fromY; y < toY; y += 1) {
      for (let x = fromX; x < toX; x += 1) {
        const away = Math.max(
          Math.abs(Math.floor(x / CELL) - column),
          Math.abs(Math.floor(y / CELL) - row),
        );
        weights[y * width + x] = Math.max(weights[y * width + x], margins[away]);
      }
    }
    box.left = Math.min(box.left, fromX);
    box.top = Math.min(box.top, fromY);
    box.right = Math.max(box.right, toX);
    box.bottom = Math.max(box.bottom, toY);
  }
  return box;
}
