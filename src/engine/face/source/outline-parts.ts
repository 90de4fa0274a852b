/** Masks of parts of a face in its texture, as planes from 0 to 1. */
import {
  FACE_OVAL,
  LEFT_BROW,
  LEFT_EYE,
  LIPS_OUTER,
  NOSE,
  RIGHT_BROW,
  RIGHT_EYE,
} from '../../track/mesh-points.ts';
import { boxBlur } from '../../vision/box-blur.ts';
import { fillOutline, type TextureLayout } from './texture-layout.ts';

/** Softness of the masks as fractions of the texture: most of them, the shade of the nose. */
const EDGE = 0.012;
const SHADE_EDGE = 0.028;
/** Scale of the shaded areas of nose and lips relative to their outlines. */
const NOSE_SHADE = 1.2;
const LIPS_SHADE = 1.5;
/** Maximum scale of brows relative to their outlines, and the scale where hair hangs beside them. */
const WIDE_BROW = 1.25;
const NARROW_BROW = 1.05;
/** Part of the face within which no hair hangs beside brows. */
const WITHIN = 0.75;
/** Scale of glasses relative to the eyes. */
const GLASSES = 2.6;
/** Outlines along the brows, and back below the lids; then the scale of the sockets relative to these. */
const SOCKETS = [
  [...LEFT_BROW.slice(0, 5), 244, 233, 232, 231, 230, 229, 228, 226],
  [...RIGHT_BROW.slice(0, 5), 464, 453, 452, 451, 450, 449, 448, 446],
];
const SOCKET = 1.25;

/** Returns the mask of a part of the face around its middle, 0..1. */
export function outlineWithin(layout: TextureLayout, growth: number): Float32Array {
  const within = new Float32Array(layout.size * layout.size);
  fillOutline(within, layout, { outline: FACE_OVAL, value: 1, growth });
  boxBlur(within, layout.size, Math.round(layout.size * EDGE));
  return within;
}

/** Returns the mask of lids and brows, 0..1, with the eyes or without. */
export function outlineSockets(
  layout: TextureLayout,
  { withEyes = false }: { readonly withEyes?: boolean } = {},
): Float32Array {
  const { size } = layout;
  const sockets = new Float32Array(size * size);
  for (const outline of SOCKETS) {
    fillOutline(sockets, layout, { outline, value: 1, growth: SOCKET });
  }
  for (const outline of [LEFT_EYE, RIGHT_EYE]) {
    fillOutline(sockets, layout, { outline, value: withEyes ? 1 : 0 });
  }
  boxBlur(sockets, size, Math.round(size * EDGE));
  return sockets;
}

/** Returns the mask of the nose with its shade, 0..1. */
export function outlineNose(layout: TextureLayout): Float32Array {
  const nose = new Float32Array(layout.size * layout.size);
  fillOutline(nose, layout, { outline: NOSE, value: 1, growth: NOSE_SHADE });
  boxBlur(nose, layout.size, Math.round(layout.size * SHADE_EDGE));
  return nose;
}

/**
 * Returns the mask of naturally dark parts: features, sockets with lids and brows, the nose with its shade, and
 * glasses, without the ends of brows, where hair hangs.
 */
export function outlineDark(
  features: Float32Array,
  nose: Float32Array,
  layout: TextureLayout,
  { hasGlasses }: { readonly hasGlasses: boolean },
): Float32Array {
  const { size } = layout;
  const dark = features.map((value, index) => Math.max(value, nose[index]));
  fillOutline(dark, layout, { outline: LIPS_OUTER, value: 1, growth: LIPS_SHADE });
  for (const outline of SOCKETS) {
    fillOutline(dark, layout, { outline, value: 1, growth: SOCKET });
  }
  boxBlur(dark, size, Math.round(size * EDGE));
  const within = outlineWithin(layout, WITHIN);
  const narrow = outlineFeatures(layout, NARROW_BROW);
  if (hasGlasses) {
    for (const outline of [LEFT_EYE, RIGHT_EYE]) {
      fillOutline(narrow, layout, { outline, value: 1, growth: GLASSES });
    }
    boxBlur(narrow, size, Math.round(size * EDGE));
  }
  return narrow.map((value, index) => Math.max(value, dark[index] * within[index]));
}

/** Returns the mask of brows, eyes and lips: 1 there, 0 on skin, soft between. */
export function outlineFeatures(layout: TextureLayout, brow = WIDE_BROW): Float32Array {
  const features = new Float32Array(layout.size * layout.size);
  for (const outline of [LEFT_EYE, RIGHT_EYE]) {
    fillOutline(features, layout, { outline, value: 1, growth: 1.4 });
  }
  for (const outline of [LEFT_BROW, RIGHT_BROW]) {
    fillOutline(features, layout, { outline, value: 1, growth: brow });
  }
  fillOutline(features, layout, { outline: LIPS_OUTER, value: 1, growth: 1.15 });
  boxBlur(features, layout.size, Math.round(layout.size * 0.01));
  return features;
}
