/**
 * Blurs irreversibly: a frame or a head is reduced to a few means, which are interpolated. Finer detail cannot be
 * recovered from any number of frames.
 */
import { clamp, smoothstep } from '../../vision/math.ts';
import type { I420Frame } from '../../pixels/frame.ts';
import type { HeadArea } from '../head-area.ts';

/** Number of means across the frame's shorter side; a face near the camera covers three or four. */
const CELLS_OF_PICTURE = 6;
const MAX_CELLS = 24;
/** Number of means across and down a head. */
const CELLS_OF_HEAD = 5;
/** Fade at the edge of a blurred head, as squared distance in radii. */
const FULL_TO = 0.85;
const NONE_FROM = 1.3;

/** Blurs private areas; reuses its buffers. */
export interface PrivacyBlur {
  /** Blurs a whole frame beyond recognition. */
  cover(frame: I420Frame): void;
  /** Blurs a head by `amount`: 0 leaves it unchanged, 1 hides it completely; with a soft edge. */
  hide(frame: I420Frame, area: Readonly<HeadArea>, amount: number): void;
}

/** Region of a plane with its grid of means. */
interface Part {
  plane: Uint8Array;
  stride: number;
  left: number;
  top: number;
  right: number;
  bottom: number;
  columns: number;
  rows: number;
}

/** Creates a blur for one thread. */
export function createPrivacyBlur(): PrivacyBlur {
  const means = new Float32Array(MAX_CELLS * MAX_CELLS);
  const part: Part = {
    plane: new Uint8Array(0),
    stride: 0,
    left: 0,
    top: 0,
    right: 0,
    bottom: 0,
    columns: 1,
    rows: 1,
  };

  const coverPlane = (plane: Uint8Array, stride: number, width: number, height: number): void => {
    const cell = Math.min(width, height) / CELLS_OF_PICTURE;
    part.plane = plane;
    part.stride = stride;
    part.left = 0;
    part.top = 0;
    part.right = width;
    part.bottom = height;
    part.columns = clamp(Math.round(width / cell), 1, MAX_CELLS);
    part.rows = clamp(Math.round(height / cell), 1, MAX_CELLS);
    measure(part, means);
    draw(part, means, null, 1, 1);
  };

  const hidePlane = (
    plane: Uint8Array,
    stride: number,
    size: { readonly width: number; readonly height: number; readonly scale: number },
    area: Readonly<HeadArea>,
    amount: number,
  ): void => {
    const { width, height, scale } = size;
    const reach = Math.max(area.radiusX, area.radiusY) * Math.sqrt(NONE_FROM) * scale;
    part.plane = plane;
    part.stride = stride;
    part.left = clamp(Math.floor(area.centreX * scale - reach), 0, width);
    part.right = clamp(Math.ceil(area.centreX * scale + reach), 0, width);
    part.top = clamp(Math.floor(area.centreY * scale - reach), 0, height);
    part.bottom = clamp(Math.ceil(area.centreY * scale + reach), 0, height);
    part.columns = CELLS_OF_HEAD;
    part.rows = CELLS_OF_HEAD;
    if (part.right > part.left && part.bottom > part.top) {
      measure(part, means);
      draw(part, means, area, scale, amount);
    }
  };

  return {
    cover(frame) {
      const { width, height } = frame;
      const halfWidth = (width + 1) >> 1;
      const halfHeight = (height + 1) >> 1;
      coverPlane(frame.y, frame.strideY, width, height);
      coverPlane(frame.u, frame.strideU, halfWidth, halfHeight);
      coverPlane(frame.v, frame.strideV, halfWidth, halfHeight);
    },
    hide(frame, area, amount) {
      const { width, height } = frame;
      const whole = { width, height, scale: 1 };
      const half = { width: (width + 1) >> 1, height: (height + 1) >> 1, scale: 0.5 };
      hidePlane(frame.y, frame.strideY, whole, area, amount);
      hidePlane(frame.u, frame.strideU, half, area, amount);
      hidePlane(frame.v, frame.strideV, half, area, amount);
    },
  };
}

