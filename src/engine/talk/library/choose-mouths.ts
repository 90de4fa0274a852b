import type { MouthMeasures } from '../mouth/measures.ts';
import { mouthDistance } from './mouth-distance.ts';

/** Of mouths that are alike, those that are far from each other in time are worth more: the light differs. */
const TIME_WORTH = 1e-5;
const FARTHEST_FRAMES = 40;

/**
 * Frames of a clip whose mouths are as different as can be, at most `most`, in order: farthest-point sampling (Gonzalez
 * 1985). Frames without a mouth that may be used are null.
 */
export function chooseMouths(mouths: readonly (MouthMeasures | null)[], most: number): number[] {
  const distances = Float64Array.from(mouths, (mouth) => (mouth === null ? -1 : Infinity));
  const chosen: number[] = [];
  for (let last = distances.indexOf(Infinity); last >= 0 && chosen.length < most;) {
    chosen.push(last);
    last = removeNear(distances, mouths, last);
  }
  return chosen.toSorted((a, b) => a - b);
}

/** Takes a mouth out (below 0) and brings the distances of the others down to that from it; gives the farthest, or -1. */
function removeNear(
  distances: Float64Array,
  mouths: readonly (MouthMeasures | null)[],
  last: number,
): number {
  const from = mouths[last]!;
  distances[last] = -1;
  let farthest = -1;
  let found = -1;
  for (let index = 0; index < distances.length; index += 1) {
    const before = distances[index];
    if (before >= 0) {
      const apart = TIME_WORTH * Math.min(FARTHEST_FRAMES, Math.abs(index - last));
      const distance = Math.min(before, mouthDistance(mouths[index]!, from) + apart);
      distances[index] = distance;
      if (distance > farthest) {
        farthest = distance;
        found = index;
      }
    }
  }
  return found;
}
