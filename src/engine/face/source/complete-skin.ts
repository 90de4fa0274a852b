import { boxBlur, boxBlurWhere } from '../../vision/box-blur.ts';
import { fillGaps } from '../../vision/fill-gaps.ts';
import type { ColourSamples } from '../../vision/gaussian-mixture.ts';
import { dropCastShade } from './cast-shade.ts';
import { measureBrightness } from './dark-edge.ts';
import { evenTone } from './even-tone.ts';
import { fadeEdges } from './fade-edges.ts';
import { dropFarForehead, softenForehead } from './shown-forehead.ts';
import { calmMakeUp, calmPink, calmRed } from './calm-make-up.ts';
import { calmNose } from './calm-nose.ts';
import { clamp, smoothstep } from '../../vision/math.ts';
import { findSkin } from './find-skin.ts';
import { type AvertedSide, toMirror, preferNearSide } from './near-side.ts';
import { createRimLift } from './lift-rim.ts';
import { outlineLitBeard } from './lit-beard.ts';
import { createMeetShown } from './meet-shown.ts';
import { fitSkinTrend } from './skin-trend.ts';
import {
  outlineDark,
  outlineFeatures,
  outlineNose,
  outlineSockets,
  outlineWithin,
} from './outline-parts.ts';
import { browTop, toPoint, type TextureLayout } from './texture-layout.ts';
import type { ColourPlanes } from './colour-planes.ts';

/**
 * Facing values up to which skin is not visible and from which it is well visible; their increase for turned heads, and
 * the yaw (radians) over which it comes.
 */
const SEEN = [0.12, 0.4] as const;
const MORE_ASIDE = 0.2;
const ASIDE = [0.1, 0.3] as const;
/** The same values for a beard, whose strands hide how little of a jaw is visible. */
const BEARD_SEEN = [0.05, 0.2] as const;
/** Reach of the edge of hair into skin, as a fraction of the texture. */
const HAIR_EDGE = 0.028;
/** Reach of the colour of a feature into skin. */
const COLOUR_EDGE = 0.03;
/**
 * Darkness (as a fraction) relative to the surrounding forehead between which a pixel is a strand of hair, not a
 * wrinkle.
 */
const STRAND = [0.07, 0.18] as const;
/** Radius over which the light of both sides is compared, as a fraction of the texture, and the maximum ratio. */
const LIGHT_REACH = 0.03;
const MAX_LIGHT = 2.5;
/** Radius of the average of the forehead, and of strands, as fractions of the texture. */
const FOREHEAD_REACH = 0.04;
const STRAND_REACH = 0.012;
/**
 * Radius within which filled pixels follow the skin nearby rather than the whole face, as a fraction of the texture,
 * and the amount of skin there, 0..1, over which they come to follow it.
 */
const NEAR_SKIN = 0.1;
const NEAR = [0, 0.07] as const;
/**
 * Fractions of the light on the skin of the whole face between which a pixel on a cheek is a foreign object or skin.
 */
const FOREIGN = [0.4, 0.6] as const;
/**
 * Reach of the largest mole from any pixel in it, and of the skin around it without other dark pixels, as fractions of
 * the texture; maximum of dark pixels there, as a fraction of those of the mole.
 */
const MOLE = [0.065, 0.085] as const;
const ALONE = 0.05;
/** Lower end of the nose. */
const NOSE_END = 2;
/** Scale of brows without the skin around them, and the part of the face, around its middle, without a rim. */
const NARROW_BROW = 1.05;
const WITHOUT_RIM = 0.4;
/** Softness of the upper end of a beard, as a fraction of the texture. */
const BEARD_EDGE = 0.06;
/** Scale of the part of the face within which naturally dark features count as skin that others are filled from. */
const FILLED_FROM = 0.45;