/** Computes the mean of every cell of a region. */
function measure(part: Readonly<Part>, means: Float32Array): void {
  const { plane, stride, left, top, right, bottom, columns, rows } = part;
  for (let row = 0; row < rows; row += 1) {
    const from = top + Math.floor((row * (bottom - top)) / rows);
    const to = Math.max(from + 1, top + Math.floor(((row + 1) * (bottom - top)) / rows));
    for (let column = 0; column < columns; column += 1) {
      const first = left + Math.floor((column * (right - left)) / columns);
      const last = Math.max(
        first + 1,
        left + Math.floor(((column + 1) * (right - left)) / columns),
      );
      let sum = 0;
      for (let y = from; y < to; y += 1) {
        for (let x = first; x < last; x += 1) {
          sum += plane[y * stride + x]!;
        }
      }
      means[row * columns + column] = sum / ((to - from) * (last - first));
    }
  }
}

/** Interpolates between the means; inside `area` only, when it is given. */
function draw(
  part: Readonly<Part>,
  means: Float32Array,
  area: Readonly<HeadArea> | null,
  scale: number,
  amount: number,
): void {
  const { plane, stride, left, top, right, bottom, columns, rows } = part;
  setColumns(right - left, columns);
  for (let y = top; y < bottom; y += 1) {
    const down = clamp(((y + 0.5 - top) * rows) / (bottom - top) - 0.5, 0, rows - 1);
    const upper = Math.min(rows - 1, down | 0);
    const lower = Math.min(rows - 1, upper + 1);
    const fy = smoothstep(0, 1, down - upper);
    for (let column = 0; column < columns; column += 1) {
      const above = means[upper * columns + column]!;
      line[column] = above + (means[lower * columns + column]! - above) * fy;
    }
    line[columns] = line[columns - 1]!;
    if (area === null) {
      drawLine(plane, y * stride + left, right - left, amount);
    } else {
      drawWithin(plane, y * stride + left, { y, left, right }, area, scale, amount);
    }
  }
}

/** Interpolated means of a row, and for every pixel its left cell and the weight of the right one. */
const line = new Float32Array(MAX_CELLS + 1);
let before = new Uint8Array(0);
let weight = new Float32Array(0);

function setColumns(width: number, columns: number): void {
  if (before.length < width) {
    before = new Uint8Array(width);
    weight = new Float32Array(width);
  }
  for (let x = 0; x < width; x += 1) {
    const over = clamp(((x + 0.5) * columns) / width - 0.5, 0, columns - 1);
    before[x] = over | 0;
    weight[x] = smoothstep(0, 1, over - (over | 0));
  }
}

function drawLine(plane: Uint8Array, start: number, width: number, amount: number): void {
  for (let x = 0; x < width; x += 1) {
    const first = line[before[x]!]!;
    const value = first + (line[before[x]! + 1]! - first) * weight[x]!;
    plane[start + x] = plane[start + x]! + (value - plane[start + x]!) * amount + 0.5;
  }
}

function drawWithin(
  plane: Uint8Array,
  start: number,
  { y, left, right }: { readonly y: number; readonly left: number; readonly right: number },
  area: Readonly<HeadArea>,
  scale: number,
  amount: number,
): void {
  const cos = Math.cos(area.rotation) / scale;
  const sin = Math.sin(area.rotation) / scale;
  const dy = y + 0.5 - area.centreY * scale;
  const dx = left + 0.5 - area.centreX * scale;
  const stepAcross = cos / area.radiusX;
  const stepAlong = -sin / area.radiusY;
  let across = (dx * cos + dy * sin) / area.radiusX;
  let along = (dy * cos - dx * sin) / area.radiusY;
  const width = right - left;
  for (let x = 0; x < width; x += 1, across += stepAcross, along += stepAlong) {
    const distance = across * across + along * along;
    if (distance < NONE_FROM) {
      const hidden =
        distance <= FULL_TO ? amount : amount * (1 - smoothstep(FULL_TO, NONE_FROM, distance));
      const first = line[before[x]!]!;
      const value = first + (line[before[x]! + 1]! - first) * weight[x]!;
      plane[start + x] = plane[start + x]! + (value - plane[start + x]!) * hidden + 0.5;
    }
  }
}
