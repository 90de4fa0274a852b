import { clamp, smoothstep } from '../../vision/math.ts';
import { readColours, smoothColours } from '../raster/colour-plane.ts';
import { blurPlane, scalePlane } from '../raster/planes.ts';
import { type Raster, readChannels, readLuminance } from '../raster/raster.ts';
import { resizeRaster } from '../raster/resize-raster.ts';
import type { StepColour } from '../../../instructions/step.ts';
import { drawLines, findEdgeFlow, computeStrokeUnit } from './edge-flow.ts';

/** Number of squares across pixel art, and number of its colours. */
const SQUARES = 150;
const COLOURS = 28;
/** Weight of the colours of faces, where wrong colours are most visible. */
const FACE_WEIGHT = 6;
/** Thresholds of ordered dithering, 4 by 4 (Bayer). */
const BAYER = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5];

/** Selects the palette of pixel art; all frames of a video use the palette of the first. */
export function choosePalette(raster: Raster, face: Float32Array): readonly StepColour[] {
  const small = reduceToSquares(raster);
  return clusterColours(small, scalePlane(face, raster.width, small));
}

/** Draws pixel art: few colours in large squares. */
export function drawPixelArt(raster: Raster, palette: readonly StepColour[]): void {
  const small = reduceToSquares(raster);
  for (let index = 0, at = 0; at < small.pixels.length; index += 1, at += 4) {
    const x = index % small.width;
    const y = Math.floor(index / small.width);
    const shift = (BAYER[(y % 4) * 4 + (x % 4)] / 16 - 0.47) * 17;
    const colour = nearestTo(palette, small.pixels, at, shift);
    small.pixels.set(colour, at);
  }
  const { width, height, pixels } = raster;
  for (let row = 0, at = 0; row < height; row += 1) {
    const line = Math.floor((row * small.height) / height) * small.width;
    for (let column = 0; column < width; column += 1, at += 4) {
      const from = (line + Math.floor((column * small.width) / width)) * 4;
      pixels[at] = small.pixels[from];
      pixels[at + 1] = small.pixels[from + 1];
      pixels[at + 2] = small.pixels[from + 2];
    }
  }
}

function reduceToSquares(raster: Raster): Raster {
  const width = Math.min(SQUARES, raster.width);
  const height = Math.max(1, Math.round((raster.height * width) / raster.width));
  const small = resizeRaster(raster, { width, height });
  const { pixels } = small;
  const soft = readChannels(small).map((plane) => blurPlane(plane, width, 1));
  for (let index = 0, at = 0; at < pixels.length; index += 1, at += 4) {
    const grey = (pixels[at] + pixels[at + 1] + pixels[at + 2]) / 3;
    for (let channel = 0; channel < 3; channel += 1) {
      const value = pixels[at + channel];
      pixels[at + channel] = value + (value - soft[channel][index]) * 0.5 + (value - grey) * 0.25;
    }
  }
  return small;
}

function nearestTo(
  palette: readonly StepColour[],
  pixels: Uint8ClampedArray,
  at: number,
  shift: number,
): StepColour {
  let best = palette[0];
  let min = Number.POSITIVE_INFINITY;
  for (const colour of palette) {
    const distance =
      2 * (colour[0] - pixels[at] - shift) ** 2 +
      4 * (colour[1] - pixels[at + 1] - shift) ** 2 +
      3 * (colour[2] - pixels[at + 2] - shift) ** 2;
    if (distance < min) {
      min = distance;
      best = colour;
    }
  }
  return best;
}

/** Clusters colours by k-means that starts from evenly spaced pixels: the same picture gives the same colours. */
function clusterColours({ pixels }: Raster, face: Float32Array): readonly StepColour[] {
  const count = pixels.length / 4;
  const step = Math.max(1, Math.floor(count / 4000));
  let centres: StepColour[] = Array.from({ length: COLOURS }, (_, number) => {
    const at = Math.floor(((number + 0.5) * count) / COLOURS) * 4;
    return [pixels[at], pixels[at + 1], pixels[at + 2]];
  });
  for (let round = 0; round < 12; round += 1) {
    const sums = centres.map(() => [0, 0, 0, 0]);
    for (let index = 0; index < count; index += step) {
      const at = index * 4;
      const sum = sums[centres.indexOf(nearestTo(centres, pixels, at, 0))];
      const weight = 1 + FACE_WEIGHT * face[index];
      sum[0] += pixels[at] * weight;
      sum[1] += pixels[at + 1] * weight;
      sum[2] += pixels[at + 2] * weight;
      sum[3] += weight;
    }
    centres = centres.map((centre, number) => {
      const [red, green, blue, total] = sums[number];
      return total > 0 ? [red / total, green / total, blue / total] : centre;
    });
  }
  return centres;
}

