import { VIEW_SIZE } from './head-view.ts';

/** A position between pixels of a view; one object is reused for all positions. */
export interface BilinearPosition {
  at: number;
  fx: number;
  fy: number;
}

/** Sets `position` to x, y (pixel centres at half numbers), clamped to the view. */
export function setPosition(position: BilinearPosition, x: number, y: number): void {
  const column = x < 0.5 ? 0 : x > VIEW_SIZE - 0.51 ? VIEW_SIZE - 1.01 : x - 0.5;
  const row = y < 0.5 ? 0 : y > VIEW_SIZE - 0.51 ? VIEW_SIZE - 1.01 : y - 0.5;
  const left = column | 0;
  const top = row | 0;
  position.at = top * VIEW_SIZE + left;
  position.fx = column - left;
  position.fy = row - top;
}

/** Samples a plane of a view bilinearly. */
export function readPlane(plane: Float32Array, { at, fx, fy }: BilinearPosition): number {
  const upper = plane[at] + (plane[at + 1] - plane[at]) * fx;
  const lower = plane[at + VIEW_SIZE] + (plane[at + VIEW_SIZE + 1] - plane[at + VIEW_SIZE]) * fx;
  return upper + (lower - upper) * fy;
}

/** Samples a channel of a view's interleaved colours bilinearly. */
export function readChannel(
  colours: Float32Array,
  { at, fx, fy }: BilinearPosition,
  channel: number,
): number {
  const upperLeft = at * 3 + channel;
  const lowerLeft = upperLeft + VIEW_SIZE * 3;
  const upper = colours[upperLeft] + (colours[upperLeft + 3] - colours[upperLeft]) * fx;
  const lower = colours[lowerLeft] + (colours[lowerLeft + 3] - colours[lowerLeft]) * fx;
  return upper + (lower - upper) * fy;
}
