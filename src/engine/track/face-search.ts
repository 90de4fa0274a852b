/**
 * Looks for faces in a whole frame, in steps of growing price:
 *
 *   short range, whole frame -> full range, whole frame -> full range, part of the frame
 *
 * A live frame pays for one detector when a face is found at once and for three at most: the parts are
 * taken in turns, one per call.
 */
import type { I420Frame } from '../pixels/frame.ts';
import { createRegion, setLetterbox, setSquare, type Region } from '../pixels/region.ts';
import type { Detection } from './detection.ts';
import type { Detector } from './detector.ts';

/** Takes a list of faces; it is overwritten by the next look. */
type Visitor = (found: readonly Detection[]) => void;

/** Looks at whole frames. */
export interface FaceSearch {
  /**
   * Calls `visit` with each list of faces found in the frame; the same face may be in several.
   * `isThorough` also asks the network for small faces when large ones were found.
   */
  find(frame: I420Frame, isThorough: boolean, visit: Visitor): void;
  /** Faces around a place where one was a moment ago; overwritten by the next look. */
  findNear(frame: I420Frame, region: Readonly<Region>): readonly Detection[];
  /** Searches a still: the whole frame, and then every part of it, until `isEnough` says yes. */
  findAll(frame: I420Frame, visit: Visitor, isEnough: () => boolean): void;
}

const MIN_SCORE = 0.5;
/** Parts overlap by half, so that every face lies whole in one of them. */
const PARTS_PER_SHORT_EDGE = 2;
/** How much larger than the last region the part is that is searched again. */
const NEAR_MARGIN = 2;

/** A search with two detectors of its own. */
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

/** Squares of half the short edge and more that cover the frame, two per short edge with overlap. */
function countParts(frame: I420Frame): number {
  return stepsOf(frame.width, partSize(frame)) * stepsOf(frame.height, partSize(frame));
}

function setPart(region: Region, frame: I420Frame, turn: number): void {
  const size = partSize(frame);
  const columns = stepsOf(frame.width, size);
  const rows = stepsOf(frame.height, size);
  const index = turn % (columns * rows);
  const column = index % columns;
  const row = Math.floor(index / columns);
  const x = size / 2 + (column / Math.max(1, columns - 1)) * (frame.width - size);
  const y = size / 2 + (row / Math.max(1, rows - 1)) * (frame.height - size);
  setSquare(region, x, y, size);
}

function partSize(frame: I420Frame): number {
  return (Math.min(frame.width, frame.height) / PARTS_PER_SHORT_EDGE) * 1.25;
}

function stepsOf(length: number, size: number): number {
  return Math.max(1, Math.ceil((length - size) / (size / 2)) + 1);
}
