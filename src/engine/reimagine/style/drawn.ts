import { smoothstep } from '../../vision/math.ts';
import { halveRaster } from '../raster/resize-raster.ts';
import {
  type ColourPlane,
  readColours,
  scaleColours,
  smoothColours,
} from '../raster/colour-plane.ts';
import { blurPlane, hashNoise, scalePlane, smoothWithin } from '../raster/planes.ts';
import { type FloatPlane, type Raster, readLuminance } from '../raster/raster.ts';
import {
  createEvenFlow,
  drawLines,
  findEdgeFlow,
  posterize,
  smoothAlong,
  computeStrokeUnit,
} from './edge-flow.ts';

/** Factor of ink on the background, where wall texture would become specks. */
const GROUND_INK = 0.3;

/** Draws a cartoon: flat colours in soft steps of luminance, with ink along edges. */
export function drawCartoon(
  raster: Raster,
  person: Float32Array,
  {
    colour,
    ink,
    levels,
    lift,
    isQuick,
  }: {
    readonly colour: number;
    readonly ink: number;
    readonly levels: number;
    /** Exponent of luminance: below 1 the image becomes lighter. */
    readonly lift: number;
    readonly isQuick: boolean;
  },
): void {
  const unit = computeStrokeUnit(raster);
  const { width, pixels } = raster;
  const luminance = readLuminance(raster);
  const reach = 2.5;
  const flow = findEdgeFlow(luminance, width, { radius: Math.round(reach * unit) });
  const colours = flattenAlong(raster, flow, { noise: 0.004, reach, isQuick });
  // Values on the border of two levels must not jump between frames.
  const softness = isQuick ? 0.3 : 0.22;
  const lines = drawLines(blurPlane(luminance, width, 0.45 * unit), {
    width,
    flow,
    radius: Math.max(1, 1.1 * unit),
    sharpness: 26,
    reach: Math.round(6 * unit),
  });
  for (let index = 0, at = 0; index < luminance.length; index += 1, at += 4) {
    const light = colours[at + 3];
    const gain = posterize(light ** lift, levels, softness) / Math.max(0.02, light);
    const strength = ink * (GROUND_INK + (1 - GROUND_INK) * person[index]);
    const inked = 1 - (1 - lines[index]) * strength;
    for (let channel = 0; channel < 3; channel += 1) {
      const value = (light * 255 + (colours[at + channel] - light * 255) * colour) * gain;
      pixels[at + channel] = Math.min(255, value) * inked + 18 * (1 - inked);
    }
  }
}

/**
 * Flattens colours within edges stronger than `noise` and smooths them along the edge flow; at half the size where it
 * has to be fast.
 */
function flattenAlong(
  raster: Raster,
  flow: ReturnType<typeof findEdgeFlow>,
  {
    noise,
    reach,
    isQuick,
  }: {
    readonly noise: number;
    /** Length along the edge flow, in stroke units. */
    readonly reach: number;
    readonly isQuick: boolean;
  },
): ColourPlane {
  if (isQuick) {
    return flattenCoarsely(raster, { noise, flow: reach });
  }
  const unit = computeStrokeUnit(raster);
  return smoothAlong(flatten(raster, { radius: 2.8 * unit, noise }), flow, {
    width: raster.width,
    reach: Math.round(5 * unit),
    isSmooth: true,
  });
}

/** Flattens colours within edges stronger than `noise` at half the size; `flow` is the reach of the edge flow. */
function flattenCoarsely(
  raster: Raster,
  { noise, flow: wide }: { readonly noise: number; readonly flow: number },
): ColourPlane {
  const small = halveRaster(raster);
  const unit = computeStrokeUnit(small);
  const { width } = small;
  const luminance = readLuminance(small);
  const flow = findEdgeFlow(luminance, width, { radius: Math.max(1, Math.round(wide * unit)) });
  const flat = flatten(small, { radius: Math.max(1, 2.8 * unit), noise });
  const reach = Math.max(1, Math.round(5 * unit));
  return scaleColours(smoothAlong(flat, flow, { width, reach, isSmooth: true }), small, raster);
}