/**
 * Completes pixels that are not skin of the face (hair, background) or hardly visible in the photo: from the other side
 * of the face in the light of this side, and where that is not visible either, from the shade of the surroundings.
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
    hasGlasses,
  }: {
    /** Facing value of every pixel, 0..1. */
    readonly facing: Float32Array;
    readonly far: AvertedSide | null;
    readonly yaw: number;
    readonly layout: TextureLayout;
    readonly surroundings: ColourSamples;
    /** Whether the face still wears glasses. */
    readonly hasGlasses: boolean;
  },
): void {
  const { size } = layout;

  const aside = MORE_ASIDE * smoothstep(...ASIDE, Math.abs(yaw));
  const seen = facing.map((value) => smoothstep(SEEN[0] + aside, SEEN[1] + aside, value));
  const mirrored = preferNearSide(facing, layout, far);
  const features = outlineFeatures(layout);
  const { skin, isBearded } = findSkin(planes, { layout, seen, features, surroundings });
  const nose = outlineNose(layout);
  const dark = outlineDark(features, nose, layout, { hasGlasses });
  dropStrands(skin, planes.green, { layout, features: dark });
  dropFarForehead(skin, mirrored, layout);
  dropCastShade(skin, planes.green, { layout, features, seen });
  const beard = outlineBeard(layout, isBearded);
  const { shown, inner } = dropEdges(skin, planes.green, { facing, seen, features, beard, size });
  const smoothTrust = shown.map(
    (value, index) => value * smoothstep(0.85, 1, inner[index]) * (1 - features[index]),
  );
  const bright = measureBrightness(planes.green, { trust: smoothTrust, features: dark, layout });
  const plainLight = smoothTrust.map((value, index) => value * bright[index]);
  const foreign = findForeign([planes.red, planes.green, planes.blue], plainLight, size);
  if (hasGlasses) {
    // Partly removed glasses would look worse than complete ones.
    foreign.fill(0);
  }
  const own = spare(foreign, dark, size);
  const middle = outlineWithin(layout, FILLED_FROM);
  const source = nose.map((value, index) => Math.max(value, dark[index] * middle[index]));
  const ownSource = spare(foreign, source, size);
  const lit = plainLight.map((value, index) => value * ownSource[index]);
  // Beards are dark at the edge as well, and stay.
  const trust = isBearded ? shown : shown.map((value, index) => value * bright[index] * own[index]);
  softenForehead(trust, layout);
  const outlined = outlineFeatures(layout, NARROW_BROW);
  const kept = dark.map((value, index) => Math.max(value, beard[index]));
  fadeEdges(trust, kept, size);
  const surfaces = completePlanes([planes.red, planes.green, planes.blue], {
    lit,
    trust,
    smoothTrust,
    dark: source,
    core: outlineCore(layout, hasGlasses ? dark : null),
    beard,
    outlined,
    features: dark,
    isBearded,
    mirrored,
    far,
    size,
  });
  evenTone(planes, dropFeatureEdges(smoothTrust, features, size), size);
  calmNose([planes.red, planes.green, planes.blue], nose, surfaces);
  if (!hasGlasses) {
    calmSockets(planes, layout, surfaces);
  }
}

/** Well visible skin, 0..1, and its mask softened by the reach of an edge. */
interface ShownSkin {
  readonly shown: Float32Array;
  readonly inner: Float32Array;
}

/** Removes the edges of hair and the outline of the mesh from the mask of skin. */
function dropEdges(
  skin: Float32Array,
  light: Float32Array,
  {
    facing,
    seen,
    features,
    beard,
    size,
  }: {
    readonly facing: Float32Array;
    readonly seen: Float32Array;
    readonly features: Float32Array;
    readonly beard: Float32Array;
    readonly size: number;
  },
): ShownSkin {
  // Strands of hair have soft edges, and at the outline of the mesh a photo shows the contour of its jaw, unless a beard
  // covers it. The slit between the lips is no such outline.
  const jaw = outlineLitBeard(light, { beard, seen, features, size });
  const inner = skin.map(
    (value, index) =>
      value * (facing[index] > 0 ? 1 : Math.max(features[index] > 0 ? 1 : 0, beard[index])),
  );
  boxBlur(inner, size, Math.round(size * HAIR_EDGE));
  const shown = inner.map((value, index) => {
    const ofBeard = jaw[index] * smoothstep(...BEARD_SEEN, facing[index]);
    return smoothstep(0.8, 1, value) * Math.max(seen[index], ofBeard);
  });
  boxBlur(inner, size, Math.round(size * HAIR_EDGE));
  return { shown, inner };
}

