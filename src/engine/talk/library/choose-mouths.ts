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
  const open = new Map<number, { readonly mouth: MouthMeasures; distance: number }>();
  mouths.forEach((mouth, index) => {
    if (mouth !== null) {
      open.set(index, { mouth, distance: Infinity });
    }
  });
  const chosen: number[] = [];
  for (let next = findFirst(open); next !== null && chosen.length < most;) {
    const index: number = next;
    const last = open.get(index);
    if (last === undefined) {
      break;
    }
    chosen.push(index);
    open.delete(index);
    let farthest = -1;
    next = null;
    for (const [other, candidate] of open) {
      const apart = TIME_WORTH * Math.min(FARTHEST_FRAMES, Math.abs(other - index));
      candidate.distance = Math.min(
        candidate.distance,
        mouthDistance(candidate.mouth, last.mouth) + apart,
      );
      if (candidate.distance > farthest) {
        farthest = candidate.distance;
        next = other;
      }
    }
  }
  return chosen.toSorted((a, b) => a - b);
}

function findFirst(open: ReadonlyMap<number, unknown>): number | null {
  for (const index of open.keys()) {
    return index;
  }
  return null;
}
