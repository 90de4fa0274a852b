/**
 * Matte of hair: around the cut each pixel of the view is a mixture of hair and what is behind it, whose colours are
 * both continued from where they are sure. At full size the mixture is solved for each pixel again, so that single
 * strands are followed.
 */
import { diffuse } from '../../vision/diffuse.ts';
import { boxBlur } from '../../vision/box-blur.ts';
import { smoothstep } from '../../vision/math.ts';
import { distanceTo } from '../../vision/regions.ts';
import { type HeadView, VIEW_SCALE, VIEW_SIZE } from '../../head/head-view.ts';

/** Matte of hair in a view. */
export interface StrandMatte {
  /** Red, green and blue of hair, then of what is behind it; interleaved. */
  readonly front: Float32Array;
  readonly behind: Float32Array;
  /** Alpha by the cut alone, and maximum alpha by the distance from it, 0..1. */
  readonly prior: Float32Array;
  readonly reach: Float32Array;
  /** 1 where the mixture is solved; elsewhere the prior is right. */
  readonly isEdge: Float32Array;
}

/** Ranges in centimetres inside and outside of the cut where strands and ground mix; against skin less. */
const INSIDE_CM = 0.8;
const OUTSIDE_CM = 1.6;
const SKIN_CM = 0.45;

/** Softens the cut of a view. */
export function measureStrands(
  view: Pick<HeadView, 'colours' | 'face' | 'isInImage'>,
  hair: Uint8Array,
): StrandMatte {
  const outside = hair.map((value) => 1 - value);
  const fromHair = distanceTo(hair, VIEW_SIZE);
  const fromRest = distanceTo(outside, VIEW_SIZE);
  const fromFace = distanceTo(view.face, VIEW_SIZE);
  const count = hair.length;
  const trustHair = new Float32Array(count);
  const trustRest = new Float32Array(count);
  const reach = new Float32Array(count);
  const isEdge = new Float32Array(count);
  for (let index = 0; index < count; index += 1) {
    const isFree = smoothstep(0.2, 1.2, fromFace[index] / VIEW_SCALE);
    const inside = (SKIN_CM + (INSIDE_CM - SKIN_CM) * isFree) * VIEW_SCALE;
    const beyond = (SKIN_CM + (OUTSIDE_CM - SKIN_CM) * isFree) * VIEW_SCALE;
    trustHair[index] = fromRest[index] > inside ? 1 : 0;
    trustRest[index] = fromHair[index] > beyond && view.isInImage[index] === 1 ? 1 : 0;
    reach[index] = hair[index] === 1 ? 1 : 1 - smoothstep(0.35 * beyond, beyond, fromHair[index]);
    isEdge[index] = fromRest[index] <= inside && fromHair[index] <= beyond ? 1 : 0;
  }
  const prior = Float32Array.from(hair);
  boxBlur(prior, VIEW_SIZE, 1);
  boxBlur(isEdge, VIEW_SIZE, 1);
  return {
    front: diffuse(view.colours, trustHair, VIEW_SIZE),
    behind: diffuse(view.colours, trustRest, VIEW_SIZE),
    prior,
    reach,
    isEdge,
  };
}