/** Returns a mask of skin without the edges of features, over which the colour of lips spreads in compressed photos. */
function dropFeatureEdges(skin: Float32Array, features: Float32Array, size: number): Float32Array {
  const near = features.slice();
  boxBlur(near, size, Math.round(size * COLOUR_EDGE));
  return skin.map((value, index) => value * (1 - smoothstep(0, 0.1, near[index])));
}

/** Reduces make-up and red around the eyes. */
function calmSockets(
  planes: ColourPlanes,
  layout: TextureLayout,
  surfaces: readonly Float32Array[],
): void {
  const all = [planes.red, planes.green, planes.blue];
  const sockets = outlineSockets(layout, { withEyes: true });
  calmMakeUp(all, outlineSockets(layout), surfaces);
  calmPink(planes, sockets, surfaces);
  calmRed(all, sockets, surfaces);
}

/**
 * Returns how surely every pixel is darker than the skin of this face, 0..1: curls and other objects on a cheek, but
 * not moles. `lit` is the skin mask, 0..1.
 */
function findForeign(
  planes: readonly Float32Array[],
  lit: Float32Array,
  size: number,
): Float32Array {
  const [, surface] = fitSkinTrend(planes, lit, size).surfaces;
  const darker = planes[1].map(
    (value, index) => 1 - smoothstep(...FOREIGN, value / surface[index]),
  );
  const [near, around] = MOLE.map((reach) => sumAround(darker, size, Math.round(size * reach)));
  // A mole is isolated; hair continues.
  return darker.map((value, index) =>
    around[index] - near[index] < ALONE * near[index] ? 0 : value,
  );
}

/** Returns the sum of a plane over a square around each pixel, `reach` pixels to every side. */
function sumAround(plane: Float32Array, size: number, reach: number): Float32Array {
  const sums = plane.slice();
  boxBlur(sums, size, reach);
  return sums.map((mean) => mean * (2 * reach + 1) ** 2);
}

/** Returns the mask without foreign objects, 0..1; `dark` pixels, which are naturally dark, stay. */
function spare(foreign: Float32Array, dark: Float32Array, size: number): Float32Array {
  const own = foreign.map((value, index) => Math.max(dark[index], 1 - value));
  boxBlur(own, size, Math.round(size * STRAND_REACH));
  return own.map((value) => smoothstep(0.6, 1, value));
}

/** Removes single strands of hair over the forehead from the skin mask: they look like shaded skin. */
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
  /** Mask of the skin that the rest is filled from, 0..1. */
  readonly lit: Float32Array;
  /** Mask of naturally dark pixels that still show the skin beside them, 0..1. */
  readonly dark: Float32Array;
  /** Mask of the face without its rim, 0..1. */
  readonly core: Float32Array;
  readonly beard: Float32Array;
  /** Mask of brows, eyes and lips alone, 0..1. */
  readonly outlined: Float32Array;
  /** Mask of the naturally dark pixels of the whole face, 0..1. */
  readonly features: Float32Array;
  readonly isBearded: boolean;
  readonly mirrored: Float32Array;
  readonly far: AvertedSide | null;
  readonly size: number;
}

/** Returns the mask of the face without its rim, 0..1; `glasses` (0..1) that stay are dark up to the edge. */
function outlineCore(layout: TextureLayout, glasses: Float32Array | null): Float32Array {
  const core = outlineWithin(layout, WITHOUT_RIM);
  return glasses === null ? core : core.map((value, index) => Math.max(value, glasses[index]));
}

/** Returns the mask of the lower half of a bearded face, 0..1. */
function outlineBeard(layout: TextureLayout, isBearded: boolean): Float32Array {
  const { size } = layout;
  const beard = new Float32Array(size * size);
  if (isBearded) {
    beard.fill(1, Math.round(toPoint(layout, NOSE_END)[1]) * size);
    boxBlur(beard, size, Math.round(size * BEARD_EDGE));
  }
  return beard;
}

