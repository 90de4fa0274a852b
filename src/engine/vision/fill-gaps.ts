/**
 * Returns a smooth plane through the trusted values: where `trust` (0..1) is low, it is filled from growing
 * surroundings. Sides must be even at every level down to a few pixels, as those of textures are.
 */
export function fillGaps(
  values: Float32Array,
  trust: Float32Array,
  width: number,
): Float32Array<ArrayBuffer> {
  const filled = new Float32Array(values.length);
  const height = values.length / width;
  if (width <= 4 || height <= 4) {
    let sum = 0;
    let total = 1e-6;
    values.forEach((value, index) => {
      sum += value * trust[index];
      total += trust[index];
    });
    return filled.fill(sum / total);
  }
  const halfWidth = width >> 1;
  const half = new Float32Array(halfWidth * (height >> 1));
  const halfTrust = new Float32Array(half.length);
  for (let index = 0; index < half.length; index += 1) {
    const corner = Math.floor(index / halfWidth) * 2 * width + (index % halfWidth) * 2;
    let sum = 0;
    let total = 0;
    for (let cell = 0; cell < 4; cell += 1) {
      const at = corner + (cell & 1) + (cell >> 1) * width;
      sum += values[at] * trust[at];
      total += trust[at];
    }
    half[index] = total > 0 ? sum / total : 0;
    halfTrust[index] = Math.min(1, total);
  }
  const coarse = fillGaps(half, halfTrust, halfWidth);
  for (let index = 0; index < filled.length; index += 1) {
    const weight = trust[index];
    const x = ((index % width) - 0.5) / 2;
    const y = (Math.floor(index / width) - 0.5) / 2;
    filled[index] = values[index] * weight + readSmooth(coarse, halfWidth, x, y) * (1 - weight);
  }
  return filled;
}

/** Samples bilinearly, clamped to the edge. */
function readSmooth(plane: Float32Array, width: number, x: number, y: number): number {
  const height = plane.length / width;
  const left = Math.max(0, Math.floor(x));
  const top = Math.max(0, Math.floor(y));
  const right = Math.min(width - 1, Math.floor(x) + 1);
  const bottom = Math.min(height - 1, Math.floor(y) + 1);
  const fx = x - Math.floor(x);
  const fy = y - Math.floor(y);
  const upper = plane[top * width + left] * (1 - fx) + plane[top * width + right] * fx;
  const lower = plane[bottom * width + left] * (1 - fx) + plane[bottom * width + right] * fx;
  return upper * (1 - fy) + lower * fy;
}
