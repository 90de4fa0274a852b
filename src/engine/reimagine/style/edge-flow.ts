/**
 * What painterly styles stand on: which way edges run (smoothed structure tensor), smoothing along them, and lines where it is
 * darker than around, across them (difference of Gaussians; Winnemöller, Kyprianidis).
 */
import { blurPlane } from '../raster/planes.ts';
import type { FloatPlane } from '../raster/raster.ts';

/** Unit vectors along edges, for every pixel. */
export interface EdgeFlow {
  readonly x: FloatPlane;
  readonly y: FloatPlane;
}

/** Pixels to the unit of strokes: they look alike in pictures of any size. */
export function strokeUnitOf({
  width,
  height,
}: {
  readonly width: number;
  readonly height: number;
}): number {
  return Math.max(width, height) / 640;
}

/**
 * Which way edges run. `bias` lets places without edges lean to one slant: theirs is that of noise otherwise, and another
 * one in every frame.
 */
export function findEdgeFlow(
  luminance: Float32Array,
  width: number,
  { radius, bias = 0 }: { readonly radius: number; readonly bias?: number | undefined },
): EdgeFlow {
  const height = luminance.length / width;
  const xx = new Float32Array(luminance.length);
  const xy = new Float32Array(luminance.length);
  const yy = new Float32Array(luminance.length);
  for (let row = 1; row < height - 1; row += 1) {
    for (let index = row * width + 1; index < (row + 1) * width - 1; index += 1) {
      const northWest = luminance[index - width - 1];
      const northEast = luminance[index - width + 1];
      const southWest = luminance[index + width - 1];
      const southEast = luminance[index + width + 1];
      const dx =
        (luminance[index + 1] - luminance[index - 1]) * 2 +
        northEast -
        northWest +
        southEast -
        southWest;
      const dy =
        (luminance[index + width] - luminance[index - width]) * 2 +
        southWest -
        northWest +
        southEast -
        northEast;
      xx[index] = dx * dx;
      xy[index] = dx * dy;
      yy[index] = dy * dy;
    }
  }
  const a = blurPlane(xx, width, radius);
  const b = blurPlane(xy, width, radius);
  const c = blurPlane(yy, width, radius);
  for (let index = 0; index < a.length; index += 1) {
    const half = (a[index] - c[index]) / 2 + bias * 0.4;
    const angle = 0.5 * Math.atan2(b[index] + bias * 0.3, half) + Math.PI / 2;
    a[index] = Math.cos(angle);
    c[index] = Math.sin(angle);
  }
  return { x: a, y: c };
}

/** A flow that is the same everywhere. */
export function createEvenFlow(count: number, angle: number): EdgeFlow {
  return {
    x: new Float32Array(count).fill(Math.cos(angle)),
    y: new Float32Array(count).fill(Math.sin(angle)),
  };
}

/** Means of planes along a flow, up to `steps` pixels both ways; near ones count more. */
export function smoothAlong(
  planes: readonly Float32Array[],
  { x: flowX, y: flowY }: EdgeFlow,
  { width, steps }: { readonly width: number; readonly steps: number },
): FloatPlane[] {
  const count = flowX.length;
  const height = count / width;
  const weights = Float32Array.from(
    { length: steps + 1 },
    (_, step) => 1 - (step / (steps + 1)) ** 2,
  );
  // All planes of a pixel lie together: a step along the flow is one place in memory.
  const channels = planes.length;
  const together = new Float32Array(count * channels);
  planes.forEach((plane, channel) => {
    for (let index = 0; index < count; index += 1) {
      together[index * channels + channel] = plane[index];
    }
  });
  const smooth = planes.map(() => new Float32Array(count));
  const sums = new Float32Array(channels);
  for (let row = 0, index = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1, index += 1) {
      let total = 1;
      for (let channel = 0; channel < channels; channel += 1) {
        sums[channel] = together[index * channels + channel];
      }
      for (let way = -1; way <= 1; way += 2) {
        let u = column + 0.5;
        let v = row + 0.5;
        let dx = flowX[index] * way;
        let dy = flowY[index] * way;
        for (let step = 1; step <= steps; step += 1) {
          u += dx;
          v += dy;
          if (u < 0 || v < 0 || u >= width || v >= height) {
            break;
          }
          const at = (v | 0) * width + (u | 0);
          const weight = weights[step];
          for (let channel = 0; channel < channels; channel += 1) {
            sums[channel] += together[at * channels + channel] * weight;
          }
          total += weight;
          const x = flowX[at];
          const y = flowY[at];
          const turn = x * dx + y * dy < 0 ? -1 : 1;
          dx = x * turn;
          dy = y * turn;
        }
      }
      for (let channel = 0; channel < channels; channel += 1) {
        smooth[channel][index] = sums[channel] / total;
      }
    }
  }
  return smooth;
}

/** How lines are found. */
interface LineOptions {
  readonly width: number;
  readonly flow: EdgeFlow;
  readonly radius: number;
  readonly sharpness: number;
  readonly steps: number;
}

/** Below this a difference is texture. */
const THRESHOLD = 0.008;

/** Lines where it is darker than in the wider surroundings across an edge: 0 line .. 1 paper. */
export function drawLines(
  luminance: Float32Array,
  { width, flow, radius, sharpness, steps }: LineOptions,
): FloatPlane {
  const narrow = blurPlane(luminance, width, radius);
  const wide = blurPlane(luminance, width, Math.max(Math.round(radius) + 1, radius * 1.6 + 0.6));
  for (let index = 0; index < wide.length; index += 1) {
    // In the dark smaller differences are seen. As a ratio, dark places would become bars.
    narrow[index] = (narrow[index] - wide[index]) / (0.5 + 0.5 * wide[index]);
  }
  const [lines] = smoothAlong([narrow], flow, { width, steps });
  for (let index = 0; index < lines.length; index += 1) {
    const depth = lines[index] + THRESHOLD;
    lines[index] = depth > 0 ? 1 : Math.max(0, 1 + Math.tanh(sharpness * depth));
  }
  return lines;
}

/** Steps of light with soft edges, so that what lies on a border does not jump from frame to frame. */
export function posterize(light: number, levels: number, softness: number): number {
  const scaled = light * levels;
  const level = Math.floor(scaled);
  const progress = Math.max(0, Math.min(1, (scaled - level - 0.5 + softness) / (2 * softness)));
  return (level + progress * progress * (3 - 2 * progress)) / levels;
}
