/**
 * Detects faces in a whole frame, in steps of growing cost:
 *
 *   short range, whole frame -> full range, whole frame -> full range, part of the frame
 *
 * A live frame runs one detector when a face is found at once, and three at most: the parts take turns, one per call.
 */
import type { I420Frame } from '../pixels/frame.ts';
import { createRegion, setLetterbox, setSquare, type Region } from '../pixels/region.ts';
import type { Detection } from './detection.ts';
import type { Detector } from './detector.ts';

/** Receives a list of faces, which the next detection overwrites. */
type Visitor = (found: readonly Detection[]) => void;

/** Searches whole frames. */
export interface FaceSearch {
  /**
   * Calls `visit` with each list of faces found in the frame; the same face may be in several. `isThorough` also runs
   * the network for small faces when large ones were found.
   */
  find(frame: I420Frame, isThorough: boolean, visit: Visitor): void;
  /** Returns faces around the last position of a face; overwritten by the next detection. */
  findNear(frame: I420Frame, region: Readonly<Region>): readonly Detection[];
  /** Searches a still: the whole frame, then every part of it until `isEnough` returns true. */
  findAll(frame: I420Frame, visit: Visitor, isEnough: () => boolean): void;
}

const MIN_SCORE = 0.5;
/** Parts overlap by half, so that every face is complete in one of them. */
const PARTS_PER_SHORT_EDGE = 2;
/** Without it, a picture of one column and 400 rows would have thousands of parts. */
const MAX_PARTS_PER_LONG_EDGE = 24;
/** Size of the part that is searched again, relative to the last region. */
const NEAR_MARGIN = 2;

/** Creates a search with two detectors of its own. */
export function createFaceSearch(shortRange: Detector, fullRange: Detector): FaceSearch {
  const region = createRegion();
  let turn = 0;

  return {
    find(frame, isThorough, visit) {
      setLetterbox(region, frame.width, frame.height);
      const large = shortRange.detect(frame, region, MIN_SCORE);
      const hasLarge = large.length > 0;
      visit(large);
      if (hasLarge && !isThorough) {
        return;
      }
      const small = fullRange.detect(frame, region, MIN_SCORE);
      const hasSmall = small.length > 0;
      visit(small);
      if (!hasLarge && !hasSmall) {
        turn += 1;
        setPart(region, frame, turn);
        visit(fullRange.detect(frame, region, MIN_SCORE));
      }
    },
    findNear(frame, last) {
      setSquare(region, last.centreX, last.centreY, last.width * NEAR_MARGIN);
      return shortRange.detect(frame, region, MIN_SCORE);
    },
    findAll(frame, visit, isEnough) {
      setLetterbox(region, frame.width, frame.height);
      visit(shortRange.detect(frame, region, MIN_SCORE));
      visit(fullRange.detect(frame, region, MIN_SCORE));
      for (let part = 0; part < countParts(frame) && !isEnough(); part += 1) {
        setPart(region, frame, part);
        visit(fullRange.detect(frame, region, MIN_SCORE));
      }
    },
  };
}

/** Counts the squares of at least half the short edge that cover the frame, two per short edge with overlap. */
export function countParts(frame: Pick<I420Frame, 'width' | 'height'>): number {
  return (
    listSteps(frame.width, computePartSize(frame)) * listSteps(frame.height, computePartSize(frame))
  );
}

function setPart(region: Region, frame: I420Frame, turn: number): void {
  const size = computePartSize(frame);
  const columns = listSteps(frame.width, size);
  const rows = listSteps(frame.height, size);
  const index = turn % (columns * rows);
  const column = index % columns;
  const row = Math.floor(index / columns);
  const x = size / 2 + (column / Math.max(1, columns - 1)) * (frame.width - size);
  const y = size / 2 + (row / Math.max(1, rows - 1)) * (frame.height - size);
  setSquare(region, x, y, size);
}

function computePartSize({ width, height }: Pick<I420Frame, 'width' | 'height'>): number {
  return Math.max(
    (Math.min(width, height) / PARTS_PER_SHORT_EDGE) * 1.25,
    Math.max(width, height) / MAX_PARTS_PER_LONG_EDGE,
  );
}

function listSteps(length: number, size: number): number {
  return Math.max(1, Math.ceil((length - size) / (size / 2)) + 1);
}
