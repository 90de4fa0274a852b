/**
 * Matches a head to the light of a scene. Its skin takes the tone and the light direction of the original skin, up to a
 * limit that light can explain; its hair follows as far as light would change it.
 */
import { toLab } from '../vision/lab.ts';
import {
  BETWEEN_BROWS,
  LEFT_BROW,
  LEFT_EYE,
  LIPS_OUTER,
  MESH_POINT_COUNT,
  RIGHT_BROW,
  RIGHT_EYE,
  NOSE_BASE,
} from '../track/mesh-points.ts';
import { VIEW_SIZE, type HeadView } from './head-view.ts';
import { clamp, computeMedian } from '../vision/math.ts';

/** Gains of gamma-coded red, green and blue. */
type Gains = readonly [red: number, green: number, blue: number];

/** Colour changes of a source. */
export interface HeadTone {
  readonly skin: Gains;
  readonly hair: Gains;
  /** Colour of the head's skin in its new light, relative to its luma. */
  readonly skinColour: Gains;
  /** Fraction of the skin's colour variation that is kept, 0..1: less for a face in lights of several colours. */
  readonly colourfulness: number;
  /** Gains of the surrounding skin that match it to the head: near 1 unless the limit was reached. */
  readonly neck: Gains;
  /** Light gradient per pixel of the target's view, to the right and down, as the natural logarithm of a gain. */
  readonly lightAcross: number;
  readonly lightDown: number;
  /** Difference of both skins in L*a*b* before anything was changed. */
  readonly difference: number;
}

/**
 * Maximum difference of skins in L*a*b* that light can explain and that is matched; of larger ones only this much is.
 */
const MAX_LIGHT_DIFFERENCE = 26;
/** Fraction of the skin's change that hair follows: different hair colours are not only a matter of light. */
const HAIR_WEIGHT = 0.45;
/** Maximum ratio of a gain to the luma-weighted mean of all three. */
const MAX_SKIN_TINT = 1.25;
const MAX_HAIR_TINT = 1.08;
const MIN_COLOURFULNESS = 0.4;
const MIN_GAIN = 0.4;
const MAX_GAIN = 2.2;
/** Fraction of the light gradient that is applied, and its maximum across the whole view (natural logarithm). */
const LIGHT_WEIGHT = 0.7;
const MAX_LIGHT = 0.9;
/** Fractions of the darkest and brightest skin points that are ignored: shadows of hair, glasses, highlights. */
const DARK_PART = 0.25;
const BRIGHT_PART = 0.12;

const features = new Set([...LEFT_BROW, ...RIGHT_BROW, ...LEFT_EYE, ...RIGHT_EYE, ...LIPS_OUTER]);

/** Returns the mean colour of a face's skin without shadows and highlights. */
export function meanSkin(view: Pick<HeadView, 'colours' | 'landmarks'>): Gains {
  return measureSkin(view).mean;
}

/**
 * Returns the hardness of the light on nose and cheeks, which hair and beards hardly cover: the natural logarithm of the
 * ratio of their bright parts to their dark ones.
 */
export function measureHardness(view: Pick<HeadView, 'colours' | 'landmarks'>): number {
  const [top, bottom] = [BETWEEN_BROWS, NOSE_BASE].map((point) => view.landmarks[point * 3 + 1]);
  const lumas: number[] = [];
  for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
    const height = view.landmarks[point * 3 + 1];
    if (!features.has(point) && height > top && height < bottom) {
      lumas.push(toLuma(sampleColour(view, point)));
    }
  }
  lumas.sort((a, b) => a - b);
  const dark = lumas[Math.floor(lumas.length * DARK_PART)];
  const bright = lumas[Math.floor(lumas.length * (1 - BRIGHT_PART))];
  return Math.log(Math.max(1, bright) / Math.max(1, dark));
}

/** Compares the skin of two faces. */
export function measureTone(source: HeadView, target: HeadView): HeadTone {
  const sourceSkin = measureSkin(source);
  const targetSkin = measureSkin(target);
  const from = toLab(...sourceSkin.mean);
  const to = toLab(...targetSkin.mean);
  const difference = Math.hypot(from[0] - to[0], from[1] - to[1], from[2] - to[2]);
  const weight = difference > MAX_LIGHT_DIFFERENCE ? MAX_LIGHT_DIFFERENCE / difference : 1;
  const gain = (channel: 0 | 1 | 2, power: number): number =>
    Math.max(
      MIN_GAIN,
      Math.min(
        MAX_GAIN,
        (Math.max(6, targetSkin.mean[channel]) / Math.max(6, sourceSkin.mean[channel])) ** power,
      ),
    );
  const skin = limitTint([gain(0, weight), gain(1, weight), gain(2, weight)], MAX_SKIN_TINT);
  const reached = skin.map(
    (value, channel) =>
      (value * Math.max(6, sourceSkin.mean[channel])) / Math.max(6, targetSkin.mean[channel]),
  );
  const slope = compareLight(source, target);
  return {
    skin,
    hair: limitTint(
      [gain(0, weight * HAIR_WEIGHT), gain(1, weight * HAIR_WEIGHT), gain(2, weight * HAIR_WEIGHT)],
      MAX_HAIR_TINT,
    ),
    skinColour: proportions([
      skin[0] * sourceSkin.mean[0],
      skin[1] * sourceSkin.mean[1],
      skin[2] * sourceSkin.mean[2],
    ]),
    colourfulness: Math.max(
      MIN_COLOURFULNESS,
      Math.min(1, (targetSkin.spread + 3) / (sourceSkin.spread + 3)),
    ),
    neck: [reached[0], reached[1], reached[2]],
    ...slope,
    difference,
  };
}

