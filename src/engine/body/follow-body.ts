import type { I420Frame } from '../pixels/frame.ts';
import type { Region } from '../pixels/region.ts';
import type { BodyPose } from './joints.ts';
import { type FoundPose, NEW_CONFIDENCE, type PoseFinder } from './pose-finder.ts';

/** Follows one person from frame to frame. */
export interface BodyFollower {
  /** Finds the person in the next frame; `isCut` is true if the frame begins another scene. */
  follow(
    frame: I420Frame,
    isCut: boolean,
  ): {
    readonly pose: BodyPose | null;
    /** Number of people found in a frame with detection; otherwise 1 or 0. */
    readonly people: number;
  };
  /** Finds the person in a region and follows them from there; null if nobody is there. */
  restart(frame: I420Frame, region: Readonly<Region>): BodyPose | null;
}

/** Minimum confidence for a person that is already tracked. */
const FOLLOWED_CONFIDENCE = 0.3;
/**
 * Maximum move of a body from frame to frame, as a fraction of its square's side, and maximum ratio of its sizes;
 * beyond them the network lost it.
 */
const LONGEST_JUMP = 0.3;
const MAX_GROWTH = 1.4;

/**
 * Creates a tracker for one clip. It tracks the largest person of the first frame. After a cut it detects the largest
 * person again; after a jump or a frame without the person, it detects and selects the person nearest in position and
 * size.
 *
 *   nobody --detected, the largest--> followed --cut--> nobody
 *                                     followed --unsure or jumped--> lost --detected, the nearest--> followed
 */
export function createBodyFollower(finder: PoseFinder): BodyFollower {
  let last: Readonly<Region> | null = null;
  let isFollowed = false;
  return {
    follow(frame, isCut) {
      if (isCut) {
        last = null;
        isFollowed = false;
      }
      let people = 1;
      let found: FoundPose | null = null;
      if (last !== null && isFollowed) {
        const read = finder.read(frame, last, FOLLOWED_CONFIDENCE);
        found = read !== null && isNear(last, read.next) ? read : null;
      }
      if (found === null) {
        const regions = finder.detect(frame);
        people = regions.length;
        const chosen = last === null ? regions[0] : findNearest(regions, last);
        found = chosen === undefined ? null : finder.read(frame, chosen, NEW_CONFIDENCE);
      }
      isFollowed = found !== null;
      last = found?.next ?? last;
      return { pose: found?.pose ?? null, people };
    },
    restart(frame, region) {
      const found = finder.read(frame, region, NEW_CONFIDENCE);
      isFollowed = found !== null;
      last = found?.next ?? last;
      return found?.pose ?? null;
    },
  };
}

function isNear(before: Readonly<Region>, after: Readonly<Region>): boolean {
  const distance = Math.hypot(after.centreX - before.centreX, after.centreY - before.centreY);
  const growth = after.width / before.width;
  return distance < LONGEST_JUMP * before.width && growth < MAX_GROWTH && growth > 1 / MAX_GROWTH;
}

/** Returns the region that differs least from the last one in position and size. */
function findNearest(regions: readonly Region[], last: Readonly<Region>): Region | undefined {
  const costOf = (region: Region): number =>
    Math.hypot(region.centreX - last.centreX, region.centreY - last.centreY) / last.width +
    Math.abs(Math.log(region.width / last.width));
  return regions.toSorted((a, b) => costOf(a) - costOf(b))[0];
}
