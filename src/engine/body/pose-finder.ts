import type { I420Frame } from '../pixels/frame.ts';
import { createRegion, mapPointsToFrame, type Region, setLetterbox } from '../pixels/region.ts';
import { sampleI420 } from '../pixels/sample-i420.ts';
import { createSampleTarget } from '../pixels/sample-target.ts';
import type { Detection } from '../track/detection.ts';
import { createDetector, type DetectorLayout } from '../track/detector.ts';
import { type FixedModel, toOutput } from '../track/fixed-model.ts';
import { BODY_MASK_SIZE, type BodyPose, JOINT_COUNT, JOINT_VALUES } from './joints.ts';

/** The networks of a pose finder. */
export interface PoseModels {
  /** Finds people by their faces and hips. */
  readonly detection: FixedModel;
  /** Places the joints of one person. */
  readonly landmarks: FixedModel;
}

/** A detected person, and the region where the same person is expected in the next frame. */
export interface FoundPose {
  readonly pose: BodyPose;
  readonly next: Readonly<Region>;
}

/** Finds people in frames, and the joints of one of them. */
export interface PoseFinder {
  /** Squares around the people of a frame, the largest first. */
  detect(frame: I420Frame): readonly Region[];
  /** Reads the joints of the person in a square; null below `minConfidence`, 0..1. */
  read(frame: I420Frame, region: Readonly<Region>, minConfidence: number): FoundPose | null;
  /** Finds the largest person of an image and repeats until the square around the person has settled. */
  find(frame: I420Frame): FoundPose | null;
}

/** Minimum confidence for a newly detected person. */
export const NEW_CONFIDENCE = 0.5;

const layout: DetectorLayout = {
  inputSize: 224,
  black: -1,
  keyPoints: 4,
  scales: [
    { cells: 28, anchors: 2 },
    { cells: 14, anchors: 2 },
    { cells: 7, anchors: 6 },
  ],
  boxes: 'Identity',
  scores: 'Identity_1',
};
const MIN_SCORE = 0.5;
/** The landmark network gives the middle of the hips and the end of the body behind the joints. */
const POINT_COUNT = 39;
const [HIPS_POINT, END_POINT] = [33, 34];
const POINT_VALUES = 5;
/** Side of the square relative to the diameter of the circle through the end of the body. */
const MARGIN = 1.25;
/** Maximum distance of the middles of two squares of one person, as a fraction of the side. */
const SAME_PERSON = 0.2;
const HEAT_SIZE = 64;
/** Half side of the window of heat map cells around a joint. */
const HEAT_REACH = 3;
const MIN_HEAT = 0.5;
const LOOKS_AT_STILL = 3;

/**
 * Creates a finder that runs on loaded networks; calls must not overlap. Without `hasMasks` the masks of its poses are
 * empty, which saves some milliseconds.
 */
export function createPoseFinder(models: PoseModels, { hasMasks = true } = {}): PoseFinder {
  const detector = createDetector(models.detection, layout);
  const whole = createRegion();
  const read = createPoseReader(models.landmarks, hasMasks);

  function detect(frame: I420Frame): Region[] {
    setLetterbox(whole, frame.width, frame.height);
    const kept: Region[] = [];
    for (const found of detector.detect(frame, whole, MIN_SCORE)) {
      const region = toRegion(found);
      if (kept.every((other) => !isSamePerson(other, region))) {
        kept.push(region);
      }
    }
    return kept.toSorted((a, b) => b.width - a.width);
  }

  return {
    detect,
    read,
    find(frame) {
      const [first] = detect(frame);
      let found = first === undefined ? null : read(frame, first, NEW_CONFIDENCE);
      for (let again = 1; again < LOOKS_AT_STILL && found !== null; again += 1) {
        found = read(frame, found.next, NEW_CONFIDENCE) ?? found;
      }
      return found;
    },
  };
}

