/** Samples a square plane bilinearly; positions outside clamp to its edge. */
export function sampleSquare(plane: Float32Array, size: number, x: number, y: number): number {
  const last = size - 1;
  const cx = x < 0 ? 0 : x > last ? last : x;
  const cy = y < 0 ? 0 : y > last ? last : y;
  const left = cx | 0;
  const top = cy | 0;
  const fx = cx - left;
  const at = top * size + left;
  const right = left < last ? 1 : 0;
  const below = at + (top < last ? size : 0);
  const upper = plane[at]! + (plane[at + right]! - plane[at]!) * fx;
  const lower = plane[below]! + (plane[below + right]! - plane[below]!) * fx;
  return upper + (lower - upper) * (cy - top);
}