/** Draws with a pencil on paper: lines, and hatching in two directions where it is darker. */
export function drawPencil(raster: Raster): void {
  const unit = computeStrokeUnit(raster);
  const { width, pixels } = raster;
  const luminance = readLuminance(raster);
  const lines = drawLines(luminance, {
    width,
    flow: findEdgeFlow(luminance, width, { radius: Math.round(3 * unit) }),
    radius: Math.max(1, unit),
    sharpness: 30,
    reach: Math.round(7 * unit),
  });
  const tone = smoothWithin(luminance, { width, radius: 3.6 * unit, noise: 0.004 });
  const paper = new Float32Array(luminance.length);
  for (let index = 0; index < paper.length; index += 1) {
    paper[index] = hashNoise(index % width, Math.floor(index / width), 5);
  }
  const hatch = (angle: number, length: number): FloatPlane =>
    smoothAlong(paper, createEvenFlow(paper.length, angle), {
      width,
      reach: Math.round(length * unit),
      isSmooth: false,
    });
  const first = hatch(-0.9, 11);
  const second = hatch(-0.25, 9);
  for (let index = 0, at = 0; index < tone.length; index += 1, at += 4) {
    const light = Math.max(0, tone[index]) ** 0.85;
    const one = 1 - smoothstep(0.36, 0.64, first[index]);
    const two = 1 - smoothstep(0.36, 0.64, second[index]);
    const dark =
      (1 - smoothstep(0.3, 0.85, light)) * (0.25 + 0.55 * one) * 0.62 +
      (1 - smoothstep(0.05, 0.42, light)) * (0.3 + 0.7 * two) * 0.45;
    const white = Math.max(0.1, 1 - dark) * (0.22 + 0.78 * lines[index]);
    const value = (246 - 7 * paper[index]) * white + 16 * (1 - white);
    pixels[at] = value;
    pixels[at + 1] = value;
    pixels[at + 2] = value;
  }
}

/** Paints washes with darker rims on rough paper. */
export function paintWatercolour(raster: Raster, isQuick: boolean): void {
  const unit = computeStrokeUnit(raster);
  const { width, pixels } = raster;
  const luminance = readLuminance(raster);
  const reach = 3;
  const flow = findEdgeFlow(luminance, width, { radius: Math.round(reach * unit) });
  const colours = flattenAlong(raster, flow, { noise: 0.0022, reach, isQuick });
  const thin = drawLines(luminance, {
    width,
    flow,
    radius: Math.max(1, unit),
    sharpness: 16,
    reach: Math.round(5 * unit),
  });
  for (let index = 0; index < luminance.length; index += 1) {
    luminance[index] = colours[index * 4 + 3];
  }
  // Paint gathers at the edge of wet areas: where it is darker than around.
  const wide = blurPlane(luminance, width, 3.2 * unit);
  const pools = createNoise(raster, 80 * unit, 1);
  const blots = createNoise(raster, 14 * unit, 2);
  const grain = createNoise(raster, Math.max(1.3, 1.7 * unit), 4);
  for (let index = 0, at = 0; index < luminance.length; index += 1, at += 4) {
    const light = luminance[index];
    const rim = Math.max(0, wide[index] - light) * 2.6 + (1 - thin[index]) * 0.32;
    const wash =
      1 +
      0.34 * (pools[index] - 0.5) +
      0.24 * (blots[index] - 0.5) +
      0.34 * (grain[index] - 0.5) * (1.2 - light);
    const lifted = 0.14 + 0.86 * posterize(light, 6, 0.35);
    const level = Math.max(0.03, 0.5 * light + 0.5 * lifted);
    for (let channel = 0; channel < 3; channel += 1) {
      const ratio = colours[at + channel] / 255 / Math.max(0.04, light);
      const paint = Math.max(0.02, Math.min(1, level * (1 + (ratio - 1) * 1.3) + 0.07));
      pixels[at + channel] = 252 * paint ** (wash * (1 + rim));
    }
  }
}

