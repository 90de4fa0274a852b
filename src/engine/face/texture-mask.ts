import { boxBlur } from '../pixels/box-blur.ts';
import { FACE_OVAL, LEFT_EYE, LIPS_INNER, RIGHT_EYE } from '../track/mesh-points.ts';
import { rise } from './facing.ts';
import { browTop, fillOutline, pointOf, type TextureLayout } from './texture-layout.ts';

/** The middle of the upper edge of the face. */
const FOREHEAD_TOP = 10;
/** How far the face reaches from the brows (0) to the upper edge (1), and where it begins to fade. */
const FOREHEAD_END = 0.92;
const FOREHEAD_FADE = 0.5;
/** Part of a softened outline between which the face fades: half of it is the outline itself. */
const OUTLINE_FADE = [0.45, 0.85] as const;
/** The hole of an eye is smaller than the eye: lashes belong to the source, where it looks to the target. */
const EYE_GROWTH = 0.75;
/** Distance from hair over which the face fades, as part of the texture. */
const HAIR_FADE = 0.03;
/** The same on the forehead, where a fringe ends in single strands. */
const FRINGE_FADE = 0.06;
/** Shares of skin around a pixel between which it is used: half of it is the edge of hair. */
const HAIR_SHARE = [0.6, 1] as const;

/**
 * Which part of the texture takes the place of skin, 0..255: the face without eyes and open mouth, fading
 * out to its outline and to what is not `skin` (1 where it is, 0 on hair) in the photo.
 */
export function makeTextureMask(
  layout: TextureLayout,
  skin: Float32Array,
): Uint8Array<ArrayBuffer> {
  const { size } = layout;
  const face = new Float32Array(size * size);
  fillOutline(face, layout, { outline: FACE_OVAL, value: 1, growth: 0.99 });
  boxBlur(face, size, Math.round(size * 0.035));
  boxBlur(face, size, Math.round(size * 0.02));
  const holes = new Float32Array(size * size).fill(1);
  fillOutline(holes, layout, { outline: LIPS_INNER, value: 0, growth: 1.02 });
  for (const outline of [LEFT_EYE, RIGHT_EYE]) {
    fillOutline(holes, layout, { outline, value: 0, growth: EYE_GROWTH });
  }
  boxBlur(holes, size, Math.max(1, Math.round(size * 0.004)));
  const clear = soften(skin, size, HAIR_FADE);
  const clearOfFringe = soften(skin, size, FRINGE_FADE);
  const browRow = browTop(layout);
  const [, topRow] = pointOf(layout, FOREHEAD_TOP);
  return Uint8Array.from(face, (value, index) => {
    const height = (browRow - Math.floor(index / size)) / (browRow - topRow);
    const forehead = 1 - rise(height, FOREHEAD_FADE, FOREHEAD_END);
    const fringe = rise(height, 0, 0.3);
    const isClear = clear[index]! + (clearOfFringe[index]! - clear[index]!) * fringe;
    const outline = rise(value, ...OUTLINE_FADE);
    return 255 * outline * holes[index]! * forehead * rise(isClear, ...HAIR_SHARE) + 0.5;
  });
}

function soften(plane: Float32Array, size: number, reach: number): Float32Array {
  const softened = plane.slice();
  boxBlur(softened, size, Math.round(size * reach));
  boxBlur(softened, size, Math.round(size * reach * 0.5));
  return softened;
}
