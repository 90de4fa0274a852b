/**
 * Takes glasses off a face: their frames, the shade of these, and reflections are lines and spots that differ from the
 * smooth skin around the eyes. They are found by that difference and filled from the skin beside them. Eyes, lids and
 * dark brows stay, except under a thick frame, which hides the brows.
 */
import { boxBlur, boxBlurWhere } from '../../vision/box-blur.ts';
import { fillGaps } from '../../vision/fill-gaps.ts';
import { clamp, smoothstep } from '../../vision/math.ts';
import { FACE_OVAL, LEFT_BROW, LEFT_EYE, RIGHT_BROW, RIGHT_EYE } from '../../track/mesh-points.ts';
import { NOSE_BRIDGE } from '../../track/nose-bridge.ts';
import type { ColourPlanes } from './colour-planes.ts';
import { outlineFeatures, outlineWithin } from './outline-parts.ts';
import { fitSkinTrend } from './skin-trend.ts';
import { fillOutline, toPoint, type TextureLayout } from './texture-layout.ts';

/** Distances from the lids, in fractions of the texture, over which the area of lenses and frames ends. */
const LENSES_END = [0.15, 0.19] as const;
/** Heights above and below the eyes at which the area of the arms of the glasses ends. */
const ARMS_ABOVE = [0.11, 0.14] as const;
const ARMS_BELOW = [0.04, 0.07] as const;
/** Point of the nose below which glasses do not reach, and the softness of that edge. */
const [NOSE_END] = NOSE_BRIDGE.slice(-1);
const NOSE_EDGE = 0.03;
/** Half the width of the nose, over which that applies. */
const NOSE_HALF = [0.045, 0.075] as const;
/** Width of lids that stay, beside the eye. */
const LIDS = 0.016;
/** Scale of the brows that stay, and their minimum light by that of the skin: black frames over them are darker. */
const BROWS = 0.9;
const BROW_LIGHT = 0.42;
/** Height of a bar between the brows from which it hides them, and how far above the brows it may begin. */
const THICK_BAR = 0.03;
const BAR_ABOVE = 0.04;
/** Radius of the skin that a pixel is compared with, and how far beyond a found line pixels are replaced. */
const AROUND = 0.03;
const BEYOND = 0.008;
/** Logarithmic differences from that skin between which a pixel becomes a line or a spot. */
const LINE = [0.07, 0.14] as const;
/** The same from the skin of the whole face, for frames that are wider than the compared surroundings. */
const FRAME = [0.42, 0.62] as const;
/** Part of the face that the skin of the whole face is learnt from, and the facing values over which it is visible. */
const SKIN_WITHIN = 0.75;
const SEEN = [0.15, 0.4] as const;
const ROUNDS = 3;
/** Addition to values before their logarithm: noise in the dark is no line. */
const FLOOR = 10;
/**
 * Light below the eyes, as a fraction of that on the cheeks, below which lenses hide them, and the difference of tone
 * (logarithms of red by green, or green by blue) from which they are mirrored in them.
 */
const DARK_LENSES = 0.5;
const TINTED_LENSES = 0.4;
const BELOW_EYES = [
  [229, 230, 231, 118],
  [449, 450, 451, 347],
];
const CHEEKS = [
  [50, 205, 187],
  [280, 425, 411],
];

/** Returns whether lenses hide the eyes: there is nothing to take such glasses off from. */
export function areEyesHidden({ red, green, blue }: ColourPlanes, layout: TextureLayout): boolean {
  const { size } = layout;
  const toneOf = (points: readonly number[]) => {
    const [r, g, b] = [red, green, blue].map((plane) =>
      points.reduce((sum, point) => {
        const [x, y] = toPoint(layout, point);
        return sum + (FLOOR + plane[Math.round(y) * size + Math.round(x)]) / points.length;
      }, 0),
    );
    return { light: g, tones: [Math.log(r / g), Math.log(g / b)] };
  };
  return BELOW_EYES.every((points, side) => {
    const below = toneOf(points);
    const cheek = toneOf(CHEEKS[side]);
    const apart = Math.max(...below.tones.map((tone, at) => Math.abs(tone - cheek.tones[at])));
    return below.light < DARK_LENSES * cheek.light || apart > TINTED_LENSES;
  });
}

/**
 * Removes glasses from the planes of a texture, in place; `facing` has the facing value of every pixel, 0..1. Returns
 * whether their frame hides the brows, which are then skin.
 */
