import { boxBlur } from '../../vision/box-blur.ts';
import { smoothstep } from '../../vision/math.ts';

/** Radius of the blur that makes the fade, as a fraction of the texture. */
const REACH = 0.03;
/** Visible fraction of the surroundings from which a pixel begins to be used, and from which it is fully used. */
const INSIDE = [0.5, 0.9] as const;

/**
 * Fades the visible mask (0..1) of a photo's skin inwards from the edges of hair, hands and leaves. Pores, strands and
 * the shade at such an edge end at the smooth skin that is filled in beside it, which shows as a contour on another
 * face. `kept` (0..1) is not faded: features and sockets have no substitute, and beards are as rough up to their edge.
 */
export function fadeEdges(shown: Float32Array, kept: Float32Array, size: number): void {
  const around = shown.slice();
  boxBlur(around, size, Math.round(size * REACH));
  for (let index = 0; index < shown.length; index += 1) {
    shown[index] *= Math.max(kept[index], smoothstep(...INSIDE, around[index]));
  }
}
