/**
 * Measures light of a photo that does not belong to the face: a dark rim, where skin turns away from the light or lies
 * in the shade of hair, a bright rim, where skin was completed, and patches of hard light on one side only. On another
 * face rims would become bands between cheek and ear, and patches would become blots. Jaws keep a dark rim except for
 * the outermost part, as beards are dark too: a sudden end would leave a pale line between beard and neck.
 */
import type { CanonicalFace } from '../../track/canonical-face.ts';
import {
  LEFT_BROW,
  LEFT_EYE,
  LIPS_OUTER,
  MESH_POINT_COUNT,
  RIGHT_BROW,
  RIGHT_EYE,
} from '../../track/mesh-points.ts';
import { REFINED_LEFT_EYE, REFINED_LIPS, REFINED_RIGHT_EYE } from '../../track/refined-points.ts';
import { smoothstep } from '../../vision/math.ts';
import { findOppositePoints } from '../shape/opposite-points.ts';
import type { FaceMemory } from './face-memory.ts';
import { createLocalLight } from './local-light.ts';
import { createSkinColours, NOSTRILS, type SkinColours } from './skin-field.ts';

/** Measures the light of one source, and takes it away. */
export interface PhotoLight {
  /** Colour to subtract from the source per point, in frame values; luma below 0 is shade. */
  readonly excess: SkinColours;
  /** Sets the colours of the source, unchanged and smoothed over its skin, and their likeness to that, 0..1. */
  setSource(shown: SkinColours, skin: SkinColours, likeness: Float32Array): void;
  /**
   * Subtracts the excess, and local light that the target does not have, from `wanted`, the smooth skin as it will be drawn
   * with contrasts of `gain`.
   */
  subtract(
    target: Pick<FaceMemory, 'shown' | 'skin' | 'likeness'>,
    gain: Float32Array,
    wanted: SkinColours,
  ): void;
}

/** Heights in the texture between which a cheek becomes a jaw: below the nose, and below the mouth. */
const JAW = [0.62, 0.75] as const;
/**
 * Fraction of a dark rim that is removed at the edge of a jaw, and the exponent that keeps the removal closer to the
 * edge than on cheeks: beards are thin there.
 */
const AT_JAW = 0.85;
const EDGE_STEEPNESS = 3;
/** Normal difference of brightness between both sides, as a fraction of luma. */
const BRIGHTER = 0.15;
/** Number of eye points from the rim of the eye to the edge of the lids; points farther out are skin. */
const LID_POINTS = 33;

/** Points of features, which differ between both sides anyway. */
const isFeature = new Uint8Array(MESH_POINT_COUNT);
const eyes = [REFINED_LEFT_EYE, REFINED_RIGHT_EYE].map((eye) => eye.subarray(0, LID_POINTS));
const outlines = [LEFT_BROW, RIGHT_BROW, LEFT_EYE, RIGHT_EYE, LIPS_OUTER, NOSTRILS];
for (const point of [...outlines, REFINED_LIPS, ...eyes].flatMap((list) => [...list])) {
  isFeature[point] = 1;
}

/**
 * Creates a meter for textures of a face. `border` and `forehead` are weights per point, 0..1; the forehead is matched
 * separately.
 */
export function createPhotoLight(
  face: CanonicalFace,
  { border, forehead }: { readonly border: Float32Array; readonly forehead: Float32Array },
): PhotoLight {
  const excess = createSkinColours();
  const rest = new Float32Array(MESH_POINT_COUNT);
  const local = createLocalLight(face, forehead);
  const opposite = findOppositePoints(face);
  const rim = border.map((nearness, point) => nearness ** 2 * (1 - forehead[point]));
  const cheek = rim.map((weight, point) => {
    const jaw = smoothstep(...JAW, face.texture[point * 2 + 1]);
    return weight * (1 - jaw) + AT_JAW * jaw * weight ** EDGE_STEEPNESS;
  });
  return {
    excess,
    setSource(shown, skin, likeness) {
      for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
        const other = opposite[point];
        const isSkin = (1 - forehead[point]) * (1 - Math.max(isFeature[point], isFeature[other]));
        const brightness = shown.y[point] / Math.max(1, skin.y[point]) - 1;
        const usual = Math.max(0, shown.y[other] / Math.max(1, skin.y[other]) - 1) + BRIGHTER;
        const patch = isSkin * skin.y[point] * Math.max(0, brightness - usual);
        const weight = cheek[point];
        const beside = shown.y[point] - skin.y[point];
        excess.y[point] = beside < 0 ? weight * beside : Math.max(patch, rim[point] * beside);
        excess.u[point] = weight * (shown.u[point] - skin.u[point]);
        excess.v[point] = weight * (shown.v[point] - skin.v[point]);
        rest[point] = shown.y[point] - excess.y[point];
      }
      local.setSource({ shown: rest, skin: skin.y, likeness });
    },
    subtract({ shown, skin, likeness }, gain, wanted) {
      for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
        wanted.y[point] -= gain[point] * excess.y[point];
        wanted.u[point] -= excess.u[point];
        wanted.v[point] -= excess.v[point];
      }
      local.match({ shown: shown.y, skin: skin.y, likeness }, gain, wanted.y);
    },
  };
}
