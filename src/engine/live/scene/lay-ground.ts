import { colourOf, type I420Frame } from '../../pixels/frame.ts';
import { shares } from '../../pixels/yuv.ts';
import type { Backdrop } from './backdrop.ts';

/** Luma and chroma of a frame. */
export interface FrameColour {
  readonly y: number;
  readonly u: number;
  readonly v: number;
}

/** A colour (0..255 each) in the numbers of a frame. */
export function toFrameColour(
  frame: I420Frame,
  [r, g, b]: readonly [number, number, number],
): FrameColour {
  const { matrix, isFullRange } = colourOf(frame);
  const [red, blue] = shares(matrix);
  const luma = red * r + (1 - red - blue) * g + blue * b;
  const chroma = isFullRange ? 1 : 224 / 255;
  return {
    y: isFullRange ? luma : 16 + (luma * 219) / 255,
    u: 128 + ((b - luma) / (2 * (1 - blue))) * chroma,
    v: 128 + ((r - luma) / (2 * (1 - red))) * chroma,
  };
}

/** Lays one colour over a frame where `people` (half its size, 255 a person) leaves room. */
export function layColour(frame: I420Frame, people: Uint8Array, colour: FrameColour): void {
  layPlane(frame.y, frame.strideY, frame, people, 0, () => colour.y);
  layPlane(frame.u, frame.strideU, frame, people, 1, () => colour.u);
  layPlane(frame.v, frame.strideV, frame, people, 1, () => colour.v);
}

/** Lays a backdrop over a frame where `people` leaves room, or where they are when `isInstead`. */
export function layBackdrop(
  frame: I420Frame,
  people: Uint8Array,
  backdrop: Backdrop,
  isInstead = false,
): void {
  const { y, u, v } = backdrop;
  layFrom(frame.y, frame.strideY, { frame, people, backdrop, from: y, half: 0, isInstead });
  layFrom(frame.u, frame.strideU, { frame, people, backdrop, from: u, half: 1, isInstead });
  layFrom(frame.v, frame.strideV, { frame, people, backdrop, from: v, half: 1, isInstead });
}

function layPlane(
  plane: Uint8Array,
  stride: number,
  frame: I420Frame,
  people: Uint8Array,
  half: 0 | 1,
  valueOf: () => number,
): void {
  const halfWidth = (frame.width + 1) >> 1;
  const width = half === 1 ? halfWidth : frame.width;
  const height = half === 1 ? (frame.height + 1) >> 1 : frame.height;
  const shift = 1 - half;
  const value = valueOf();
  for (let row = 0; row < height; row += 1) {
    const from = (row >> shift) * halfWidth;
    for (let column = 0; column < width; column += 1) {
      const share = people[from + (column >> shift)]!;
      if (share < 255) {
        const at = row * stride + column;
        plane[at] = value + ((plane[at]! - value) * share) / 255 + 0.5;
      }
    }
  }
}

interface LaidPlane {
  readonly frame: I420Frame;
  readonly people: Uint8Array;
  readonly backdrop: Backdrop;
  readonly from: Float32Array;
  readonly half: 0 | 1;
  readonly isInstead: boolean;
}

function layFrom(
  plane: Uint8Array,
  stride: number,
  { frame, people, backdrop, from, half, isInstead }: LaidPlane,
): void {
  const halfWidth = (frame.width + 1) >> 1;
  const width = half === 1 ? halfWidth : frame.width;
  const height = half === 1 ? (frame.height + 1) >> 1 : frame.height;
  const shift = 1 - half;
  const turned = isInstead ? 255 : 0;
  const perColumn = backdrop.width / width;
  const perRow = backdrop.height / height;
  const last = backdrop.width - 1;
  if (line.length < backdrop.width + 1) {
    line = new Float32Array(backdrop.width + 1);
  }
  const between = line;
  for (let row = 0; row < height; row += 1) {
    // A row between two of the backdrop, and then what lies between its values.
    const y = Math.max(0, Math.min(backdrop.height - 1, (row + 0.5) * perRow - 0.5));
    const top = (y | 0) * backdrop.width;
    const below = Math.min(backdrop.height - 1, (y | 0) + 1) * backdrop.width;
    const fy = y - (y | 0);
    for (let column = 0; column <= last; column += 1) {
      const upper = from[top + column]!;
      between[column] = upper + (from[below + column]! - upper) * fy;
    }
    between[last + 1] = between[last]!;
    const matte = (row >> shift) * halfWidth;
    const start = row * stride;
    let place = 0.5 * perColumn - 0.5;
    for (let column = 0; column < width; column += 1, place += perColumn) {
      const share = people[matte + (column >> shift)]! ^ turned;
      if (share !== 255) {
        const x = place < 0 ? 0 : place > last ? last : place;
        const left = x | 0;
        const before = between[left]!;
        const value = before + (between[left + 1]! - before) * (x - left);
        const at = start + column;
        plane[at] = share === 0 ? value + 0.5 : value + ((plane[at]! - value) * share) / 255 + 0.5;
      }
    }
  }
}

/** Working memory for a row of a backdrop. */
let line = new Float32Array(0);
