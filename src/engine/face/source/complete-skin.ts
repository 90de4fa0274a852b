import { boxBlur } from '../../vision/box-blur.ts';
import { fillGaps } from '../../vision/fill-gaps.ts';
import type { ColourSamples } from '../../vision/gaussian-mixture.ts';
import { LEFT_BROW, LEFT_EYE, LIPS_OUTER, RIGHT_BROW, RIGHT_EYE } from '../../track/mesh-points.ts';
import { evenTone } from './even-tone.ts';
import { smoothstep } from '../../vision/math.ts';
import { findSkin } from './find-skin.ts';
import { browTop, fillOutline, type TextureLayout } from './texture-layout.ts';
import type { ColourPlanes } from './colour-planes.ts';

/** How far the edge of hair reaches into skin, as part of the texture. */
const HAIR_EDGE = 0.028;
/** How far the colour of a feature reaches into skin. */
const COLOUR_EDGE = 0.03;
/** How much darker (as a fraction) than the forehead around it something is a strand of hair and no wrinkle. */
const STRAND = [0.07, 0.18] as const;
/** Reach of the shade of the forehead, and of strands, as parts of the texture. */
const FOREHEAD_REACH = 0.04;
const STRAND_REACH = 0.012;

/**
 * Replaces what is no skin of the face (hair, ground beside it) and what the photo hardly shows: by the
 * other side of the face in the light of this one, and where that is not shown either, by the shade of
 * its surroundings.
 * Changes the planes.
 */
export function completeSkin(
  planes: ColourPlanes,
  {
    seen,
    layout,
    surroundings,
  }: {
    /** How well the photo shows a pixel, 0..1. */
    readonly seen: Float32Array;
    readonly layout: TextureLayout;
    readonly surroundings: ColourSamples;
  },
): void {
  const { size } = layout;
  const features = outlineFeatures(layout);
  const skin = findSkin(planes, { layout, seen, features, surroundings });
  dropStrands(skin, planes.green, { layout, features });
  // Strands of hair have soft edges.
  const inner = skin.slice();
  boxBlur(inner, size, Math.round(size * HAIR_EDGE));
  const trust = inner.map((value, index) => smoothstep(0.8, 1, value) * seen[index]);
  boxBlur(inner, size, Math.round(size * HAIR_EDGE));
  const smoothTrust = trust.map(
    (value, index) => value * smoothstep(0.85, 1, inner[index]) * (1 - features[index]),
  );
  for (const plane of [planes.red, planes.green, planes.blue]) {
    completePlane(plane, { trust, smoothTrust, size });
  }
  // The colour of lips spreads over their edge, where photos are compressed.
  const near = features.slice();
  boxBlur(near, size, Math.round(size * COLOUR_EDGE));
  const plain = smoothTrust.map((value, index) => value * (1 - smoothstep(0, 0.1, near[index])));
  evenTone(planes, plain, size);
}

/** Takes single strands of hair that hang over the forehead out of the skin: they look like skin in the shade. */
function dropStrands(
  skin: Float32Array,
  shade: Float32Array,
  { layout, features }: { readonly layout: TextureLayout; readonly features: Float32Array },
): void {
  const { size } = layout;
  const bottom = Math.round(browTop(layout));
  const plain = skin.map((value, index) => (value > 0.5 ? 1 - features[index] : 0));
  let around = shade.slice();
  const strands = new Float32Array(skin.length);
  for (let round = 0; round < 2; round += 1) {
    const light = plain.map((value, index) => value * (1 - strands[index]));
    around = shade.slice();
    boxBlurWhere(around, light, { size, radius: Math.round(size * FOREHEAD_REACH) });
    for (let index = 0; index < bottom * size; index += 1) {
      const darker = 1 - shade[index] / Math.max(1, around[index]);
      strands[index] = plain[index] * smoothstep(...STRAND, darker);
    }
  }
  boxBlur(strands, size, Math.round(size * STRAND_REACH));
  for (let index = 0; index < bottom * size; index += 1) {
    skin[index] *= 1 - smoothstep(0.05, 0.3, strands[index]);
  }
}

interface Known {
  readonly trust: Float32Array;
  readonly smoothTrust: Float32Array;
  readonly size: number;
}

function completePlane(plane: Float32Array, { trust, smoothTrust, size }: Known): void {
  const smooth = fillGaps(plane, smoothTrust, size);
  boxBlur(smooth, size, Math.round(size * 0.02));
  const both = trust.map((value, index) => value * trust[mirrorOf(index, size)]);
  const difference = plane.map((value, index) => value - plane[mirrorOf(index, size)]);
  boxBlurWhere(difference, both, { size, radius: Math.round(size * 0.02) });
  const change = fillGaps(difference, both, size);
  boxBlur(change, size, Math.round(size * 0.015));
  const before = plane.slice();
  for (let index = 0; index < plane.length; index += 1) {
    const other = mirrorOf(index, size);
    const known = trust[index];
    const isShown = trust[other];
    const mirrored = before[other] + change[index];
    const filled = smooth[index] + (mirrored - smooth[index]) * isShown;
    plane[index] = Math.max(0, Math.min(255, before[index] * known + filled * (1 - known)));
  }
}

/** Averages what has weight only. */
function boxBlurWhere(
  plane: Float32Array,
  weights: Float32Array,
  { size, radius }: { readonly size: number; readonly radius: number },
): void {
  const total = weights.slice();
  for (let index = 0; index < plane.length; index += 1) {
    plane[index] *= weights[index];
  }
  boxBlur(plane, size, radius);
  boxBlur(total, size, radius);
  for (let index = 0; index < plane.length; index += 1) {
    plane[index] /= Math.max(1e-3, total[index]);
  }
}

/** The place on the other side of the face. */
function mirrorOf(index: number, size: number): number {
  const column = index % size;
  return index - column + size - 1 - column;
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
