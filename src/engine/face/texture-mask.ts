import { boxBlur } from '../pixels/box-blur.ts';
import {
  FACE_OVAL,
  LEFT_BROW,
  LEFT_EYE,
  LIPS_INNER,
  RIGHT_BROW,
  RIGHT_EYE,
} from '../track/mesh-points.ts';
import { rise } from './facing.ts';
import { fillOutline, pointOf, type TextureLayout } from './texture-layout.ts';

/** The middle of the upper edge of the face. */
const FOREHEAD_TOP = 10;
/** How far the face reaches from the brows (0) to the upper edge (1), and where it begins to fade. */
const FOREHEAD_END = 0.95;
const FOREHEAD_FADE = 0.4;

/**
 * Which part of the texture takes the place of skin, 0..255: the face without eyes and mouth, fading
 * out to its outline and towards the hair.
 */
export function makeTextureMask(layout: TextureLayout): Uint8Array<ArrayBuffer> {
  const { size } = layout;
  const face = new Float32Array(size * size);
  fillOutline(face, layout, { outline: FACE_OVAL, value: 1, growth: 0.99 });
  boxBlur(face, size, Math.round(size * 0.035));
  boxBlur(face, size, Math.round(size * 0.02));
  const holes = new Float32Array(size * size).fill(1);
  for (const outline of [LEFT_EYE, RIGHT_EYE, LIPS_INNER]) {
    fillOutline(holes, layout, { outline, value: 0, growth: 1.02 });
  }
  boxBlur(holes, size, Math.max(1, Math.round(size * 0.006)));
  const browRow = browTop(layout);
  const [, topRow] = pointOf(layout, FOREHEAD_TOP);
  return Uint8Array.from(face, (value, index) => {
    const height = (browRow - Math.floor(index / size)) / (browRow - topRow);
    const forehead = 1 - rise(height, FOREHEAD_FADE, FOREHEAD_END);
    return 255 * rise(value, 0.5, 0.98) * holes[index]! * forehead + 0.5;
  });
}

/** The uppermost row of the brows. */
export function browTop(layout: TextureLayout): number {
  return Math.min(...[...LEFT_BROW, ...RIGHT_BROW].map((point) => pointOf(layout, point)[1]));
}
