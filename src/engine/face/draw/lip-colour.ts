/**
 * Limits the saturation of lips beside the skin, and their distance from its tint. Red lips of a photo are added to the
 * tint of another skin, which the target's light may already have made vivid, and would glow there; pink ones are not
 * more vivid than a tanned skin, but would look painted on it.
 */
import { LIPS_OUTER } from '../../track/mesh-points.ts';
import { REFINED_LIPS } from '../../track/refined-points.ts';
import { relativeIlluminance } from '../source/relative-illuminance.ts';
import { smoothstep } from '../../vision/math.ts';
import type { FaceMemory } from './face-memory.ts';
import type { DrawnLight } from './face-patch.ts';
import { clearMouthTint, fadeMouthTint } from './mouth-tint.ts';
import type { Occluders } from './occluders.ts';
import type { SkinColours } from './skin-field.ts';

/** All points of the lips. */
export const LIPS = Uint16Array.from(new Set([...LIPS_OUTER, ...REFINED_LIPS]));
/**
 * Maximum steps of chroma, as displayed, by which lips may be farther from grey than skin. More is allowed only where
 * the target's lips are more vivid.
 */
const MORE_VIVID = 8;
/**
 * Maximum distance of lips that are redder than the skin from its tint, in steps of chroma as displayed, and as a multiple
 * of that of the target's lips.
 */
const OTHER_TINT = 7;
const OF_TARGET = 1.5;
/** Steps of V from which on lips count fully as redder than the skin. */
const PINK = 3;

/** Drawn lips: final `luma`, and the difference of the source from its smooth skin (`detail`). */
interface DrawnLips {
  readonly luma: Float32Array;
  readonly detail: SkinColours;
}

/**
 * Changes the chroma of `wanted`, the drawn smooth skin under even light, so that the lips over it do not exceed the
 * limit, and sets the tint of the mouth. Occluded lips of the target do not count: `occluded` is the certainty that a
 * point is hidden, 0..1. A mouth with any of them has no tint, which would colour the occluder.
 */
export function limitLips(
  { skin, shown, occluded }: Pick<FaceMemory, 'skin' | 'shown'> & Pick<Occluders, 'occluded'>,
  { black, reference, chromaGain, mouth }: Readonly<Omit<DrawnLight, 'minIlluminance'>>,
  { luma, detail }: DrawnLips,
  wanted: SkinColours,
): void {
  let ofTarget = 0;
  let otherU = 0;
  let otherV = 0;
  let seen = 0;
  let hidden = 0;
  clearMouthTint(mouth);
  for (const point of LIPS) {
    const weight = 1 - occluded[point];
    hidden = Math.max(hidden, occluded[point]);
    ofTarget += (chromaAt(shown, point) - chromaAt(skin, point)) * weight;
    otherU += (shown.u[point] - skin.u[point]) * weight;
    otherV += (shown.v[point] - skin.v[point]) * weight;
    seen += weight;
    mouth.seen.u += (weight * (shown.u[point] - 128)) / LIPS.length;
    mouth.seen.v += (weight * (shown.v[point] - 128)) / LIPS.length;
  }
  const max = Math.max(MORE_VIVID, ofTarget / Math.max(1, seen));
  const other = Math.hypot(otherU, otherV) / Math.max(1, seen);
  const farthest = Math.max(OTHER_TINT, OF_TARGET * other);
  for (const point of LIPS) {
    const light = chromaGain * relativeIlluminance(luma[point] - black, reference);
    const u = wanted.u[point] + detail.u[point] - 128;
    const v = wanted.v[point] + detail.v[point] - 128;
    const vivid = light * Math.hypot(u, v);
    const usual = chromaAt(skin, point);
    if (vivid > usual) {
      const paler = 1 - (usual + max * Math.tanh((vivid - usual) / max)) / vivid;
      wanted.u[point] -= paler * u;
      wanted.v[point] -= paler * v;
    }
    const fromU = light * (wanted.u[point] + detail.u[point] - 128) - (skin.u[point] - 128);
    const fromV = light * (wanted.v[point] + detail.v[point] - 128) - (skin.v[point] - 128);
    const distance = Math.max(1e-6, Math.hypot(fromU, fromV));
    // Eased, so that lips whose tint wavers around the skin's do not flicker.
    const nearer = smoothstep(0, PINK, fromV) * findExcess(distance, farthest);
    wanted.u[point] -= (nearer * fromU) / light;
    wanted.v[point] -= (nearer * fromV) / light;
    mouth.drawn.u += (light * (wanted.u[point] + detail.u[point] - 128)) / LIPS.length;
    mouth.drawn.v += (light * (wanted.v[point] + detail.v[point] - 128)) / LIPS.length;
  }
  fadeMouthTint(mouth, 1 - hidden);
}

/** Returns the part of a distance above 0 that exceeds a soft maximum. */
function findExcess(distance: number, max: number): number {
  return 1 - (max * Math.tanh(distance / max)) / distance;
}

/** Returns the distance of a colour from grey. */
function chromaAt({ u, v }: SkinColours, point: number): number {
  return Math.hypot(u[point] - 128, v[point] - 128);
}
