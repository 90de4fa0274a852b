/**
 * Follows hair from the outline of a face inwards, over points that it hides one after another, up to a third of the
 * texture, but over no features and, at the jaw and the chin, no further than the rim. Seen in perspective or from aside,
 * hair a few pixels wide may cover a fifth of the mesh; where the zone of the rim ends, the drawn face would be a milky
 * rim over it.
 */
import type { CanonicalFace } from '../../track/canonical-face.ts';
import { FACE_OVAL, MESH_POINT_COUNT } from '../../track/mesh-points.ts';
import { smoothstep } from '../../vision/math.ts';
import { memoisePerFace } from '../shape/memoise-per-face.ts';
import { type OrderedPoint, orderMesh } from '../shape/mesh-order.ts';
import { besideFeaturesOf, weighRim } from './hanging-zone.ts';
import type { RimColours } from './rim-colours.ts';
import { createSkinColours, type SkinColours } from './skin-field.ts';

/** Hair followed over one face. */
export interface FollowedHair {
  /** Certainty that hair from the outline hides a point, 0..1. */
  readonly hidden: Float32Array;
  /** Colours of what is in front: at the end of the hair pixels are a mixture, so that its colour comes from outside. */
  readonly front: SkinColours;
  /** Follows hair of a face. `zone` is the weight per point, 0..1, of the rim where colours are sampled anyway. */
  follow(colours: Pick<RimColours, 'bare' | 'front' | 'occluded'>, zone: Float32Array): void;
}

/** Distances from the outline up to which hair is followed fully, and at which it ends, as fractions of the texture. */
const REACH = [0.2, 0.32] as const;
/** Certainty of hair at a point, from the outline on, from which it begins to count, and from which it does. */
const SURE = [0.15, 0.7] as const;

/** Creates followed hair with its own memory. */
export function createFollowedHair(face: CanonicalFace): FollowedHair {
  const inwards = inwardsOf(face);
  const reach = reachOf(face);
  const chain = new Float32Array(MESH_POINT_COUNT);
  const hidden = new Float32Array(MESH_POINT_COUNT);
  const front = createSkinColours();
  return {
    hidden,
    front,
    follow({ bare, front: own, occluded }, zone) {
      for (const channel of channels) {
        front[channel].set(own[channel]);
      }
      for (let index = 0; index < inwards.length; index += 1) {
        const { point, nearer } = inwards[index];
        let sum = 0;
        for (let at = 0; at < nearer.length; at += 1) {
          sum += chain[nearer[at]];
        }
        const beside = nearer.length === 0 ? 1 : sum / nearer.length;
        chain[point] = (1 - bare[point]) * (1 - occluded[point]) * beside;
        hidden[point] =
          reach[point] > 0 ? reach[point] * smoothstep(SURE[0], SURE[1], chain[point]) : 0;
        const other = beside * (1 - zone[point]) * (1 - occluded[point]);
        if (hidden[point] > 0 && sum > 0 && other > 0) {
          for (const channel of channels) {
            mixOuter(front[channel], { point, nearer }, { chain, sum, other });
          }
        }
      }
    },
  };
}

const channels = ['y', 'u', 'v'] as const;

/** Mixes the colour of a point with the mean of those outside, weighted by their `chain`. */
function mixOuter(
  values: Float32Array,
  { point, nearer }: OrderedPoint,
  {
    chain,
    sum,
    other,
  }: { readonly chain: Float32Array; readonly sum: number; readonly other: number },
): void {
  let mixed = 0;
  for (let at = 0; at < nearer.length; at += 1) {
    mixed += chain[nearer[at]] * values[nearer[at]];
  }
  values[point] += other * (mixed / sum - values[point]);
}

/** All points, from the outline inwards. */
const inwardsOf = memoisePerFace((face: CanonicalFace) => orderMesh(face, [...FACE_OVAL]));

/** Weights of the points that hair may hide, 0..1. */
const reachOf = memoisePerFace((face: CanonicalFace) => {
  const beside = besideFeaturesOf(face);
  return weighRim(face, REACH).map((rim, point) => rim * beside[point]);
});