export function removeGlasses(
  { red, green, blue }: ColourPlanes,
  { facing, layout }: { readonly facing: Float32Array; readonly layout: TextureLayout },
): boolean {
  const { size } = layout;
  const planes = [red, green, blue];
  const zone = outlineGlasses(layout);
  const lids = outlineLids(layout);
  const brows = outlineBrows(layout, BROWS);
  const features = outlineFeatures(layout);
  const seen = facing.map((value) => smoothstep(...SEEN, value));
  const within = outlineWithin(layout, SKIN_WITHIN);
  const plain = within.map(
    (value, index) => value * seen[index] * (1 - features[index]) * (1 - zone[index]),
  );
  const { surfaces } = fitSkinTrend(planes, plain, size);
  const radius = Math.round(size * AROUND);
  let found = zone.map((value, index) => {
    const darker = Math.max(
      ...planes.map((plane, at) => -computeDifference(plane, surfaces[at], index)),
    );
    return value * smoothstep(...FRAME, darker) * (1 - lids[index]);
  });
  const areBrowsHidden = measureBar(found, layout) > THICK_BAR;
  if (areBrowsHidden) {
    brows.fill(0);
  }
  const skin = lids.map((value, index) => (1 - value) * (1 - brows[index]));
  for (let round = 0; round < ROUNDS; round += 1) {
    const trust = skin.map((value, index) => value * (1 - found[index]));
    const around = planes.map((plane) => {
      const smooth = fillGaps(plane, trust, size);
      boxBlurWhere(
        smooth,
        trust.map((value) => value + 1e-3),
        { size, radius },
      );
      boxBlur(smooth, size, radius >> 1);
      return smooth;
    });
    found = found.map((value, index) => {
      const differences = planes.map((plane, at) => computeDifference(plane, around[at], index));
      const isDark = smoothstep(0, LINE[0], -Math.max(...differences));
      const line = smoothstep(...LINE, Math.max(...differences.map(Math.abs)));
      const own = Math.max(lids[index], brows[index] * isDark);
      return zone[index] * (1 - own) * Math.max(line, round === 0 ? value : 0);
    });
    boxBlur(found, size, Math.max(1, Math.round(size * BEYOND)));
    found = found.map((value, index) => smoothstep(0.08, 0.3, value) * (1 - lids[index]));
  }
  const trust = skin.map((value, index) => value * (1 - found[index]));
  for (const plane of planes) {
    const filled = fillGaps(plane, trust, size);
    plane.forEach((value, index) => {
      const bare = value + (filled[index] - value) * found[index];
      const brow = Math.max(bare, BROW_LIGHT * filled[index]) - bare;
      plane[index] = clamp(bare + brow * brows[index], 0, 255);
    });
  }
  return areBrowsHidden;
}

/** Returns the height of a bar between the brows, as a fraction of the texture. */
function measureBar(dark: Float32Array, layout: TextureLayout): number {
  const { size } = layout;
  const [x, from] = toPoint(layout, NOSE_BRIDGE[0]);
  const [, to] = toPoint(layout, NOSE_BRIDGE[3]);
  let height = 0;
  for (let row = Math.round(from - BAR_ABOVE * size); row < to; row += 1) {
    height += dark[row * size + Math.round(x)] / size;
  }
  return height;
}

function computeDifference(plane: Float32Array, around: Float32Array, index: number): number {
  return Math.log((plane[index] + FLOOR) / (around[index] + FLOOR));
}

/** Returns the mask of the area that glasses cover, 0..1. */
function outlineGlasses(layout: TextureLayout): Float32Array<ArrayBuffer> {
  const { size } = layout;
  const eyes = [LEFT_EYE, RIGHT_EYE].map((outline) =>
    outline.map((point) => toPoint(layout, point)),
  );
  const points = eyes.flat();
  const middle = points.reduce((sum, [, y]) => sum + y, 0) / points.length;
  const corner = Math.min(...points.map(([x]) => x));
  const [noseX, noseY] = toPoint(layout, NOSE_END);
  const face = new Float32Array(size * size);
  fillOutline(face, layout, { outline: FACE_OVAL, value: 1, growth: 1 });
  return face.map((inside, index) => {
    if (inside === 0) {
      return 0;
    }
    const [x, y] = [(index % size) + 0.5, Math.floor(index / size) + 0.5];
    const nearest = Math.min(...points.map(([px, py]) => Math.hypot(px - x, py - y))) / size;
    const lenses = 1 - smoothstep(...LENSES_END, nearest);
    const above = (middle - y) / size;
    const isBeside = Math.min(x, size - x) < corner;
    const arms = isBeside
      ? (1 - smoothstep(...ARMS_ABOVE, above)) * (1 - smoothstep(...ARMS_BELOW, -above))
      : 0;
    const onNose = 1 - smoothstep(...NOSE_HALF, Math.abs(x - noseX) / size);
    const lower = smoothstep(-NOSE_EDGE, 0, (y - noseY) / size);
    return Math.max(lenses, arms) * (1 - onNose * lower);
  });
}

/** Returns the mask of eyes and the lids beside them, 0..1. */
function outlineLids(layout: TextureLayout): Float32Array<ArrayBuffer> {
  const { size } = layout;
  const lids = new Float32Array(size * size);
  for (const outline of [LEFT_EYE, RIGHT_EYE]) {
    fillOutline(lids, layout, { outline, value: 1, growth: 1.1 });
  }
  boxBlur(lids, size, Math.round(size * LIDS));
  return lids.map((value) => smoothstep(0.02, 0.4, value));
}

/** Returns the mask of the brows, 0..1. */
export function outlineBrows(layout: TextureLayout, growth: number): Float32Array {
  const { size } = layout;
  const brows = new Float32Array(size * size);
  for (const outline of [LEFT_BROW, RIGHT_BROW]) {
    fillOutline(brows, layout, { outline, value: 1, growth });
  }
  boxBlur(brows, size, Math.max(1, Math.round(size * 0.008)));
  return brows;
}
