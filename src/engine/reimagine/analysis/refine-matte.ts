/**
 * Refines the coarse matte of the network to the edges of the image: a guided filter (He) at reduced size whose linear
 * coefficients are applied at full size, then each pixel of the soft edge as a mixture of the sure colours on both
 * sides.
 */
import type { RgbaImage } from '../../pixels/frame.ts';
import type { Matte } from '../../track/person-matte.ts';
import { type FilterGuide, fitToGuide, measureGuide } from '../../vision/guided-filter.ts';
import { clamp, smoothstep } from '../../vision/math.ts';
import { blurWeighted, readColoursAt } from '../raster/colour-plane.ts';
import { blurPlane, scalePlane } from '../raster/planes.ts';
import { type FloatPlane, computeMeanColour } from '../raster/raster.ts';

/** Longest side of the image that the coefficients of the guided filter are fitted to. */
const GUIDE_SIDE = 384;
const RADIUS = 4;
/** Colour differences (0..255) that the guided filter treats as noise. */
const NOISE = 7;
/** Matte values of the network that count as background (below) and as person (above). */
const NOBODY = 0.15;
const SOMEBODY = 0.85;
/**
 * Difference of foreground and background (0..255) at which unmixing has half of its confidence, and standard deviation
 * of the residual of a mixed colour.
 */
const DISTINCT_DIFFERENCE = 60;
const MISFIT = 45;
/** Confidence of a mixture from which it counts fully. */
const BELIEVED = 0.8;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Refines coarse mattes of an image. */
export type MatteRefiner = (coarse: Matte) => FloatPlane;

/** Computes the fine matte of people, 0..1. */
export function refineMatte(image: RgbaImage, coarse: Matte): FloatPlane {
  return createMatteRefiner(image)(coarse);
}

/** Creates a refiner for several mattes of one image, whose colours are measured once, at the first matte. */
export function createMatteRefiner(image: RgbaImage): MatteRefiner {
  const factor = Math.min(1, GUIDE_SIDE / Math.max(image.width, image.height));
  const small = {
    width: Math.max(16, Math.round(image.width * factor)),
    height: Math.max(16, Math.round(image.height * factor)),
  };
  let guide: FilterGuide | null = null;
  return (coarse) => {
    guide ??= measureGuide(scalePixels(image, small), {
      width: small.width,
      radius: RADIUS,
      noise: NOISE,
    });
    return refine(image, coarse, { small, guide });
  };
}

function refine(
  image: RgbaImage,
  coarse: Matte,
  { small, guide }: { readonly small: Size; readonly guide: FilterGuide },
): FloatPlane {
  const { width, height, pixels } = image;
  const values = scalePlane(coarse.values, coarse.width, small);
  for (let index = 0; index < values.length; index += 1) {
    values[index] = smoothstep(NOBODY, SOMEBODY, values[index]);
  }
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
  unmixEdge(image, alpha);
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

/** Sets the soft edge of `alpha` by unmixing its colours, as far as both sides differ and the mixture explains them. */
function unmixEdge(image: RgbaImage, alpha: FloatPlane): void {
  const { width, height, pixels } = image;
  const radius = Math.max(4, Math.round(Math.max(width, height) / 70));
  const near = blurPlane(alpha, width, Math.max(1, radius / 7));
  const inside = new Float32Array(near.length);
  const outside = new Float32Array(near.length);
  for (let index = 0; index < near.length; index += 1) {
    inside[index] = near[index] > 0.97 ? 1 : 0;
    outside[index] = near[index] < 0.02 ? 1 : 0;
  }
  const front = blurWeighted(image, inside, radius);
  const behind = blurWeighted(image, outside, radius);
  const ahead = new Float32Array(4);
  const past = new Float32Array(4);
  const mean = computeMeanColour(image, outside);
  const whole = isColourful(mean) ? mean : null;
  for (let index = 0; index < alpha.length; index += 1) {
    if (outside[index] === 1 || (inside[index] === 1 && !isLike(pixels, index, whole, ROUGHLY))) {
      continue;
    }
    const row = Math.trunc(index / width);
    behind.read(index - row * width, row, past);
    const isSeen = past[3] >= MIN_SURE && isColourful(past) && isLike(pixels, index, past, SAME);
    if (inside[index] === 1 && !isSeen) {
      continue;
    }
    front.read(index - row * width, row, ahead);
    if (ahead[3] < MIN_SURE || past[3] < MIN_SURE) {
      continue;
    }
    let along = 0;
    let length = 0;
    for (let channel = 0; channel < 3; channel += 1) {
      const ground = past[channel];
      const step = ahead[channel] - ground;
      along += (pixels[index * 4 + channel] - ground) * step;
      length += step * step;
    }
    const opacity = clamp(along / (length + 1), 0, 1);
    let misfit = 0;
    for (let channel = 0; channel < 3; channel += 1) {
      const ground = past[channel];
      const step = ahead[channel] - ground;
      misfit += (pixels[index * 4 + channel] - ground - opacity * step) ** 2;
    }
    const isDistinct = length / (length + DISTINCT_DIFFERENCE ** 2);
    const belief = smoothstep(0, BELIEVED, isDistinct * Math.exp(-misfit / (2 * MISFIT ** 2)));
    alpha[index] = alpha[index] * (1 - belief) + smoothstep(0.08, 0.92, opacity) * belief;
  }
}

/**
 * Minimum difference of the largest and smallest channel (0..255) of background for its detection between curls and
 * under a raised arm: white and grey background resembles clothes.
 */
const COLOURFUL = 70;
/**
 * Maximum colour differences, 0..255, from the background: from its colours in the whole image, a cheap test, and from
 * those beside a pixel.
 */
const ROUGHLY = 110;
const SAME = 45;

function isColourful(colour: ArrayLike<number>): boolean {
  const red = colour[0];
  const green = colour[1];
  const blue = colour[2];
  return Math.max(red, green, blue) - Math.min(red, green, blue) > COLOURFUL;
}

function isLike(
  pixels: RgbaImage['pixels'],
  index: number,
  colour: ArrayLike<number> | null,
  distance: number,
): boolean {
  if (colour === null) {
    return false;
  }
  const at = index * 4;
  return (
    (pixels[at] - colour[0]) ** 2 +
      (pixels[at + 1] - colour[1]) ** 2 +
      (pixels[at + 2] - colour[2]) ** 2 <
    distance * distance
  );
}

/** Minimum weight of a side near a pixel for its colour to count as known. */
const MIN_SURE = 0.004;
