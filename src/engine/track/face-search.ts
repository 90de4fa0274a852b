/**
 * Looks for faces in a whole frame, in steps of growing price:
 *
 *   short range, whole frame -> full range, whole frame -> full range, part of the frame
 *
 * A live frame pays for one detector when a face is found at once and for three at most: the parts are
 * taken in turns, one per call.
 */
import type { I420Frame } from '../pixels/frame.ts';
import {
  copyRegion,
  createRegion,
  setLetterbox,
  setSquare,
  type Region,
} from '../pixels/region.ts';
import type { Detection } from './detection.ts';
import type { FaceDetector } from './face-detector.ts';

export interface FaceSearch {
  /** Faces in the frame; overwritten by the next call. `isThorough` also asks the network for small faces when others were found. */
  find(frame: I420Frame, isThorough: boolean): readonly Detection[];
  /** Faces around a place where one was a moment ago. */
  findNear(frame: I420Frame, region: Readonly<Region>): readonly Detection[];
  /** Whether the face under the region of a mesh stands on its head there: the mesh network sees one either way. */
  isUpsideDown(frame: I420Frame, face: Readonly<Region>): boolean;
  /** Every part of the frame, for stills: calls `visit` with what each look found. */
  visitAll(frame: I420Frame, visit: (found: readonly Detection[]) => void): void;
}

const MIN_SCORE = 0.5;
/** For comparing, not for finding. */
const DOUBTFUL_SCORE = 0.1;
/** The right way up a face scores above 0.9, the wrong way up below 0.5. */
const CLEARLY = 0.2;
/** From the region of a mesh to one in which the detector scores best. */
const UPSIDE_DOWN_MARGIN = 1.33;
/** Parts overlap by half, so that every face lies whole in one of them. */
const PARTS_PER_SHORT_EDGE = 2;
/** How much larger than the last region the part is that is searched again. */
const NEAR_MARGIN = 2;

export function createFaceSearch(shortRange: FaceDetector, fullRange: FaceDetector): FaceSearch {
  const region = createRegion();
  let turn = 0;

  return {
    find(frame, isThorough) {
      setLetterbox(region, frame.width, frame.height);
      const large = shortRange.detect(frame, region, MIN_SCORE);
      if (large.length > 0 && !isThorough) {
        return large;
      }
      const small = fullRange.detect(frame, region, MIN_SCORE);
      if (small.length > 0 || large.length > 0) {
        return small.length >= large.length ? small : large;
      }
      turn += 1;
      setPart(region, frame, turn);
      return fullRange.detect(frame, region, MIN_SCORE);
    },
    findNear(frame, last) {
      setSquare(region, last.centreX, last.centreY, last.width * NEAR_MARGIN);
      return shortRange.detect(frame, region, MIN_SCORE);
    },
    isUpsideDown(frame, face) {
      copyRegion(face, region);
      region.width *= UPSIDE_DOWN_MARGIN;
      region.height *= UPSIDE_DOWN_MARGIN;
      const upright = bestScore(shortRange.detect(frame, region, DOUBTFUL_SCORE));
      region.rotation += Math.PI;
      return bestScore(shortRange.detect(frame, region, DOUBTFUL_SCORE)) > upright + CLEARLY;
    },
    visitAll(frame, visit) {
      setLetterbox(region, frame.width, frame.height);
      visit(shortRange.detect(frame, region, MIN_SCORE));
      visit(fullRange.detect(frame, region, MIN_SCORE));
      for (let part = 0; part < countParts(frame); part += 1) {
        setPart(region, frame, part);
        visit(fullRange.detect(frame, region, MIN_SCORE));
      }
    },
  };
}

function bestScore(found: readonly Detection[]): number {
  return found[0]?.score ?? 0;
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