/** Reads joints and mask of one person. */
function createPoseReader(model: FixedModel, hasMasks: boolean): PoseFinder['read'] {
  const target = createSampleTarget(model.input, {
    width: BODY_MASK_SIZE,
    height: BODY_MASK_SIZE,
    low: 0,
    high: 1,
    border: 'black',
  });
  const raw = toOutput(model, 'Identity');
  const presence = toOutput(model, 'Identity_1');
  const mask = toOutput(model, 'Identity_2');
  const heat = toOutput(model, 'Identity_3');
  const points = new Float32Array(POINT_COUNT * JOINT_VALUES);
  return (frame, region, minConfidence) => {
    sampleI420(frame, region, target);
    model.run();
    if (presence[0] < minConfidence) {
      return null;
    }
    readPoints(raw, heat, points);
    mapPointsToFrame(points, JOINT_VALUES, region, BODY_MASK_SIZE);
    const joints = points.slice(0, JOINT_COUNT * JOINT_VALUES);
    for (let at = 2; at < joints.length; at += JOINT_VALUES) {
      joints[at] *= region.width / BODY_MASK_SIZE;
    }
    return {
      pose: {
        joints,
        confidence: presence[0],
        region: { ...region },
        mask: hasMasks
          ? Uint8Array.from(mask, (value) => sigmoid(value) * 255 + 0.5)
          : new Uint8Array(0),
      },
      next: squareAround(
        points[HIPS_POINT * JOINT_VALUES],
        points[HIPS_POINT * JOINT_VALUES + 1],
        points[END_POINT * JOINT_VALUES],
        points[END_POINT * JOINT_VALUES + 1],
      ),
    };
  };
}

/** Reads all points in pixels of the square: x and y refined by the heat map, z, and visibility. */
function readPoints(raw: Float32Array, heat: Float32Array, points: Float32Array): void {
  for (let point = 0; point < POINT_COUNT; point += 1) {
    const from = point * POINT_VALUES;
    const to = point * JOINT_VALUES;
    points[to] = raw[from];
    points[to + 1] = raw[from + 1];
    points[to + 2] = raw[from + 2];
    // A joint may be hidden within the image or lie outside of it: in both cases it is not visible.
    points[to + 3] = Math.min(sigmoid(raw[from + 3]), sigmoid(raw[from + 4]));
    moveToHeat(points, to, heat, point);
  }
}

/**
 * Moves a point to the weighted middle of its heat map nearby; it stays where the map is cold. A cell stands for its
 * upper left corner, as in training: joints at its middle would be .04 of a torso to the right of the body and below.
 */
function moveToHeat(points: Float32Array, at: number, heat: Float32Array, point: number): void {
  const cell = BODY_MASK_SIZE / HEAT_SIZE;
  const column = Math.floor(points[at] / cell);
  const row = Math.floor(points[at + 1] / cell);
  if (!(column >= 0 && row >= 0 && column < HEAT_SIZE && row < HEAT_SIZE)) {
    return;
  }
  let [sum, sumX, sumY, max] = [0, 0, 0, 0];
  const [lastRow, lastColumn] = [
    Math.min(HEAT_SIZE - 1, row + HEAT_REACH),
    Math.min(HEAT_SIZE - 1, column + HEAT_REACH),
  ];
  for (let y = Math.max(0, row - HEAT_REACH); y <= lastRow; y += 1) {
    for (let x = Math.max(0, column - HEAT_REACH); x <= lastColumn; x += 1) {
      const value = sigmoid(heat[(y * HEAT_SIZE + x) * POINT_COUNT + point]);
      sum += value;
      sumX += value * x;
      sumY += value * y;
      max = Math.max(max, value);
    }
  }
  if (max >= MIN_HEAT) {
    points[at] = (sumX / sum) * cell;
    points[at + 1] = (sumY / sum) * cell;
  }
}

/**
 * Returns the region of a detection. Its key points are the middle of the hips, and a point on the circle around the
 * body.
 */
function toRegion({ keyPoints }: Readonly<Detection>): Region {
  return squareAround(keyPoints[0], keyPoints[1], keyPoints[2], keyPoints[3]);
}

/** Returns the square around a body with known hips and end, rotated so that an upright body is upright in it. */
function squareAround(hipsX: number, hipsY: number, endX: number, endY: number): Region {
  const side = 2 * Math.hypot(endX - hipsX, endY - hipsY) * MARGIN;
  return {
    centreX: hipsX,
    centreY: hipsY,
    width: side,
    height: side,
    rotation: Math.PI / 2 - Math.atan2(hipsY - endY, endX - hipsX),
  };
}

/** Returns whether two squares surround the same person. */
function isSamePerson(a: Readonly<Region>, b: Readonly<Region>): boolean {
  const distance = Math.hypot(a.centreX - b.centreX, a.centreY - b.centreY);
  return distance <= SAME_PERSON * Math.max(a.width, b.width);
}

function sigmoid(value: number): number {
  return 1 / (1 + Math.exp(-value));
}
