import { createI420Frame, type I420Frame } from '../../../src/engine/pixels/frame.ts';

/** Similarity transform of a still: scaled and turned around its middle, which moves to x, y. */
export interface Motion {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
  readonly turn: number;
}

/** The frame of `size` in which `still` has moved; its edges extend into uncovered areas. */
export function moveStill(
  still: I420Frame,
  size: { readonly width: number; readonly height: number },
  motion: Motion,
): I420Frame {
  const moved = createI420Frame(size.width, size.height, still.colour);
  movePlane(still.y, still.width, still.height, moved.y, size.width, size.height, motion);
  const half = { ...motion, x: motion.x / 2, y: motion.y / 2 };
  const stillWidth = (still.width + 1) >> 1;
  const stillHeight = (still.height + 1) >> 1;
  const width = (size.width + 1) >> 1;
  const height = (size.height + 1) >> 1;
  movePlane(still.u, stillWidth, stillHeight, moved.u, width, height, half);
  movePlane(still.v, stillWidth, stillHeight, moved.v, width, height, half);
  return moved;
}

/** Returns the position of a point of the still in the moved frame. */
export function movePoint(
  still: I420Frame,
  motion: Motion,
  x: number,
  y: number,
): readonly [x: number, y: number] {
  const cos = Math.cos(motion.turn) * motion.scale;
  const sin = Math.sin(motion.turn) * motion.scale;
  const fromX = x - still.width / 2;
  const fromY = y - still.height / 2;
  return [motion.x + fromX * cos - fromY * sin, motion.y + fromX * sin + fromY * cos];
}

function movePlane(
  from: Uint8Array,
  fromWidth: number,
  fromHeight: number,
  to: Uint8Array,
  width: number,
  height: number,
  { x, y, scale, turn }: Motion,
): void {
  const cos = Math.cos(turn) / scale;
  const sin = Math.sin(turn) / scale;
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const dx = column + 0.5 - x;
      const dy = row + 0.5 - y;
      const sx = clamp(dx * cos + dy * sin + fromWidth / 2 - 0.5, fromWidth - 1);
      const sy = clamp(dy * cos - dx * sin + fromHeight / 2 - 0.5, fromHeight - 1);
      const left = sx | 0;
      const top = sy | 0;
      const fx = sx - left;
      const fy = sy - top;
      const at = top * fromWidth + left;
      const right = left < fromWidth - 1 ? 1 : 0;
      const below = top < fromHeight - 1 ? fromWidth : 0;
      const upper = from[at]! * (1 - fx) + from[at + right]! * fx;
      const lower = from[at + below]! * (1 - fx) + from[at + below + right]! * fx;
      to[row * width + column] = upper * (1 - fy) + lower * fy + 0.5;
    }
  }
}

function clamp(value: number, max: number): number {
  return value < 0 ? 0 : Math.min(value, max);
}

/** Draws one frame into another; `left` and `top` are even and may be outside. */
export function pasteFrame(into: I420Frame, part: I420Frame, left: number, top: number): void {
  const half = { left: left / 2, top: top / 2 };
  pastePlane(into.y, into.width, into.height, part.y, part.width, part.height, { left, top });
  const [width, height] = [(into.width + 1) >> 1, (into.height + 1) >> 1];
  const [partWidth, partHeight] = [(part.width + 1) >> 1, (part.height + 1) >> 1];
  pastePlane(into.u, width, height, part.u, partWidth, partHeight, half);
  pastePlane(into.v, width, height, part.v, partWidth, partHeight, half);
}

function pastePlane(
  to: Uint8Array,
  width: number,
  height: number,
  from: Uint8Array,
  fromWidth: number,
  fromHeight: number,
  { left, top }: { readonly left: number; readonly top: number },
): void {
  for (let row = Math.max(0, -top); row < Math.min(fromHeight, height - top); row += 1) {
    for (let column = Math.max(0, -left); column < Math.min(fromWidth, width - left); column += 1) {
      to[(row + top) * width + column + left] = from[row * fromWidth + column]!;
    }
  }
}

/** Adds the noise of a camera to luma, the same for the same seed. */
export function addNoise(frame: I420Frame, amplitude: number, seed: number): void {
  let state = (seed * 2_654_435_761) >>> 0 || 1;
  for (let index = 0; index < frame.y.length; index += 1) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    const noise = (state / 4_294_967_296 - 0.5) * 2 * amplitude;
    frame.y[index] = Math.max(0, Math.min(255, frame.y[index]! + noise));
  }
}
