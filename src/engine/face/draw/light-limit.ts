/**
 * Limits how far the light on a drawn face differs from that on the target over areas larger than features. What the
 * form of a face does to its light is small there; what remains is the lamp of the photo: a forehead in shade, one
 * darker cheek, a patch of sun. Small differences stay as they are, large ones approach the limit.
 */
import type { CanonicalFace } from '../../track/canonical-face.ts';
import { MESH_POINT_COUNT } from '../../track/mesh-points.ts';
import { beardOf } from './hanging-zone.ts';
import { nearbySkinOf } from './nearby-skin.ts';

/** Colours of a target and the shade of a source, per mesh point; luma in frame values. */
export interface LimitedFace {
  /** Luma of black. */
  readonly black: number;
  /** Luma of the target, and the similarity of every point to the skin around it, 0..1. */
  readonly shown: Float32Array;
  readonly likeness: Float32Array;
  /** Certainty that skin is visible, 0..1. */
  readonly bare: Float32Array;
  /** Difference of the source from its smooth skin. */
  readonly detail: Float32Array;
  /** Factor of that difference. */
  readonly gain: Float32Array;
}

/** Limits the light of one source. */
export interface LightLimit {
  /** Sets the likeness of the source's points to the skin around them, 0..1: beards are no light. */
  setSource(likeness: Float32Array): void;
  /** Changes `wanted`, the luma of the smooth skin as it will be drawn, and the gain in the same ratio. */
  limit(face: LimitedFace, wanted: Float32Array): void;
}

/** Maximum difference of light as a logarithm: inside, and at the border, where skin of the target is beside it. */
const MAX = 0.1;
const AT_BORDER = 0.03;
/** Weight of no difference beside the averages, where few points are skin. */
const UNSEEN = 0.3;

/** Creates a limit with its own working memory; `border` has the weight of the border at every point, 0..1. */
export function createLightLimit(face: CanonicalFace, border: Float32Array): LightLimit {
  const max = border.map((nearness) => MAX + nearness * (AT_BORDER - MAX));
  const mixture = nearbySkinOf(face);
  const beard = beardOf(face);
  const weights = new Float32Array(MESH_POINT_COUNT);
  return {
    setSource(likeness) {
      for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
        weights[point] = 1 - beard[point] * (1 - likeness[point]);
      }
    },
    limit({ black, shown, likeness, bare, detail, gain }, wanted) {
      const { values, mixed } = mixture;
      for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
        const own = Math.max(1, wanted[point] + gain[point] * detail[point] - black);
        const weight = weights[point] * likeness[point] * bare[point];
        values[point * 4] = weight * Math.log(own / Math.max(1, shown[point] - black));
        values[point * 4 + 1] = weight;
      }
      mixture.mix();
      for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
        const brighter = mixed[point * 4] / (mixed[point * 4 + 1] + UNSEEN);
        const change = Math.exp(max[point] * Math.tanh(brighter / max[point]) - brighter);
        wanted[point] = black + (wanted[point] - black) * change;
        gain[point] *= change;
      }
    },
  };
}
