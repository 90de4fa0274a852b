/**
 * Draws the coarse matte of the network to the edges of a picture: a guided filter at reduced size whose rule is applied to
 * the full picture, then each pixel of the soft edge as a mixture of the colours that are sure on both sides.
 */
import type { RgbaImage } from '../../pixels/frame.ts';
import type { Matte } from '../../track/person-matte.ts';
import { fitGuidedFilter } from '../../vision/guided-filter.ts';
import { clamp, smoothstep } from '../../vision/math.ts';
import { blurPlane, blurWeighted, scalePlane } from '../raster/planes.ts';
import { type FloatPlane, extractChannel } from '../raster/raster.ts';

/** Longest side of the picture that the rule is fitted to. */
const GUIDE_SIDE = 512;
const RADIUS = 5;
/** Differences of colours that say nothing. */
const NOISE = 7;
/** What the network is taken for nobody below and for somebody above. */
const NOBODY = 0.15;
const SOMEBODY = 0.85;
/** How different front and ground have to be (0..255) for their mixture to be told, and how far a colour may lie off it. */
const DISTINCT_DIFFERENCE = 60;
const MISFIT = 45;

/** How much of every pixel is people, 0..1. */
export function refineMatte(image: RgbaImage, coarse: Matte): FloatPlane {
  const { width, height, pixels } = image;
  const factor = Math.min(1, GUIDE_SIDE / Math.max(width, height));
  const small = {
    width: Math.max(16, Math.round(width * factor)),
    height: Math.max(16, Math.round(height * factor)),
  };
  const values = scalePlane(coarse.values, coarse.width, small);
  for (let index = 0; index < values.length; index += 1) {
    values[index] = smoothstep(NOBODY, SOMEBODY, values[index]);
  }
  const colours = new Float32Array(values.length * 3);
  for (let channel = 0; channel < 3; channel += 1) {
    const plane = scalePlane(extractChannel(image, channel), width, small);
    for (let index = 0; index < plane.length; index += 1) {
      colours[index * 3 + channel] = plane[index];
    }
  }
  const rule = fitGuidedFilter(colours, values, {
    width: small.width,
    radius: RADIUS,
    noise: NOISE,
  });
  const size = { width, height };
  const enlarge = (plane: Float32Array): FloatPlane => scalePlane(plane, small.width, size);
  const red = enlarge(rule.red);
  const green = enlarge(rule.green);
  const blue = enlarge(rule.blue);
  const alpha = enlarge(rule.offset);
  const prior = enlarge(values);
  for (let index = 0, at = 0; index < alpha.length; index += 1, at += 4) {
    const ruled =
      pixels[at] * red[index] +
      pixels[at + 1] * green[index] +
      pixels[at + 2] * blue[index] +
      alpha[index];
    // Deep inside and far outside the network is surer than colours are.
    const isSure = smoothstep(0.9, 1, Math.abs(prior[index] - 0.5) * 2);
    alpha[index] = smoothstep(0.1, 0.9, ruled) * (1 - isSure) + prior[index] * isSure;
  }
  unmixEdge(image, alpha);
  return alpha;
}

/** Sets the soft edge of `alpha` to what its colours say, as far as both sides differ and explain them. */
function unmixEdge(image: RgbaImage, alpha: FloatPlane): void {
  const { width, height, pixels } = image;
  const radius = Math.max(4, Math.round(Math.max(width, height) / 70));
  const near = blurPlane(alpha, width, Math.max(1, radius / 7));
  const inside = near.map((value) => (value > 0.97 ? 1 : 0));
  const outside = near.map((value) => (value < 0.02 ? 1 : 0));
  const front = blurWeighted(image, inside, radius);
  const behind = blurWeighted(image, outside, radius);
  const ahead = new Float32Array(4);
  const past = new Float32Array(4);
  for (let index = 0; index < alpha.length; index += 1) {
    if (inside[index] === 1 || outside[index] === 1) {
      continue;
    }
    const row = Math.trunc(index / width);
    front.read(index - row * width, row, ahead);
    behind.read(index - row * width, row, past);
    if (ahead[3] < LEAST_SURE || past[3] < LEAST_SURE) {
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
    const belief =
      (length / (length + DISTINCT_DIFFERENCE ** 2)) * Math.exp(-misfit / (2 * MISFIT ** 2));
    alpha[index] = alpha[index] * (1 - belief) + smoothstep(0.08, 0.92, opacity) * belief;
  }
}

/** So much of a side has to be near a pixel for its colour to be known. */
const LEAST_SURE = 0.004;
