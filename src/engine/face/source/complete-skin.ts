import { boxBlur, boxBlurWhere } from '../../vision/box-blur.ts';
import { fillGaps } from '../../vision/fill-gaps.ts';
import type { ColourSamples } from '../../vision/gaussian-mixture.ts';
import { LEFT_BROW, LEFT_EYE, LIPS_OUTER, RIGHT_BROW, RIGHT_EYE } from '../../track/mesh-points.ts';
import { dropCastShade } from './cast-shade.ts';
import { measureBrightness } from './dark-edge.ts';
import { evenTone } from './even-tone.ts';
import { clamp, smoothstep } from '../../vision/math.ts';
import { findSkin } from './find-skin.ts';
import { type AvertedSide, mirrorOf, preferNearSide } from './near-side.ts';
import { browTop, fillOutline, type TextureLayout } from './texture-layout.ts';
import type { ColourPlanes } from './colour-planes.ts';

/** How much skin has to be turned to the camera to be seen badly and well; by how much more on heads turned so far (radians). */
const SEEN = [0.12, 0.4] as const;
const MORE_ASIDE = 0.2;
const ASIDE = [0.1, 0.3] as const;
/** How far the edge of hair reaches into skin, as part of the texture. */
const HAIR_EDGE = 0.028;
/** How far the colour of a feature reaches into skin. */
const COLOUR_EDGE = 0.03;
/** How much darker (as a fraction) than the forehead around it something is a strand of hair and no wrinkle. */
const STRAND = [0.07, 0.18] as const;
/** Over which part of the texture the light of both sides is compared, and how much of a difference is believed. */
const LIGHT_REACH = 0.03;
const MOST_LIGHT = 2.5;
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
    facing,
    far,
    yaw,
    layout,
    surroundings,
  }: {
    /** How much every pixel is turned to the camera, 0..1. */
    readonly facing: Float32Array;
    readonly far: AvertedSide | null;
    readonly yaw: number;
    readonly layout: TextureLayout;
    readonly surroundings: ColourSamples;
  },
): void {
  const { size } = layout;
  const aside = MORE_ASIDE * smoothstep(...ASIDE, Math.abs(yaw));
  const seen = facing.map((value) => smoothstep(SEEN[0] + aside, SEEN[1] + aside, value));
  const mirrored = preferNearSide(facing, layout, far);
  const features = outlineFeatures(layout);
  const { skin, isBearded } = findSkin(planes, { layout, seen, features, surroundings });
  dropStrands(skin, planes.green, { layout, features });
  dropForehead(skin, mirrored, layout);
  dropCastShade(skin, planes.green, { layout, features, seen });
  // Strands of hair have soft edges.
  const inner = skin.slice();
  boxBlur(inner, size, Math.round(size * HAIR_EDGE));
  const shown = inner.map((value, index) => smoothstep(0.8, 1, value) * seen[index]);
  boxBlur(inner, size, Math.round(size * HAIR_EDGE));
  const smoothTrust = shown.map(
    (value, index) => value * smoothstep(0.85, 1, inner[index]) * (1 - features[index]),
  );
  const bright = measureBrightness(planes.green, { trust: smoothTrust, features, layout });
  const lit = smoothTrust.map((value, index) => value * bright[index]);
  // Beards are dark at the edge as well, and stay.
  const trust = isBearded ? shown : shown.map((value, index) => value * bright[index]);
  for (const plane of [planes.red, planes.green, planes.blue]) {
    completePlane(plane, { lit, trust, smoothTrust, mirrored, far, size });
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

/** Far foreheads are as much hair as skin. */
function dropForehead(skin: Float32Array, mirrored: Float32Array, layout: TextureLayout): void {
  const end = Math.round(browTop(layout)) * layout.size;
  for (let index = 0; index < end; index += 1) {
    skin[index] *= 1 - mirrored[index];
  }
}

interface Known {
  readonly trust: Float32Array;
  readonly smoothTrust: Float32Array;
  /** The part of the skin that the rest is filled from, 0..1. */
  readonly lit: Float32Array;
  readonly mirrored: Float32Array;
  readonly far: AvertedSide | null;
  readonly size: number;
}

function completePlane(plane: Float32Array, known: Known): void {
  const { trust, mirrored, far, size } = known;
  const light = compareLight(plane, known);
  if (far !== null) {
    // What is left of the far side comes into the light of the near one, of which the rest is.
    for (let index = 0; index < plane.length; index += 1) {
      const isFar = index % size < size / 2 === (far.side === 0);
      plane[index] /= isFar ? light[index] : 1;
    }
    light.fill(1);
  }
  const smooth = fillFromBoth(plane, light, known);
  const before = plane.slice();
  for (let index = 0; index < plane.length; index += 1) {
    const other = mirrorOf(index, size);
    const isShown = trust[other];
    const own = trust[index] * (1 - mirrored[index] * isShown);
    const filled = smooth[index] + (before[other] * light[index] - smooth[index]) * isShown;
    plane[index] = clamp(before[index] * own + filled * (1 - own), 0, 255);
  }
}

/** The shade of the skin on both sides, smooth where neither is shown, so that it meets what is mirrored as well. */
function fillFromBoth(
  plane: Float32Array,
  light: Float32Array,
  { lit, mirrored, size }: Known,
): Float32Array {
  const weights = new Float32Array(plane.length);
  const values = plane.map((value, index) => {
    const other = mirrorOf(index, size);
    const own = lit[index] * (1 - mirrored[index] * lit[other]);
    const across = lit[other] * (1 - own);
    weights[index] = own + across;
    return (value * own + plane[other] * light[index] * across) / Math.max(1e-3, own + across);
  });
  const smooth = fillGaps(values, weights, size);
  boxBlur(smooth, size, Math.round(size * 0.02));
  return smooth;
}

/** How much lighter every place is than the one on the other side, at large. */
function compareLight(plane: Float32Array, { smoothTrust, mirrored, size }: Known): Float32Array {
  const both = smoothTrust.map((value, index) => {
    const other = mirrorOf(index, size);
    return value * smoothTrust[other] * (1 - Math.max(mirrored[index], mirrored[other]));
  });
  const radius = Math.round(size * LIGHT_REACH);
  const own = plane.slice();
  boxBlurWhere(own, both, { size, radius });
  const ratio = own.map((value, index) =>
    clamp(value / Math.max(1, own[mirrorOf(index, size)]), 1 / MOST_LIGHT, MOST_LIGHT),
  );
  const light = fillGaps(ratio, both, size);
  boxBlur(light, size, radius);
  return light;
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
