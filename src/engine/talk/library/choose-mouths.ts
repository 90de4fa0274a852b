import type { MouthMeasures } from '../mouth/measures.ts';
import { mouthDistance } from './mouth-distance.ts';

/**
 * Distance bonus per frame, up to a limit: of similar mouths, those far apart in time are preferred, since their light
 * differs.
 */
const TIME_WORTH = 1e-5;
const FARTHEST_FRAMES = 40;

/**
 * Selects at most `max` frames with mouths as different as possible, in ascending order, by farthest-point sampling
 * (Gonzalez 1985). Null marks frames without a usable mouth.
 */
export function chooseMouths(mouths: readonly (MouthMeasures | null)[], max: number): number[] {
  const distances = Float64Array.from(mouths, (mouth) => (mouth === null ? -1 : Infinity));
  const chosen: number[] = [];
  for (let last = distances.indexOf(Infinity); last >= 0 && chosen.length < max;) {
    chosen.push(last);
    last = removeNear(distances, mouths, last);
  }
  return chosen.toSorted((a, b) => a - b);
}

/**
 * Marks a mouth as chosen (below 0) and lowers the distances of the others to their distance from it; returns the
 * farthest, or -1.
 */
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
