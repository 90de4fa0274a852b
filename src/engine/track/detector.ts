import type { I420Frame } from '../pixels/frame.ts';
import type { Region } from '../pixels/region.ts';
import { sampleI420 } from '../pixels/sample-i420.ts';
import { createSampleTarget } from '../pixels/sample-target.ts';
import { createDetection, FACE_KEY_POINTS, computeOverlap, type Detection } from './detection.ts';
import { toOutput, type FixedModel } from './fixed-model.ts';

/** Parameters of a detection network of MediaPipe. */
export interface DetectorLayout {
  /** Edge of the square input in pixels. */
  readonly inputSize: number;
  /** Input value of black; white is 1. */
  readonly black: number;
  /** Number of key points of a box. */
  readonly keyPoints: number;
  /** Cells per row and anchors per cell of each scale, in the order of the outputs. */
  readonly scales: readonly { readonly cells: number; readonly anchors: number }[];
  readonly boxes: string;
  readonly scores: string;
}

/** For faces from about a sixth of the region. */
export const shortRangeLayout: DetectorLayout = {
  inputSize: 128,
  black: -1,
  keyPoints: FACE_KEY_POINTS,
  scales: [
    { cells: 16, anchors: 2 },
    { cells: 8, anchors: 6 },
  ],
  boxes: 'regressors',
  scores: 'classificators',
};

/** Also for small faces, at four times the cost. */
export const fullRangeLayout: DetectorLayout = {
  inputSize: 192,
  black: -1,
  keyPoints: FACE_KEY_POINTS,
  scales: [{ cells: 48, anchors: 1 }],
  boxes: 'reshaped_regressor_face_4',
  scores: 'reshaped_classifier_face_4',
};

/** For palms, whose key points are the wrist and the knuckles. */
export const palmLayout: DetectorLayout = {
  inputSize: 192,
  black: 0,
  keyPoints: 7,
  scales: [
    { cells: 24, anchors: 2 },
    { cells: 12, anchors: 6 },
  ],
  boxes: 'Identity',
  scores: 'Identity_1',
};

/** Detects faces or palms in a square region of a frame, upright relative to the rotation of the region. */
export interface Detector {
  /**
   * Returns the detections in `region` with at least `minScore` (0..1), best first. The list and its entries are
   * overwritten by the next call.
   */
  detect(frame: I420Frame, region: Readonly<Region>, minScore: number): readonly Detection[];
}

/** Maximum number of candidate boxes; more are noise. */
const MAX_CANDIDATES = 128;
const MAX_FOUND = 16;
/** Intersection over union from which boxes are merged. */
const SAME_OVERLAP = 0.3;

/** Creates a detector on a loaded network; calls must not overlap. */
export function createDetector(model: FixedModel, layout: DetectorLayout): Detector {
  const { inputSize, black, keyPoints } = layout;
  const valuesPerBox = 4 + keyPoints * 2;
  const target = createSampleTarget(model.input, {
    width: inputSize,
    height: inputSize,
    low: black,
    high: 1,
    border: 'black',
  });
  const anchors = createAnchors(layout);
  const boxes = toOutput(model, layout.boxes);
  const scores = toOutput(model, layout.scores);
  const candidates = Array.from({ length: MAX_CANDIDATES }, () => createDetection(keyPoints));
  const merged = Array.from({ length: MAX_FOUND }, () => createDetection(keyPoints));
  const found: Detection[] = [];

  return {
    detect(frame, region, minScore) {
      sampleI420(frame, region, target);
      model.run();
      const minLogit = Math.log(minScore / (1 - minScore));
      let count = 0;
      for (let anchor = 0; anchor < scores.length && count < MAX_CANDIDATES; anchor += 1) {
        if (scores[anchor] >= minLogit) {
          const candidate = candidates[count];
          candidate.score = 1 / (1 + Math.exp(-scores[anchor]));
          decode(candidate, boxes, anchor * valuesPerBox, anchors, anchor * 2, inputSize);
          moveToRegion(candidate, region);
          count += 1;
        }
      }
      found.length = 0;
      merge(candidates, count, merged, found);
      return found;
    },
  };
}

