/** What of the forehead in a photo is used: nothing on it hides where that ends. */
import { boxBlur } from '../../vision/box-blur.ts';
import { smoothstep } from '../../vision/math.ts';
import { browTop, type TextureLayout } from './texture-layout.ts';

/** How softly what is shown of a forehead ends, as part of the texture. */
const EDGE = 0.04;
/** Parts of what lies around a place that are shown, where it begins to be used, and where it is wholly. */
const INSIDE = [0.5, 1] as const;

/** Takes the far side of a forehead, where the near one is to be mirrored (0..1), out of what is skin: it is as much hair. */
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

/** Lets what is shown (0..1) above the brows end softly, inwards: skin that is filled in beside it is smooth, and has its light only nearly. */
export function softenForehead(shown: Float32Array, layout: TextureLayout): void {
  const { size } = layout;
  const around = shown.slice();
  boxBlur(around, size, Math.round(size * EDGE));
  const end = Math.round(browTop(layout)) * size;
  for (let index = 0; index < end; index += 1) {
    shown[index] *= smoothstep(...INSIDE, around[index]);
  }
}
