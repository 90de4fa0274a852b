import { boxBlur } from '../../vision/box-blur.ts';
import { FACE_OVAL, FOREHEAD_TOP, LIPS_INNER } from '../../track/mesh-points.ts';
import { smoothstep } from '../../vision/math.ts';
import { outlineBrows } from './remove-glasses.ts';
import { leaveParting } from './parted-lips.ts';
import { browTop, fillOutline, toPoint, type TextureLayout } from './texture-layout.ts';

/** Height from the brows (0) to the upper edge of the face (1) at which the mask ends, and at which its fade begins. */
const FOREHEAD_END = 1.05;
const FOREHEAD_FADE = 0.6;
/** Scale of hidden brows. */
const HIDDEN_BROWS = 1.25;
/** Values of a softened outline between which the face fades: one half is the outline itself. */
const OUTLINE_FADE = [0.35, 0.75] as const;

/**
 * Creates the mask of the texture that replaces skin, 0..255: the face without the open mouth, fading out to its
 * outline. Parts that the photo does not show were completed before. `parted` (0..1) is the certainty that its lips
 * were parted. Brows that a frame of glasses hides are left to the target.
 */
export function makeTextureMask(
  layout: TextureLayout,
  parted: number,
  { areBrowsHidden }: { readonly areBrowsHidden: boolean },
): Uint8Array<ArrayBuffer> {
  const { size } = layout;
  const face = new Float32Array(size * size);
  fillOutline(face, layout, { outline: FACE_OVAL, value: 1, growth: 0.99 });
  boxBlur(face, size, Math.round(size * 0.035));
  boxBlur(face, size, Math.round(size * 0.02));
  const holes = new Float32Array(size * size).fill(1);
  fillOutline(holes, layout, { outline: LIPS_INNER, value: 0, growth: 1.02 });
  boxBlur(holes, size, Math.max(1, Math.round(size * 0.004)));
  leaveParting(holes, layout, parted);
  if (areBrowsHidden) {
    outlineBrows(layout, HIDDEN_BROWS).forEach((value, index) => (holes[index] *= 1 - value));
  }
  const browRow = browTop(layout);
  const [, topRow] = toPoint(layout, FOREHEAD_TOP);
  return Uint8Array.from(face, (value, index) => {
    const height = (browRow - Math.floor(index / size)) / (browRow - topRow);
    const forehead = 1 - smoothstep(FOREHEAD_FADE, FOREHEAD_END, height);
    const outline = smoothstep(OUTLINE_FADE[0], OUTLINE_FADE[1], value);
    return 255 * outline * holes[index] * forehead + 0.5;
  });
}
