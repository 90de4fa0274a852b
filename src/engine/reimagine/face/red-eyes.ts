import type { ImageFace } from '../../head/head-view.ts';
import { smoothstep } from '../../vision/math.ts';
import { MIN_WEIGHT, type Raster } from '../raster/raster.ts';

/** Values of the iris of one eye: its centre and four points of its edge, in x, y and z. */
const IRIS_VALUES = 15;
/** Radius in which a pupil is searched for, and in which red of a flash is taken out, in radii of the iris. */
const PUPIL = 0.5;
const REACH = 1.5;
/** Least part of a pupil that is red. */
const MIN_RED = 0.3;
/** Ratio of red to the other channels above which a pupil is red. */
const STRICT = 1.7;
/** Fraction of its green and blue that a corrected pupil keeps: pupils are dark. */
const DARK = 0.55;

/**
 * Darkens pupils that a flash lit red to a neutral colour; reflections of lamps are not red and stay. Returns the number
 * of corrected eyes. `eyes` is the mask between the lids.
 */
export function fixRedEyes(
  raster: Raster,
  eyes: Float32Array,
  faces: readonly Pick<ImageFace, 'iris'>[],
): number {
  let corrected = 0;
  for (const { iris } of faces) {
    for (const first of [0, IRIS_VALUES]) {
      const eye = readEye(iris, first);
      if (measureRed(raster, eyes, eye) > MIN_RED) {
        darkenRed(raster, eyes, eye);
        corrected += 1;
      }
    }
  }
  return corrected;
}

interface Eye {
  readonly x: number;
  readonly y: number;
  /** Radius of the iris. */
  readonly radius: number;
}

function readEye(iris: Float32Array, first: number): Eye {
  const [x, y] = [iris[first], iris[first + 1]];
  let radius = 0;
  for (let point = 1; point < 5; point += 1) {
    radius += Math.hypot(iris[first + point * 3] - x, iris[first + point * 3 + 1] - y) / 4;
  }
  return { x, y, radius };
}

/** Returns the red fraction of the middle of an iris. */
function measureRed(raster: Raster, eyes: Float32Array, eye: Eye): number {
  let red = 0;
  let count = 0;
  visitPixels(raster, eye, (index, distance) => {
    if (distance < PUPIL) {
      red += isRed(raster.pixels, index * 4, STRICT) * eyes[index];
      count += 1;
    }
  });
  return red / Math.max(1, count);
}

function darkenRed(raster: Raster, eyes: Float32Array, eye: Eye): void {
  const { pixels } = raster;
  visitPixels(raster, eye, (index, distance) => {
    const at = index * 4;
    // Chroma of JPEG is coarse, so the edge of a pupil is less red; corners of eyes are pink.
    const ratio = 1.2 + (STRICT - 1.2) * smoothstep(0.7, 1.1, distance);
    const isNear = 1 - smoothstep(1.2, REACH, distance);
    const weight = isRed(pixels, at, ratio) * isNear * eyes[index];
    if (weight > MIN_WEIGHT) {
      const grey = ((pixels[at + 1] + pixels[at + 2]) / 2) * DARK;
      for (let channel = at; channel < at + 3; channel += 1) {
        pixels[channel] += (grey - pixels[channel]) * weight;
      }
    }
  });
}

/** Returns how red a pixel is, 0..1, from a ratio of red to the larger other channel; brown is more green than blue. */
function isRed(pixels: Uint8ClampedArray, at: number, ratio: number): number {
  const [red, green, blue] = [pixels[at], pixels[at + 1], pixels[at + 2]];
  const range = red - Math.min(green, blue);
  if (range < 30) {
    return 0;
  }
  const isWarm = smoothstep(0.3, 0.5, (green - blue) / range);
  return (
    smoothstep(ratio, ratio + 0.4, red / Math.max(1, green, blue)) *
    smoothstep(70, 110, red) *
    (1 - isWarm)
  );
}

/** Visits the pixels around an eye with their distance from its middle in radii of the iris. */
function visitPixels(
  { width, height }: Raster,
  { x, y, radius }: Eye,
  visit: (index: number, distance: number) => void,
): void {
  const reach = radius * REACH;
  const last = Math.min(height, Math.ceil(y + reach));
  const end = Math.min(width, Math.ceil(x + reach));
  for (let row = Math.max(0, Math.floor(y - reach)); row < last; row += 1) {
    for (let column = Math.max(0, Math.floor(x - reach)); column < end; column += 1) {
      visit(row * width + column, Math.hypot(column + 0.5 - x, row + 0.5 - y) / radius);
    }
  }
}
