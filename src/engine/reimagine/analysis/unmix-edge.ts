/** Unmixes the soft edge of people: each pixel of it is a mixture of the sure colours on both sides. */
import type { RgbaImage } from '../../pixels/frame.ts';
import { clamp, smoothstep } from '../../vision/math.ts';
import { blurWeighted, type WeightedColours } from '../raster/colour-plane.ts';
import { blurPlane } from '../raster/planes.ts';
import { type FloatPlane, computeMeanColour } from '../raster/raster.ts';

/**
 * Difference of foreground and background (0..255) at which unmixing has half of its confidence, and standard deviation
 * of the residual of a mixed colour.
 */
const DISTINCT_DIFFERENCE = 60;
const MISFIT = 45;
/** Confidence of a mixture from which it counts fully. */
const BELIEVED = 0.8;
/** Maximum number of rounds, and the minimum fraction of freed pixels for which another one follows. */
const ROUNDS = 5;
const FREED = 1e-4;
/** Minimum weight of a side near a pixel for its colour to count as known. */
const MIN_SURE = 0.004;
/** Maximum opacity of pixels that are surely background. */
const CLEAR = 0.03;
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

/**
 * Sets the soft edge of `alpha`, as far as both sides differ and the mixture explains its colours. Where background
 * shows between curls, further rounds search behind the next ones; `findFaces` then returns the mask of faces, in which
 * no background shows. Without it (null) only the edge is set: in clothes, their own pattern resembles what is around.
 */
export function unmixEdge(
  image: RgbaImage,
  alpha: FloatPlane,
  findFaces: (() => FloatPlane | null) | null,
): void {
  const sides = weighSides(image, alpha, false);
  if (findFaces === null) {
    unmixSides(image, alpha, { ...sides, ground: null });
    return;
  }
  let freed = unmixSides(image, alpha, sides);
  const min = FREED * alpha.length;
  const faces = freed > min ? findFaces() : null;
  for (let round = 1; round < ROUNDS && freed > min; round += 1) {
    freed = unmixSides(image, alpha, { ...weighSides(image, alpha, true), faces });
  }
}

/** Sure pixels of both sides, and their colours around every pixel. */
interface Sides {
  readonly inside: Float32Array;
  readonly outside: Float32Array;
  readonly front: WeightedColours;
  readonly behind: WeightedColours;
  /** Mean colour of the background if it is colourful. */
  readonly ground: readonly [number, number, number] | null;
  readonly faces?: FloatPlane | null;
}

/** Weighs both sides; in a further round, what was found between curls is background too, which reaches farther. */
function weighSides(image: RgbaImage, alpha: FloatPlane, isFurther: boolean): Sides {
  const radius = Math.max(4, Math.round(Math.max(image.width, image.height) / 70));
  // In place: planes are large.
  const inside = blurPlane(alpha, image.width, Math.max(1, radius / 7));
  const outside = new Float32Array(inside.length);
  for (let index = 0; index < inside.length; index += 1) {
    const near = inside[index];
    inside[index] = near > 0.97 ? 1 : 0;
    outside[index] = near < 0.02 || (isFurther && alpha[index] < CLEAR) ? 1 : 0;
  }
  const mean = computeMeanColour(image, outside);
  const ground = isColourful(mean) ? mean : null;
  const sure = isFurther && ground !== null ? dropLike(image, inside, ground) : inside;
  const front = blurWeighted(image, sure, radius);
  const behind = blurWeighted(image, outside, isFurther ? 2 * radius : radius);
  return { inside, outside, front, behind, ground };
}

/** Returns a side without the pixels that resemble a colour. */
function dropLike(
  { pixels }: RgbaImage,
  side: Float32Array,
  [red, green, blue]: readonly [number, number, number],
): Float32Array {
  const left = side.slice();
  for (let index = 0, at = 0; index < left.length; index += 1, at += 4) {
    if (left[index] > 0 && isLike(pixels, at, red, green, blue, SAME)) {
      left[index] = 0;
    }
  }
  return left;
}

/** Unmixes the pixels that may be mixtures; returns the number of those inside that turned out to be background. */
function unmixSides(
  { width, pixels }: RgbaImage,
  alpha: FloatPlane,
  { inside, outside, front, behind, ground, faces = null }: Sides,
): number {
  const ahead = new Float32Array(4);
  const past = new Float32Array(4);
  const [red, green, blue] = ground ?? NO_GROUND;
  let freed = 0;
  for (let index = 0, at = 0; index < alpha.length; index += 1, at += 4) {
    const isInside = inside[index] === 1;
    if (outside[index] === 1 || (isInside && !isLike(pixels, at, red, green, blue, ROUGHLY))) {
      continue;
    }
    const row = Math.trunc(index / width);
    behind.read(index - row * width, row, past);
    const isSeen =
      past[3] >= MIN_SURE &&
      isColourful(past) &&
      isLike(pixels, at, past[0], past[1], past[2], SAME);
    if ((isInside && !isSeen) || (faces !== null && faces[index] > 0.5)) {
      continue;
    }
    front.read(index - row * width, row, ahead);
    if (ahead[3] >= MIN_SURE && past[3] >= MIN_SURE) {
      alpha[index] = unmix(pixels, index, { ahead, past, prior: alpha[index] });
      freed += isInside && alpha[index] < 0.5 ? 1 : 0;
    }
  }
  return freed;
}

/** Returns the opacity of a pixel as a mixture of two colours, as far as they explain it. */
function unmix(
  pixels: RgbaImage['pixels'],
  index: number,
  {
    ahead,
    past,
    prior,
  }: { readonly ahead: Float32Array; readonly past: Float32Array; readonly prior: number },
): number {
  let along = 0;
  let length = 0;
  for (let channel = 0; channel < 3; channel += 1) {
    const step = ahead[channel] - past[channel];
    along += (pixels[index * 4 + channel] - past[channel]) * step;
    length += step * step;
  }
  const opacity = clamp(along / (length + 1), 0, 1);
  let misfit = 0;
  for (let channel = 0; channel < 3; channel += 1) {
    const step = ahead[channel] - past[channel];
    misfit += (pixels[index * 4 + channel] - past[channel] - opacity * step) ** 2;
  }
  const isDistinct = length / (length + DISTINCT_DIFFERENCE ** 2);
  const belief = smoothstep(0, BELIEVED, isDistinct * Math.exp(-misfit / (2 * MISFIT ** 2)));
  return prior * (1 - belief) + smoothstep(0.08, 0.92, opacity) * belief;
}

function isColourful(colour: ArrayLike<number>): boolean {
  const red = colour[0];
  const green = colour[1];
  const blue = colour[2];
  return Math.max(red, green, blue) - Math.min(red, green, blue) > COLOURFUL;
}

/** A colour that no pixel resembles. */
const NO_GROUND: readonly [number, number, number] = [Infinity, Infinity, Infinity];

/** Returns whether the pixel at an index of its red channel resembles a colour. */
// oxlint-disable-next-line eslint/max-params -- for each pixel; arrays of several kinds take four times as long
function isLike(
  pixels: RgbaImage['pixels'],
  at: number,
  red: number,
  green: number,
  blue: number,
  distance: number,
): boolean {
  return (
    (pixels[at] - red) ** 2 + (pixels[at + 1] - green) ** 2 + (pixels[at + 2] - blue) ** 2 <
    distance * distance
  );
}
