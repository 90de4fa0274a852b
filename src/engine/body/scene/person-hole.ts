/** Represents the area of a person in a frame with a margin; nothing of the person may remain there. */
import type { Region } from '../../pixels/region.ts';
import { clamp, smoothstep } from '../../vision/math.ts';
import { distanceTo, threshold } from '../../vision/regions.ts';
import type { FaceBox } from '../../track/face-track.ts';
import { BODY_MASK_SIZE, type BodyPose } from '../joints.ts';

/**
 * A mask of {@link BODY_MASK_SIZE} cells a side over a region of a frame, run-length encoded as pairs of count and
 * value.
 */
export interface PersonHole {
  readonly region: Readonly<Region>;
  readonly runs: Uint8Array;
}

const CELLS = BODY_MASK_SIZE * BODY_MASK_SIZE;
/** Mask value above which a cell is the person; low, so that nothing remains. */
const PERSON = 56;
/** Margin around the person, and width over which it fades, in cells. */
const [MARGIN, FADE] = [3.2, 2];
/** Quantisation step of the values; coarse edges compress better. */
const STEP = 17;
/** Radii of the head around a face, in widths and heights of its box; it always counts as the person. */
const FACE_REACH = { x: 0.72, y: 0.8 } as const;

/** Creates the hole of a pose; it always contains `face`. */
export function cutPersonHole(
  { mask, region }: Pick<BodyPose, 'mask' | 'region'>,
  face: Readonly<FaceBox> | null,
): PersonHole {
  const person = threshold(mask, PERSON);
  if (face !== null) {
    markFace(person, region, face);
  }
  const distance = distanceTo(person, BODY_MASK_SIZE);
  const cells = Uint8Array.from(
    distance,
    (away) => Math.round((255 * (1 - smoothstep(MARGIN, MARGIN + FADE, away))) / STEP) * STEP,
  );
  return { region: { ...region }, runs: packRuns(cells) };
}

/** Creates the hole of a face without a detected body. */
export function cutFaceHole(face: Readonly<FaceBox>): PersonHole {
  const side = Math.max(face.width, face.height) * 3;
  const region: Region = {
    centreX: face.left + face.width / 2,
    centreY: face.top + face.height / 2,
    width: side,
    height: side,
    rotation: 0,
  };
  return cutPersonHole({ mask: new Uint8Array(CELLS), region }, face);
}

/** Creates a function that returns the mask at a point of a frame, 0..255; 0 outside of the region. */
export function readMask({
  mask,
  region,
}: Pick<BodyPose, 'mask' | 'region'>): (x: number, y: number) => number {
  const scale = BODY_MASK_SIZE / region.width;
  const cos = Math.cos(region.rotation) * scale;
  const sin = Math.sin(region.rotation) * scale;
  return (x, y) => {
    const [dx, dy] = [x - region.centreX, y - region.centreY];
    const column = Math.floor(dx * cos + dy * sin + BODY_MASK_SIZE / 2);
    const row = Math.floor(dy * cos - dx * sin + BODY_MASK_SIZE / 2);
    const isInside = column >= 0 && row >= 0 && column < BODY_MASK_SIZE && row < BODY_MASK_SIZE;
    return isInside ? mask[row * BODY_MASK_SIZE + column] : 0;
  };
}

function markFace(person: Uint8Array, region: Readonly<Region>, face: Readonly<FaceBox>): void {
  const scale = BODY_MASK_SIZE / region.width;
  const cos = Math.cos(region.rotation) / scale;
  const sin = Math.sin(region.rotation) / scale;
  const [faceX, faceY] = [face.left + face.width / 2, face.top + face.height / 2];
  for (let index = 0; index < CELLS; index += 1) {
    const x = (index % BODY_MASK_SIZE) + 0.5 - BODY_MASK_SIZE / 2;
    const y = Math.floor(index / BODY_MASK_SIZE) + 0.5 - BODY_MASK_SIZE / 2;
    const dx = (region.centreX + x * cos - y * sin - faceX) / (face.width * FACE_REACH.x);
    const dy = (region.centreY + x * sin + y * cos - faceY) / (face.height * FACE_REACH.y);
    if (dx * dx + dy * dy < 1) {
      person[index] = 1;
    }
  }
}

/** Run-length encodes bytes: a count up to 255, then the value. */
export function packRuns(values: Uint8Array): Uint8Array {
  const runs: number[] = [];
  for (let at = 0; at < values.length;) {
    const value = values[at];
    let count = 1;
    while (count < 255 && at + count < values.length && values[at + count] === value) {
      count += 1;
    }
    runs.push(count, value);
    at += count;
  }
  return Uint8Array.from(runs);
}

/** Decodes the result of {@link packRuns}. */
export function unpackRuns(runs: Uint8Array, values: Uint8Array): void {
  for (let at = 0, to = 0; at < runs.length; at += 2) {
    values.fill(runs[at + 1], to, to + runs[at]);
    to += runs[at];
  }
}

/** A part of a frame; `left` and `top` are even. */
export interface HoleBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Returns the smallest box around boxes. */
export function joinBoxes(boxes: readonly HoleBox[]): HoleBox {
  return {
    left: Math.min(...boxes.map(({ left }) => left)),
    top: Math.min(...boxes.map(({ top }) => top)),
    right: Math.max(...boxes.map(({ right }) => right)),
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
  };
}

const cells = new Uint8Array(CELLS);

/**
 * Draws a hole into weights (0..255) of the size of a frame as a maximum, and returns the box that may have changed.
 * `weightOf` changes the weight of a point.
 */
export function drawHole(
  { region, runs }: PersonHole,
  weights: Uint8Array,
  { width, height }: { readonly width: number; readonly height: number },
  weightOf?: (x: number, y: number, weight: number) => number,
): HoleBox {
  unpackRuns(runs, cells);
  const scale = BODY_MASK_SIZE / region.width;
  const cos = Math.cos(region.rotation) * scale;
  const sin = Math.sin(region.rotation) * scale;
  const reach =
    ((Math.abs(Math.cos(region.rotation)) + Math.abs(Math.sin(region.rotation))) * region.width) /
    2;
  const left = clamp(Math.floor(region.centreX - reach), 0, width) & ~1;
  const right = clamp(Math.ceil(region.centreX + reach), 0, width);
  const top = clamp(Math.floor(region.centreY - reach), 0, height) & ~1;
  const bottom = clamp(Math.ceil(region.centreY + reach), 0, height);
  const last = BODY_MASK_SIZE - 1.001;
  for (let row = top; row < bottom; row += 1) {
    const dy = row + 0.5 - region.centreY;
    for (let column = left; column < right; column += 1) {
      const dx = column + 0.5 - region.centreX;
      const x = dx * cos + dy * sin + BODY_MASK_SIZE / 2 - 0.5;
      const y = dy * cos - dx * sin + BODY_MASK_SIZE / 2 - 0.5;
      if (x < 0 || y < 0 || x > last || y > last) {
        continue;
      }
      const [cellX, cellY] = [x | 0, y | 0];
      const at = cellY * BODY_MASK_SIZE + cellX;
      const upper = cells[at] + (cells[at + 1] - cells[at]) * (x - cellX);
      const below = at + BODY_MASK_SIZE;
      const lower = cells[below] + (cells[below + 1] - cells[below]) * (x - cellX);
      const value = upper + (lower - upper) * (y - cellY);
      const weight = weightOf === undefined ? value : weightOf(column, row, value);
      const to = row * width + column;
      if (weight > weights[to]) {
        weights[to] = weight;
      }
    }
  }
  return { left, top, right, bottom };
}