/** Screens of cyan, magenta and yellow dots: their angles, and the channel that each absorbs. */
const SCREENS = [
  { angle: 0.26, taken: 0 },
  { angle: 1.31, taken: 1 },
  { angle: 0, taken: 2 },
] as const;
const PAPER = [247, 243, 232] as const;
/** Lightening and saturation before print: ink on paper is duller than light. */
const LIFT = 0.72;
const STRONGER = 1.45;

/** Prints dots of three inks on paper, as in old comics. */
export function printHalftone(raster: Raster): void {
  const { width, height, pixels } = raster;
  const unit = computeStrokeUnit(raster);
  const size = Math.max(4, 6 * unit);
  const colours = smoothColours(readColours(raster), { width, radius: 1.4 * unit, noise: 0.003 });
  const turns = SCREENS.map(({ angle }) => [Math.cos(angle) / size, Math.sin(angle) / size]);
  const radii = Float32Array.from({ length: 256 }, (_, value) => dotRadius(value));
  for (let row = 0, index = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1, index += 1) {
      const at = index * 4;
      const grey = (colours[at] + colours[at + 1] + colours[at + 2]) / 3;
      for (const { taken } of SCREENS) {
        const [cos, sin] = turns[taken];
        const across = column * cos + row * sin;
        const down = row * cos - column * sin;
        const x = across - Math.round(across);
        const y = down - Math.round(down);
        const distance = Math.sqrt(x * x + y * y);
        const strong = grey + (colours[at + taken] - grey) * STRONGER;
        const radius = radii[clamp(Math.round(strong), 0, 255)];
        const ink = 1 - smoothstep(radius - 0.9 / size, radius + 0.9 / size, distance);
        pixels[at + taken] = PAPER[taken] * (1 - ink * 0.9);
      }
    }
  }
}

/** Returns the radius of the dot for a value of a channel, as a fraction of its cell. */
function dotRadius(value: number): number {
  const cover = 1 - clamp(value / 250, 0, 1) ** LIFT;
  // Dots cover the area of their tone; only near black do they overlap.
  return Math.sqrt(cover) * (0.56 + 0.16 * cover ** 3);
}

/** Draws glowing lines on a dark image. */
export function drawNeon(raster: Raster): void {
  const { width, pixels } = raster;
  const unit = computeStrokeUnit(raster);
  const luminance = readLuminance(raster);
  const lines = drawLines(luminance, {
    width,
    flow: findEdgeFlow(luminance, width, { radius: Math.round(3 * unit) }),
    radius: Math.max(1, 1.2 * unit),
    sharpness: 26,
    reach: Math.round(7 * unit),
  });
  for (let index = 0; index < lines.length; index += 1) {
    lines[index] = 1 - lines[index];
  }
  const near = blurPlane(lines, width, 3 * unit);
  const far = blurPlane(lines, width, 12 * unit);
  for (let index = 0, at = 0; index < lines.length; index += 1, at += 4) {
    const hue = 0.5 + 0.42 * Math.sin(((index % width) / width) * 3.1 + 0.6);
    const glow = near[index] * 1.15 + far[index] * 0.9;
    const core = 255 * lines[index] * 0.75;
    pixels[at] = pixels[at] * 0.14 + 8 + 255 * (0.25 + 0.75 * hue) * glow + core;
    pixels[at + 1] = pixels[at + 1] * 0.14 + 5 + (60 + 150 * (1 - hue)) * glow + core;
    pixels[at + 2] = pixels[at + 2] * 0.14 + 22 + 255 * glow + core;
  }
}