/** Returns the centres of the cells of the outputs, x and y in 0..1. */
function createAnchors({ scales }: DetectorLayout): Float32Array {
  const middles: number[] = [];
  for (const { cells, anchors } of scales) {
    for (let index = 0; index < cells * cells * anchors; index += 1) {
      const cell = Math.floor(index / anchors);
      middles.push(((cell % cells) + 0.5) / cells, (Math.floor(cell / cells) + 0.5) / cells);
    }
  }
  return Float32Array.from(middles);
}

/** Decodes box and key points, in 0..1 of the region. */
function decode(
  detection: Detection,
  boxes: Float32Array,
  box: number,
  anchors: Float32Array,
  anchor: number,
  inputSize: number,
): void {
  const x = anchors[anchor];
  const y = anchors[anchor + 1];
  detection.centreX = boxes[box] / inputSize + x;
  detection.centreY = boxes[box + 1] / inputSize + y;
  detection.width = boxes[box + 2] / inputSize;
  detection.height = boxes[box + 3] / inputSize;
  for (let point = 0; point < detection.keyPoints.length; point += 2) {
    detection.keyPoints[point] = boxes[box + 4 + point] / inputSize + x;
    detection.keyPoints[point + 1] = boxes[box + 5 + point] / inputSize + y;
  }
}

/** Transforms a detection from 0..1 of the region to pixels of the frame. */
function moveToRegion(detection: Detection, region: Readonly<Region>): void {
  const cos = Math.cos(region.rotation);
  const sin = Math.sin(region.rotation);
  const x = (detection.centreX - 0.5) * region.width;
  const y = (detection.centreY - 0.5) * region.height;
  detection.centreX = region.centreX + x * cos - y * sin;
  detection.centreY = region.centreY + x * sin + y * cos;
  detection.width *= region.width;
  detection.height *= region.height;
  for (let point = 0; point < detection.keyPoints.length; point += 2) {
    const px = (detection.keyPoints[point] - 0.5) * region.width;
    const py = (detection.keyPoints[point + 1] - 0.5) * region.height;
    detection.keyPoints[point] = region.centreX + px * cos - py * sin;
    detection.keyPoints[point + 1] = region.centreY + px * sin + py * cos;
  }
}

/**
 * Merges overlapping candidates into their mean, weighted by score, which is steadier than the best one alone. Merged
 * candidates get a score of 0.
 */
function merge(
  candidates: readonly Detection[],
  count: number,
  merged: readonly Detection[],
  found: Detection[],
): void {
  while (found.length < merged.length) {
    const best = findBest(candidates, count);
    if (best === null) {
      return;
    }
    const next = merged[found.length];
    next.score = best.score;
    setMean(next, best, candidates, count);
    found.push(next);
  }
}

function findBest(candidates: readonly Detection[], count: number): Detection | null {
  let best: Detection | null = null;
  for (let index = 0; index < count; index += 1) {
    const candidate = candidates[index];
    if (candidate.score > (best?.score ?? 0)) {
      best = candidate;
    }
  }
  return best;
}

function setMean(
  mean: Detection,
  best: Detection,
  candidates: readonly Detection[],
  count: number,
): void {
  mean.centreX = 0;
  mean.centreY = 0;
  mean.width = 0;
  mean.height = 0;
  mean.keyPoints.fill(0);
  let total = 0;
  for (let pass = 0; pass < 2; pass += 1) {
    for (let index = 0; index < count; index += 1) {
      const candidate = candidates[index];
      if (candidate.score === 0 || computeOverlap(candidate, best) < SAME_OVERLAP) {
        continue;
      }
      if (pass === 0) {
        total += candidate.score;
        continue;
      }
      const weight = candidate.score / total;
      mean.centreX += candidate.centreX * weight;
      mean.centreY += candidate.centreY * weight;
      mean.width += candidate.width * weight;
      mean.height += candidate.height * weight;
      for (let point = 0; point < mean.keyPoints.length; point += 1) {
        mean.keyPoints[point] += candidate.keyPoints[point] * weight;
      }
      if (candidate !== best) {
        candidate.score = 0;
      }
    }
  }
  best.score = 0;
}
