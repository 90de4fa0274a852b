import { boxBlur } from './box-blur.ts';
import { clamp } from './math.ts';

/** Radii of the search for colours, in pixels: first wide, so that every edge finds some, then near. */
const RADII = [30, 3];
/** Minimum weight of either side near a pixel. */
const MIN = 1e-4;

/**
 * Returns the interleaved foreground colours (0..255, rows of `width`) of an image with `alpha` (0..1), without the
 * background in its soft edge: over another background no rim of the old one remains. Uses blur fusion (Forte 2021).
 * Where alpha is 1 nothing changes; where it is 0 the colours continue those of the edge.
 */
export function estimateForeground(
  colours: Float32Array,
  alpha: Float32Array,
  width: number,
): Float32Array<ArrayBuffer> {
  const foreground = Float32Array.from(colours);
  const behind = Float32Array.from(colours);
  const rest = alpha.map((value) => 1 - value);
  for (const radius of RADII) {
    const [front, back] = [alpha, rest].map((weights) => {
      const blurred = Float32Array.from(weights);
      boxBlur(blurred, width, radius);
      return blurred;
    });
    for (let channel = 0; channel < 3; channel += 1) {
      const ahead = computeMean(foreground, channel, {
        weights: alpha,
        sums: front,
        width,
        radius,
      });
      const past = computeMean(behind, channel, { weights: rest, sums: back, width, radius });
      for (let index = 0; index < alpha.length; index += 1) {
        const at = index * 3 + channel;
        const weight = alpha[index];
        const mixed = weight * ahead[index] + (1 - weight) * past[index];
        foreground[at] = clamp(ahead[index] + weight * (colours[at] - mixed), 0, 255);
        behind[at] = past[index];
      }
    }
  }
  return foreground;
}

/**
 * Returns the weighted mean of one channel around every pixel, given the means of the weights; the value itself without
 * weights.
 */
function computeMean(
  colours: Float32Array,
  channel: number,
  {
    weights,
    sums,
    width,
    radius,
  }: {
    readonly weights: Float32Array;
    readonly sums: Float32Array;
    readonly width: number;
    readonly radius: number;
  },
): Float32Array {
  const plane = weights.map((weight, index) => weight * colours[index * 3 + channel]);
  boxBlur(plane, width, radius);
  return plane.map((sum, index) =>
    sums[index] > MIN ? sum / sums[index] : colours[index * 3 + channel],
  );
}
