/**
 * How vivid lips are beside the skin. Red lips of a photo are added to the tint of another skin, which the light of another room may have
 * made vivid already, and would glow there. Their hue stays.
 */
import { LIPS_OUTER } from '../../track/mesh-points.ts';
import { REFINED_LIPS } from '../../track/refined-points.ts';
import { relativeIlluminance } from '../source/relative-illuminance.ts';
import type { FaceMemory } from './face-memory.ts';
import type { DrawnLight } from './face-patch.ts';
import type { Occluders } from './occluders.ts';
import type { SkinColours } from './skin-field.ts';

/** All points of lips. */
export const LIPS = Uint16Array.from(new Set([...LIPS_OUTER, ...REFINED_LIPS]));
/** How many steps of chroma, as it is seen, lips may be farther from grey than skin is; more only where those of the target are. */
const MORE_VIVID = 8;

/** What is drawn of lips: `luma` as it will be, and by how much the source differs from its smooth skin (`detail`). */
interface DrawnLips {
  readonly luma: Float32Array;
  readonly detail: SkinColours;
}

/**
 * Changes the chroma of `wanted`, the smooth skin that is drawn (as under even light), so that lips over it are no more vivid than that.
 * What hides lips of the target is none of them: `occluded` tells how surely a point is hidden, 0..1.
 */
export function limitLips(
  { skin, shown, occluded }: Pick<FaceMemory, 'skin' | 'shown'> & Pick<Occluders, 'occluded'>,
  { black, reference, chromaGain }: Readonly<DrawnLight>,
  { luma, detail }: DrawnLips,
  wanted: SkinColours,
): void {
  let ofTarget = 0;
  let seen = 0;
  for (const point of LIPS) {
    const weight = 1 - occluded[point];
    ofTarget += (chromaAt(shown, point) - chromaAt(skin, point)) * weight;
    seen += weight;
  }
  const most = Math.max(MORE_VIVID, ofTarget / Math.max(1, seen));
  for (const point of LIPS) {
    const light = chromaGain * relativeIlluminance(luma[point] - black, reference);
    const u = wanted.u[point] + detail.u[point] - 128;
    const v = wanted.v[point] + detail.v[point] - 128;
    const vivid = light * Math.hypot(u, v);
    const usual = chromaAt(skin, point);
    if (vivid > usual) {
      const paler = 1 - (usual + most * Math.tanh((vivid - usual) / most)) / vivid;
      wanted.u[point] -= paler * u;
      wanted.v[point] -= paler * v;
    }
  }
}

/** How far a colour is from grey. */
function chromaAt({ u, v }: SkinColours, point: number): number {
  return Math.hypot(u[point] - 128, v[point] - 128);
}