/** Completes the planes, and returns the skin of the whole face in each. */
function completePlanes(planes: readonly Float32Array[], known: Known): readonly Float32Array[] {
  const { trust, core, beard, features, outlined, isBearded, mirrored, far, size } = known;
  const lights = planes.map((plane) => {
    const light = compareLight(plane, known);
    if (far !== null) {
      // The remaining far side gets the light of the near side, from which the rest is filled.
      for (let index = 0; index < plane.length; index += 1) {
        const isFar = index % size < size / 2 === (far.side === 0);
        plane[index] /= isFar ? light[index] : 1;
      }
      light.fill(1);
    }
    return light;
  });
  const { smooth, surfaces } = fillFromBoth(planes, lights, known);
  const shown = trust.map((value, index) => Math.max(value, trust[toMirror(index, size)]));
  const liftRim = createRimLift(shown, { features: outlined, core, beard, size });
  const own = trust.map(
    (value, index) => value * (1 - mirrored[index] * trust[toMirror(index, size)]),
  );
  const across = own.map((value, index) => trust[toMirror(index, size)] * (1 - value));
  const skin = own.map((value, index) => (value + across[index]) * (1 - features[index]));
  const meet = createMeetShown(skin, size, isBearded);
  const skinned = planes.map((plane, channel) =>
    plane.map((value, index) => {
      const other = plane[toMirror(index, size)] * lights[channel][index];
      return (
        (value * own[index] + other * across[index]) / Math.max(1e-3, own[index] + across[index])
      );
    }),
  );
  liftRim(skinned, smooth);
  for (const [channel, plane] of planes.entries()) {
    const visible = skinned[channel];
    const filled = meet(smooth[channel], visible);
    for (let index = 0; index < plane.length; index += 1) {
      const shownPart = own[index] + across[index];
      const value = visible[index] * shownPart + filled[index] * (1 - shownPart);
      plane[index] = clamp(value, 0, 255);
    }
  }
  return surfaces;
}

/**
 * Fills the shade of the skin on both sides; it is smooth where neither side is visible, so that it continues mirrored
 * pixels as well.
 */
function fillFromBoth(
  planes: readonly Float32Array[],
  lights: readonly Float32Array[],
  { lit, dark, mirrored, size }: Known,
): { readonly smooth: readonly Float32Array[]; readonly surfaces: readonly Float32Array[] } {
  const weights = new Float32Array(lit.length);
  const both = planes.map((plane, channel) =>
    plane.map((value, index) => {
      const other = toMirror(index, size);
      const own = lit[index] * (1 - mirrored[index] * lit[other]);
      const across = lit[other] * (1 - own);
      weights[index] = own + across;
      return (
        (value * own + plane[other] * lights[channel][index] * across) /
        Math.max(1e-3, own + across)
      );
    }),
  );
  const { surfaces, likeness } = fitSkinTrend(both, weights, size);
  // Nostrils are naturally dark.
  const known = weights.map((weight, index) => weight * Math.max(likeness[index], dark[index]));
  const near = known.slice();
  for (let round = 0; round < 2; round += 1) {
    boxBlur(near, size, Math.round(size * NEAR_SKIN));
  }
  const smooth = both.map((plane, channel) => {
    const surface = surfaces[channel];
    const ratio = fillGaps(
      plane.map((value, index) => value / surface[index]),
      known,
      size,
    );
    boxBlur(ratio, size, Math.round(size * 0.02));
    return ratio.map(
      (value, index) => surface[index] * (1 + (value - 1) * smoothstep(...NEAR, near[index])),
    );
  });
  return { smooth, surfaces };
}

/** Returns the ratio of the overall light at every pixel to that on the other side. */
function compareLight(plane: Float32Array, { smoothTrust, mirrored, size }: Known): Float32Array {
  const both = smoothTrust.map((value, index) => {
    const other = toMirror(index, size);
    return value * smoothTrust[other] * (1 - Math.max(mirrored[index], mirrored[other]));
  });
  const radius = Math.round(size * LIGHT_REACH);
  const own = plane.slice();
  boxBlurWhere(own, both, { size, radius });
  const ratio = own.map((value, index) =>
    clamp(value / Math.max(1, own[toMirror(index, size)]), 1 / MAX_LIGHT, MAX_LIGHT),
  );
  const light = fillGaps(ratio, both, size);
  boxBlur(light, size, radius);
  return light;
}
