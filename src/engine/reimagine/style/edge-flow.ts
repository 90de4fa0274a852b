/**
 * Basis of the painterly styles: the direction of edges (smoothed structure tensor), smoothing along them, and lines
 * across them where the image is darker than around (difference of Gaussians; Winnemöller, Kyprianidis).
 */
import { alignOffset, kernels, reserveKernelMemory } from '../../pixels/simd/kernels.ts';
import { blurPlane } from '../raster/planes.ts';
import type { FloatPlane } from '../raster/raster.ts';

/** A unit vector along the edges at every pixel; x and y are interleaved. */
export type EdgeFlow = FloatPlane;

/** Returns the pixels per stroke unit, which makes strokes look alike in images of any size. */
export function computeStrokeUnit({
  width,
  height,
}: {
  readonly width: number;
  readonly height: number;
}): number {
  return Math.max(width, height) / 640;
}

/**
 * Computes the direction of edges. `bias` gives areas without edges one common slant; otherwise noise would set another
 * direction in every frame.
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
  const flow = new Float32Array(2 * a.length);
  for (let index = 0; index < a.length; index += 1) {
    // Half of the angle of (x, y), and a quarter turn on: from the gradient to the edge.
    const x = (a[index] - c[index]) / 2 + bias * 0.4;
    const y = b[index] + bias * 0.3;
    const length = Math.sqrt(x * x + y * y);
    const cosine = length > 0 ? x / length : 1;
    flow[index * 2] = (y < 0 ? 1 : -1) * Math.sqrt(Math.max(0, (1 - cosine) / 2));
    flow[index * 2 + 1] = Math.sqrt(Math.max(0, (1 + cosine) / 2));
  }
  return flow;
}

/** Creates a flow that is the same everywhere. */
export function createEvenFlow(count: number, angle: number): EdgeFlow {
  const [across, down] = [Math.cos(angle), Math.sin(angle)];
  const flow = new Float32Array(2 * count);
  for (let at = 0; at < flow.length; at += 2) {
    flow[at] = across;
    flow[at + 1] = down;
  }
  return flow;
}

/** Number of steps that suffices along smooth areas: in large images the steps are longer. */
const ENOUGH_STEPS = 9;

/** Length and steps of an integration along the flow. */
interface FlowReach {
  readonly width: number;
  /** Pixels both ways. */
  readonly reach: number;
  /** True when neighbouring pixels are similar, unlike noise. */
  readonly isSmooth: boolean;
}

/**
 * Averages a plane along a flow, up to `reach` pixels both ways; near pixels weigh more. Planes have one value per
 * pixel, or four if they are colours.
 */
export function smoothAlong(
  plane: Float32Array,
  flow: EdgeFlow,
  { width, reach, isSmooth }: FlowReach,
): FloatPlane {
  const count = flow.length / 2;
  const apart = isSmooth ? Math.max(1, Math.floor(reach / ENOUGH_STEPS)) : 1;
  const steps = Math.round(reach / apart);
  const weights = Float32Array.from(
    { length: steps + 1 },
    (_, step) => 1 - (step / (steps + 1)) ** 2,
  );
  const smooth = alignOffset(plane.byteLength);
  const vectors = smooth + alignOffset(plane.byteLength);
  const factors = vectors + alignOffset(flow.byteLength);
  const { floats } = reserveKernelMemory(factors + weights.byteLength);
  floats.set(plane);
  floats.set(flow, vectors / 4);
  floats.set(weights, factors / 4);
  const hasFour = plane.length > count ? 1 : 0;
  kernels.smoothAlong(0, hasFour, width, count / width, vectors, factors, steps, apart, smooth);
  return floats.slice(smooth / 4, smooth / 4 + plane.length);
}

/** Parameters of the line detection. */
interface LineOptions {
  readonly width: number;
  readonly flow: EdgeFlow;
  readonly radius: number;
  readonly sharpness: number;
  readonly reach: number;
}

/** Differences below this are texture. */
const THRESHOLD = 0.008;

/** Draws lines where it is darker than in the wider surroundings across an edge: 0 line .. 1 paper. */
export function drawLines(
  luminance: Float32Array,
  { width, flow, radius, sharpness, reach }: LineOptions,
): FloatPlane {
  const narrow = blurPlane(luminance, width, radius);
  const wide = blurPlane(luminance, width, Math.max(Math.round(radius) + 1, radius * 1.6 + 0.6));
  for (let index = 0; index < wide.length; index += 1) {
    // Smaller differences are visible in the dark. A plain ratio would turn dark areas into bars.
    narrow[index] = (narrow[index] - wide[index]) / (0.5 + 0.5 * wide[index]);
  }
  const lines = smoothAlong(narrow, flow, { width, reach, isSmooth: true });
  for (let index = 0; index < lines.length; index += 1) {
    const depth = lines[index] + THRESHOLD;
    lines[index] = depth > 0 ? 1 : Math.max(0, 1 + Math.tanh(sharpness * depth));
  }
  return lines;
}

/** Quantises luminance to levels with soft transitions, so that values on a border do not jump between frames. */
export function posterize(light: number, levels: number, softness: number): number {
  const scaled = light * levels;
  const level = Math.floor(scaled);
  const progress = Math.max(0, Math.min(1, (scaled - level - 0.5 + softness) / (2 * softness)));
  return (level + progress * progress * (3 - 2 * progress)) / levels;
}
