import { boxBlur } from '../pixels/box-blur.ts';
import { fillGaps } from '../pixels/fill-gaps.ts';
import { toLab } from '../pixels/lab.ts';
import { LEFT_BROW, LEFT_EYE, LIPS_OUTER, RIGHT_BROW, RIGHT_EYE } from '../track/mesh-points.ts';
import { rise } from './facing.ts';
import { browTop, makeTextureMask } from './texture-mask.ts';
import { fillOutline, type TextureLayout } from './texture-layout.ts';

/** Mean and spread of the skin of a face in L*a*b*. */
export interface SkinStatistics {
  readonly mean: readonly number[];
  readonly spread: readonly number[];
}

/** The colours of a texture, 0..255 per value. */
export interface ColourPlanes {
  readonly red: Float32Array;
  readonly green: Float32Array;
  readonly blue: Float32Array;
}

/** Around the nose and the folds beside it, from between the eyes. */
const NOSE = [168, 417, 343, 423, 426, 164, 206, 203, 114, 193];
/** Spreads are not believed below these: even skin would leave no room for a shadow or a blush. */
const MIN_SPREAD = [9, 3.5, 4.5];
/** Squared distances to skin, in spreads, from which a pixel is doubted and refused. */
const DOUBTED = 6;
const REFUSED = 12;

/**
 * Replaces what is no skin of the face (hair, shadow of hair, ground beside it) and what the photo
 * hardly shows by skin: the shade of its surroundings with the detail of the other side of the face.
 * `seen` says how well the photo shows a pixel, 0..1. Changes the planes; returns what it took for skin.
 */
export function completeSkin(
  planes: ColourPlanes,
  seen: Float32Array,
  layout: TextureLayout,
): SkinStatistics {
  const { size } = layout;
  const features = outlineFeatures(layout);
  const lab = toLabPlane(planes);
  const skin = measureSkin(lab, seen, features, layout);
  const trust = new Float32Array(size * size);
  for (let index = 0; index < trust.length; index += 1) {
    const distance = distanceToSkin(lab, index, skin);
    const likeness = Math.max(features[index]!, 1 - rise(distance, DOUBTED, REFUSED));
    trust[index] = likeness * seen[index]!;
  }
  // Doubt spreads: the edge of a strand of hair is half skin.
  boxBlur(trust, size, Math.round(size * 0.012));
  for (let index = 0; index < trust.length; index += 1) {
    trust[index] = seen[index]! * Math.max(features[index]!, rise(trust[index]!, 0.75, 0.98));
  }
  const skinTrust = trust.map((value, index) => value * (1 - features[index]!));
  const nose = outlineNose(layout);
  for (let index = 0; index < trust.length; index += 1) {
    trust[index] = Math.max(trust[index]!, nose[index]! * seen[index]!);
  }
  for (const plane of [planes.red, planes.green, planes.blue]) {
    completePlane(plane, { trust, skinTrust, size });
  }
  return skin;
}

function completePlane(
  plane: Float32Array,
  {
    trust,
    skinTrust,
    size,
  }: { readonly trust: Float32Array; readonly skinTrust: Float32Array; readonly size: number },
): void {
  const smooth = fillGaps(plane, skinTrust, size);
  boxBlur(smooth, size, Math.round(size * 0.02));
  const detail = plane.map((value, index) => (value - smooth[index]!) * skinTrust[index]!);
  for (let index = 0; index < plane.length; index += 1) {
    const mirrored = index - (index % size) + size - 1 - (index % size);
    const known = trust[index]!;
    const other = skinTrust[mirrored]! > 0.5 ? detail[mirrored]! : 0;
    const filled = smooth[index]! + Math.max(-12, Math.min(12, other));
    plane[index] = plane[index]! * known + filled * (1 - known);
  }
}

/** Brows, eyes and lips: 1 there, 0 on skin, soft between. */
function outlineFeatures(layout: TextureLayout): Float32Array {
  const features = new Float32Array(layout.size * layout.size);
  for (const outline of [LEFT_EYE, RIGHT_EYE]) {
    fillOutline(features, layout, { outline, value: 1, growth: 1.4 });
  }
  for (const outline of [LEFT_BROW, RIGHT_BROW]) {
    fillOutline(features, layout, { outline, value: 1, growth: 1.25 });
  }
  fillOutline(features, layout, { outline: LIPS_OUTER, value: 1, growth: 1.15 });
  boxBlur(features, layout.size, Math.round(layout.size * 0.01));
  return features;
}

/**
 * Nose and folds beside it: 1 there, 0 beyond, soft between. Nostrils, shadows and highlights have other
 * colours than skin but are the face, and hair hardly hangs there.
 */
function outlineNose(layout: TextureLayout): Float32Array {
  const nose = new Float32Array(layout.size * layout.size);
  fillOutline(nose, layout, { outline: NOSE, value: 1, growth: 1.1 });
  boxBlur(nose, layout.size, Math.round(layout.size * 0.02));
  return nose;
}

function toLabPlane({ red, green, blue }: ColourPlanes): Float32Array {
  const lab = new Float32Array(red.length * 3);
  for (let index = 0; index < red.length; index += 1) {
    lab.set(toLab(red[index]!, green[index]!, blue[index]!), index * 3);
  }
  return lab;
}

/** From cheeks, nose and chin, without the outliers of a first look (beard, glasses, highlights). */
function measureSkin(
  lab: Float32Array,
  seen: Float32Array,
  features: Float32Array,
  layout: TextureLayout,
): SkinStatistics {
  const mask = makeTextureMask(layout);
  const firstRow = browTop(layout);
  const isCore = (index: number): boolean =>
    mask[index]! > 200 &&
    features[index]! < 0.1 &&
    seen[index]! > 0.5 &&
    index / layout.size > firstRow;
  const all = statisticsWhere(lab, isCore);
  return statisticsWhere(
    lab,
    (index) => isCore(index) && distanceToSkin(lab, index, all) < DOUBTED,
  );
}

function statisticsWhere(lab: Float32Array, isPart: (index: number) => boolean): SkinStatistics {
  const sums = [0, 0, 0];
  const squares = [0, 0, 0];
  let count = 1e-6;
  for (let index = 0; index < lab.length / 3; index += 1) {
    if (isPart(index)) {
      count += 1;
      for (let channel = 0; channel < 3; channel += 1) {
        const value = lab[index * 3 + channel]!;
        sums[channel]! += value;
        squares[channel]! += value * value;
      }
    }
  }
  const mean = sums.map((sum) => sum / count);
  const spread = squares.map((square, channel) =>
    Math.max(MIN_SPREAD[channel]!, Math.sqrt(Math.max(0, square / count - mean[channel]! ** 2))),
  );
  return { mean, spread };
}

function distanceToSkin(lab: Float32Array, index: number, skin: SkinStatistics): number {
  let distance = 0;
  for (let channel = 0; channel < 3; channel += 1) {
    const off = (lab[index * 3 + channel]! - skin.mean[channel]!) / skin.spread[channel]!;
    distance += off * off;
  }
  return distance;
}
