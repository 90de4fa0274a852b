/**
 * The dark rim of a photo's face: skin turned away from the light there, and the shade of hair. On another face it would be a
 * band between cheek and ear. Jaws keep theirs, as beards are dark too.
 */
import type { CanonicalFace } from '../../track/canonical-face.ts';
import { MESH_POINT_COUNT } from '../../track/mesh-points.ts';
import { smoothstep } from '../../vision/math.ts';
import { createSkinColours, type SkinColours } from './skin-field.ts';

/** Measures the rim of one source. */
export interface RimShade {
  /** What is to be taken from the source at every point, as the numbers of a frame; luma is never above 0. */
  readonly darker: SkinColours;
  /** Sets colours of the source as they are and as they are smoothed over its skin. */
  setSource(shown: SkinColours, skin: SkinColours): void;
}

/** Heights in the texture between which a cheek becomes a jaw: below the nose, and below the mouth. */
const JAW = [0.62, 0.75] as const;

/** A measure for textures of a face; points belong to its `border` and to its `forehead`, which is matched by itself, by 0..1. */
export function createRimShade(
  { texture }: CanonicalFace,
  { border, forehead }: { readonly border: Float32Array; readonly forehead: Float32Array },
): RimShade {
  const darker = createSkinColours();
  const weights = border.map(
    (nearness, point) =>
      nearness ** 2 * (1 - forehead[point]) * (1 - smoothstep(...JAW, texture[point * 2 + 1])),
  );
  return {
    darker,
    setSource(shown, skin) {
      for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
        const weight = weights[point];
        darker.y[point] = weight * Math.min(0, shown.y[point] - skin.y[point]);
        darker.u[point] = weight * (shown.u[point] - skin.u[point]);
        darker.v[point] = weight * (shown.v[point] - skin.v[point]);
      }
    },
  };
}