/** Limits how far gains differ from their mean, because coloured light on skin changes them only a little. */
function limitTint(gains: Gains, max: number): Gains {
  const mean = 0.299 * gains[0] + 0.587 * gains[1] + 0.114 * gains[2];
  const limit = (gain: number): number => Math.max(mean / max, Math.min(mean * max, gain));
  return [limit(gains[0]), limit(gains[1]), limit(gains[2])];
}

interface SkinMeasure {
  readonly mean: Gains;
  /** Mean absolute deviation of red and blue from the mean colour at the same luma. */
  readonly spread: number;
}

/** Divides a colour by its luma. */
function proportions(colour: Gains): Gains {
  const luma = Math.max(1, toLuma(colour));
  return [colour[0] / luma, colour[1] / luma, colour[2] / luma];
}

/** Measures the colour of cheeks, nose, forehead and chin without shadows and highlights. */
function measureSkin(view: Pick<HeadView, 'colours' | 'landmarks'>): SkinMeasure {
  const points: (readonly [number, number, number])[] = [];
  for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
    if (!features.has(point)) {
      points.push(sampleColour(view, point));
    }
  }
  points.sort((a, b) => toLuma(a) - toLuma(b));
  const trimmed = points.slice(
    Math.floor(points.length * DARK_PART),
    Math.floor(points.length * (1 - BRIGHT_PART)),
  );
  const mean = (channel: 0 | 1 | 2): number =>
    trimmed.reduce((sum, colour) => sum + colour[channel], 0) / trimmed.length;
  const middle: Gains = [mean(0), mean(1), mean(2)];
  const [red, , blue] = proportions(middle);
  const spread =
    trimmed.reduce(
      (sum, colour) =>
        sum +
        Math.abs(colour[0] - red * toLuma(colour)) +
        Math.abs(colour[2] - blue * toLuma(colour)),
      0,
    ) / trimmed.length;
  return { mean: middle, spread };
}

/**
 * Returns the light gradient of the target minus that of the source, by least squares over the points that both share.
 */
function compareLight(
  source: HeadView,
  target: HeadView,
): Pick<HeadTone, 'lightAcross' | 'lightDown'> {
  const rows: (readonly [x: number, y: number, ratio: number])[] = [];
  for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
    if (!features.has(point)) {
      const ratio = Math.log(
        (toLuma(sampleColour(target, point)) + 8) / (toLuma(sampleColour(source, point)) + 8),
      );
      rows.push([target.landmarks[point * 3], target.landmarks[point * 3 + 1], ratio]);
    }
  }
  const median = computeMedian(rows.map((row) => row[2]));
  const limited = rows.map(([x, y, ratio]) => ({
    x,
    y,
    ratio: Math.max(-0.7, Math.min(0.7, ratio - median)),
  }));
  const mean = (valueOf: (row: (typeof limited)[number]) => number): number =>
    limited.reduce((sum, row) => sum + valueOf(row), 0) / limited.length;
  const [mx, my, mr] = [mean((r) => r.x), mean((r) => r.y), mean((r) => r.ratio)];
  const xx = mean((r) => (r.x - mx) ** 2);
  const xy = mean((r) => (r.x - mx) * (r.y - my));
  const yy = mean((r) => (r.y - my) ** 2);
  const xr = mean((r) => (r.x - mx) * (r.ratio - mr));
  const yr = mean((r) => (r.y - my) * (r.ratio - mr));
  const determinant = xx * yy - xy * xy || 1;
  const limit = (slope: number): number =>
    Math.max(-MAX_LIGHT, Math.min(MAX_LIGHT, slope * LIGHT_WEIGHT * VIEW_SIZE)) / VIEW_SIZE;
  return {
    lightAcross: limit((yy * xr - xy * yr) / determinant),
    // Vertical light differs less between images than beards and fringes do, so it counts half.
    lightDown: limit((xx * yr - xy * xr) / determinant) * 0.5,
  };
}

/** Returns the mean of 3 × 3 pixels. */
function sampleColour(
  { colours, landmarks }: Pick<HeadView, 'colours' | 'landmarks'>,
  point: number,
): [number, number, number] {
  const column = clamp(Math.floor(landmarks[point * 3]), 1, VIEW_SIZE - 2);
  const row = clamp(Math.floor(landmarks[point * 3 + 1]), 1, VIEW_SIZE - 2);
  const mean: [number, number, number] = [0, 0, 0];
  for (let y = row - 1; y <= row + 1; y += 1) {
    for (let x = column - 1; x <= column + 1; x += 1) {
      const at = (y * VIEW_SIZE + x) * 3;
      mean[0] += colours[at] / 9;
      mean[1] += colours[at + 1] / 9;
      mean[2] += colours[at + 2] / 9;
    }
  }
  return mean;
}

function toLuma([red, green, blue]: readonly [number, number, number]): number {
  return 0.299 * red + 0.587 * green + 0.114 * blue;
}
