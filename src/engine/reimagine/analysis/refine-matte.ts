/**
 * Refines the coarse matte of the network to the edges of the image: a guided filter (He) at reduced size whose linear
 * coefficients are applied at full size, then each pixel of the soft edge as a mixture of the sure colours on both
 * sides.
 */
import type { RgbaImage } from '../../pixels/frame.ts';
import type { Matte } from '../../track/person-matte.ts';
import { type FilterGuide, fitToGuide, measureGuide } from '../../vision/guided-filter.ts';
import { clamp, smoothstep } from '../../vision/math.ts';
import { readColoursAt } from '../raster/colour-plane.ts';
import { scalePlane } from '../raster/planes.ts';
import type { FloatPlane } from '../raster/raster.ts';
import { unmixEdge } from './unmix-edge.ts';

/** Longest side of the image that the coefficients of the guided filter are fitted to. */
const GUIDE_SIDE = 384;
const RADIUS = 4;
/** Colour differences (0..255) that the guided filter treats as noise. */
const NOISE = 7;
/** Matte values of the network that count as background (below) and as person (above). */
const NOBODY = 0.15;
const SOMEBODY = 0.85;
interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Refines coarse mattes of an image: of whole people, or of a part of them (`isPart`), through which no background
 * shows.
 */
export type MatteRefiner = (coarse: Matte, isPart?: boolean) => FloatPlane;

/** Scales a coarse matte; values that are nearly sure become 0 or 1. */
export function scaleMatte({ values, width }: Matte, to: Size): FloatPlane {
  const scaled = scalePlane(values, width, to);
  for (let index = 0; index < scaled.length; index += 1) {
    scaled[index] = smoothstep(NOBODY, SOMEBODY, scaled[index]);
  }
  return scaled;
}

/** Computes the fine matte of people, 0..1. */
export function refineMatte(image: RgbaImage, coarse: Matte): FloatPlane {
  return createMatteRefiner(image)(coarse);
}

/**
 * Creates a refiner for several mattes of one image, whose colours are measured once, at the first matte. `findFaces`
 * returns the mask of faces, where no background can be seen; it is called only for background between curls.
 */
export function createMatteRefiner(
  image: RgbaImage,
  findFaces: () => FloatPlane | null = () => null,
): MatteRefiner {
  const factor = Math.min(1, GUIDE_SIDE / Math.max(image.width, image.height));
  const small = {
    width: Math.max(16, Math.round(image.width * factor)),
    height: Math.max(16, Math.round(image.height * factor)),
  };
  let guide: FilterGuide | null = null;
  return (coarse, isPart = false) => {
    guide ??= measureGuide(scalePixels(image, small), {
      width: small.width,
      radius: RADIUS,
      noise: NOISE,
    });
    return refine(image, coarse, { small, guide, findFaces: isPart ? null : findFaces });
  };
}

function refine(
  image: RgbaImage,
  coarse: Matte,
  {
    small,
    guide,
    findFaces,
  }: {
    readonly small: Size;
    readonly guide: FilterGuide;
    readonly findFaces: (() => FloatPlane | null) | null;
  },
): FloatPlane {
  const { width, height, pixels } = image;
  const values = scaleMatte(coarse, small);
  const rule = fitToGuide(guide, values);
  const rules = new Float32Array(values.length * 4);
  for (let index = 0, at = 0; index < values.length; index += 1, at += 4) {
    rules[at] = rule.red[index];
    rules[at + 1] = rule.green[index];
    rules[at + 2] = rule.blue[index];
    rules[at + 3] = rule.offset[index];
  }
  const alpha = scalePlane(values, small.width, image);
  const ruleAt = new Float32Array(4);
  const place = { x: 0, y: 0 };
  for (let row = 0, index = 0; row < height; row += 1) {
    place.y = ((row + 0.5) * small.height) / height - 0.5;
    for (let column = 0; column < width; column += 1, index += 1) {
      const prior = alpha[index];
      if (prior === 0 || prior === 1) {
        continue;
      }
      // Deep inside and far outside the network is surer than colours are.
      const isSure = smoothstep(0.9, 1, Math.abs(prior - 0.5) * 2);
      place.x = ((column + 0.5) * small.width) / width - 0.5;
      readColoursAt(rules, small, place, ruleAt);
      const at = index * 4;
      const ruled =
        pixels[at] * ruleAt[0] +
        pixels[at + 1] * ruleAt[1] +
        pixels[at + 2] * ruleAt[2] +
        ruleAt[3];
      alpha[index] = smoothstep(0.1, 0.9, ruled) * (1 - isSure) + prior * isSure;
    }
  }
  unmixEdge(image, alpha, findFaces);
  return alpha;
}

/** Resizes red, green and blue of an image bilinearly. */
function scalePixels({ width, height, pixels }: RgbaImage, to: Size): Float32Array {
  const colours = new Float32Array(to.width * to.height * 3);
  for (let row = 0, index = 0; row < to.height; row += 1) {
    const y = clamp(((row + 0.5) * height) / to.height - 0.5, 0, height - 1);
    const down = y - Math.trunc(y);
    const top = Math.trunc(y) * width;
    const below = Math.min(height - 1, Math.trunc(y) + 1) * width;
    for (let column = 0; column < to.width; column += 1) {
      const x = clamp(((column + 0.5) * width) / to.width - 0.5, 0, width - 1);
      const left = Math.trunc(x);
      const right = Math.min(width - 1, left + 1);
      const across = x - left;
      for (let channel = 0; channel < 3; channel += 1, index += 1) {
        const start = pixels[(top + left) * 4 + channel];
        const upper = start + (pixels[(top + right) * 4 + channel] - start) * across;
        const under = pixels[(below + left) * 4 + channel];
        const lower = under + (pixels[(below + right) * 4 + channel] - under) * across;
        colours[index] = upper + (lower - upper) * down;
      }
    }
  }
  return colours;
}