/** Fraction of fine colours that stay on faces. */
const FACE_KEPT = 0.45;

/** Paints thick strokes along the shapes, with bristles that catch light; less relief on faces. */
export function paintOil(raster: Raster, face: Float32Array): void {
  const unit = computeStrokeUnit(raster);
  const { width, pixels } = raster;
  const own = readLuminance(raster);
  const flow = findEdgeFlow(own, width, { radius: Math.round(4.5 * unit), bias: 0.006 });
  const reach = Math.round(8 * unit);
  const flat = smoothColours(readColours(raster), { width, radius: 2 * unit, noise: 0.002 });
  const along = { width, reach, isSmooth: true };
  const colours = smoothAlong(smoothAlong(flat, flow, along), flow, along);
  // Strokes as wide as an eye would erase it.
  for (let index = 0, at = 0; index < face.length; index += 1, at += 4) {
    const kept = face[index] * FACE_KEPT;
    if (kept > 0) {
      for (let channel = at; channel < at + 4; channel += 1) {
        colours[channel] += (flat[channel] - colours[channel]) * kept;
      }
    }
  }
  const light = new Float32Array(own.length);
  for (let index = 0; index < light.length; index += 1) {
    light[index] = colours[index * 4 + 3] * 255;
  }
  const wide = blurPlane(light, width, 1.6 * unit);
  const detail = new Float32Array(light.length);
  for (let index = 0; index < light.length; index += 1) {
    detail[index] = Math.abs(light[index] - wide[index]);
  }
  const busy = blurPlane(detail, width, 5 * unit);
  const coarse = Math.max(1, Math.round(1.6 * unit));
  const noise = new Float32Array(light.length);
  for (let index = 0; index < noise.length; index += 1) {
    const row = Math.floor(index / width);
    noise[index] = hashNoise(Math.floor((index % width) / coarse), Math.floor(row / coarse), 3);
  }
  const bristles = smoothAlong(noise, flow, {
    width,
    reach: Math.round(12 * unit),
    isSmooth: false,
  });
  for (let index = 0, at = 0; index < light.length; index += 1, at += 4) {
    const above = Math.max(0, index - width - 1);
    const depth = (bristles[index] - bristles[above]) * 260 * (1 - 0.7 * face[index]);
    // Plain areas get thin paint; otherwise their parallel strokes would look like corduroy.
    const thick = 0.3 + 0.7 * smoothstep(0.5, 4, busy[index]);
    const relief = depth * thick * (0.35 + 0.65 * (1 - Math.abs(light[index] / 127.5 - 1)));
    for (let channel = 0; channel < 3; channel += 1) {
      const sharp = colours[at + channel] + (light[index] - wide[index]) * 0.9;
      pixels[at + channel] = light[index] + (sharp - light[index]) * 1.22 + relief;
    }
  }
}

/** Smooths colours within the edges of their luminance, twice. */
function flatten(
  raster: Raster,
  { radius, noise }: { readonly radius: number; readonly noise: number },
): ColourPlane {
  const options = { width: raster.width, radius, noise };
  return smoothColours(smoothColours(readColours(raster), options), options);
}

/** Creates smooth noise, 0..1, with features of a size in pixels. */
function createNoise({ width, height }: Raster, size: number, seed: number): FloatPlane {
  const columns = Math.max(2, Math.round(width / size));
  const rows = Math.max(2, Math.round(height / size));
  const coarse = new Float32Array(columns * rows);
  for (let index = 0; index < coarse.length; index += 1) {
    coarse[index] = hashNoise(index % columns, Math.floor(index / columns), seed);
  }
  return scalePlane(coarse, columns, { width, height });
}
