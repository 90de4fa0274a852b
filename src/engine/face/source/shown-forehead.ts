/** Selects the part of a photo's forehead that is used: a forehead has no features that would hide its end. */
import { boxBlur } from '../../vision/box-blur.ts';
import { smoothstep } from '../../vision/math.ts';
import { browTop, type TextureLayout } from './texture-layout.ts';

/** Softness of the end of the visible forehead, as a fraction of the texture. */
const EDGE = 0.04;
/** Visible fraction of the surroundings from which a pixel begins to be used, and from which it is fully used. */
const INSIDE = [0.5, 1] as const;

/**
 * Removes the far side of a forehead, where the near side will be mirrored (0..1), from the skin mask: much of it is
 * hair.
 */
export function dropFarForehead(
  skin: Float32Array,
  mirrored: Float32Array,
  layout: TextureLayout,
): void {
  const end = Math.round(browTop(layout)) * layout.size;
  for (let index = 0; index < end; index += 1) {
    skin[index] *= 1 - mirrored[index];
  }
}

/**
 * Fades the visible mask (0..1) above the brows inwards: the filled skin beside it is smooth, and its light is only
 * similar.
 */
export function softenForehead(shown: Float32Array, layout: TextureLayout): void {
  const { size } = layout;
  const around = shown.slice();
  boxBlur(around, size, Math.round(size * EDGE));
  const end = Math.round(browTop(layout)) * size;
  for (let index = 0; index < end; index += 1) {
    shown[index] *= smoothstep(...INSIDE, around[index]);
  }
}
