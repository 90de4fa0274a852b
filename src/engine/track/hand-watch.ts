/**
 * Tracks hands in front of faces and beside them.
 *
 *   skin colour came near a face --palm found, joints located--> tracked --unsure or far from all faces--> free
 *
 * Without hands a frame costs the check of a few hundred pixels around each face; palms are detected when some of them
 * changed to the colour of the face, for a new face, and periodically.
 */
import type { I420Frame } from '../pixels/frame.ts';
import { createRegion, setLetterbox, setSquare, type Region } from '../pixels/region.ts';
import { createDetector, palmLayout } from './detector.ts';
import type { FaceBox, FaceTrack, NearHands } from './face-track.ts';
import type { FixedModel } from './fixed-model.ts';
import { createHandLandmarker } from './hand-landmarker.ts';
import { HAND_POINT_COUNT, HAND_VALUES, MAX_HANDS } from './hand-points.ts';
import { setRegionOfJoints, setRegionOfPalm } from './hand-region.ts';
import { createSurroundingsQuickCheck } from './surroundings-quick-check.ts';

/** Networks that find hands. */
export interface HandModels {
  readonly palm: FixedModel;
  readonly hand: FixedModel;
}

/** Hands of one stream. */
export interface HandWatch {
  /** Sets the hands near each of the faces of a frame. */
  watch(frame: I420Frame, timestampUs: number, faces: readonly FaceTrack[]): void;
  /** Removes all hands, for another scene. */
  reset(): void;
}

const MIN_PALM = 0.4;
/** Confidence from which a detected hand is accepted, and below which a tracked one is lost. */
const NEW_PRESENCE = 0.7;
const TRACKED_PRESENCE = 0.5;
/** Confidence for both if the wrist lies on a face: mouth and nose resemble a fist. */
const INSIDE_PRESENCE = 0.93;
/** Minimum and maximum interval between palm detections. */
const SHORTEST_INTERVAL_US = 200_000;
const LONGEST_INTERVAL_US = 4_000_000;
/** Interval of the check for movement near a face: every second of 30 frames a second. */
const CHECK_INTERVAL_US = 60_000;
/** Side of the square searched for palms, in face widths. */
const SEARCHED = 4;
/** Distance from a face (in face widths) up to which hands are tracked, and up to which they may cover it. */
const FOLLOWED = 1;
const NEAR = 0.15;
/**
 * Mean movement of joints (as a fraction of the hand's square) below which the next frames are skipped, and their
 * number.
 */
const CALM = 0.006;
const MAX_REST = 2;
/** Distance of centres (as a fraction of the square) below which two hands are the same. */
const SAME_HAND = 0.25;

const before = new Float32Array(HAND_VALUES);

interface FollowedHand {
  isActive: boolean;
  /** Number of frames in which it is assumed to be still. */
  rest: number;
  readonly points: Float32Array;
  readonly region: Region;
}

/** Creates a watch on loaded networks, which no other watch may use at the same time. */
export function createHandWatch(models: HandModels): HandWatch {
  return new JointWatch(models);
}

class JointWatch implements HandWatch {
  readonly #detector;
  readonly #landmarker;
  readonly #quickCheck = createSurroundingsQuickCheck();
  readonly #hands: readonly FollowedHand[] = Array.from({ length: MAX_HANDS }, () => ({
    isActive: false,
    rest: 0,
    points: new Float32Array(HAND_VALUES),
    region: createRegion(),
  }));
  readonly #searched = createRegion();
  #lastSearchUs = Number.NEGATIVE_INFINITY;
  #lastCheckUs = Number.NEGATIVE_INFINITY;

  constructor({ palm, hand }: HandModels) {
    this.#detector = createDetector(palm, palmLayout);
    this.#landmarker = createHandLandmarker(hand);
  }

  watch(frame: I420Frame, timestampUs: number, faces: readonly FaceTrack[]): void {
    for (const hand of this.#hands) {
      if (hand.isActive) {
        this.#follow(hand, frame, faces);
      }
    }
    this.#searchIfDue(frame, timestampUs, faces);
    for (const face of faces) {
      face.hands.count = 0;
      for (const hand of this.#hands) {
        if (hand.isActive && isNear(hand.points, face, NEAR)) {
          add(face.hands, hand.points);
        }
      }
    }
  }

  reset(): void {
    for (const hand of this.#hands) {
      hand.isActive = false;
    }
    this.#lastSearchUs = Number.NEGATIVE_INFINITY;
    this.#lastCheckUs = Number.NEGATIVE_INFINITY;
  }

  #follow(hand: FollowedHand, frame: I420Frame, faces: readonly FaceTrack[]): void {
    if (hand.rest > 0) {
      hand.rest -= 1;
    } else {
      const { points, region } = hand;
      before.set(points);
      setRegionOfJoints(region, points);
      hand.isActive = this.#locate(hand, frame, faces, TRACKED_PRESENCE) && !this.#isDouble(hand);
      hand.rest = computeDistance(before, points) < CALM * region.width ? MAX_REST : 0;
    }
    hand.isActive &&= faces.some((face) => isNear(hand.points, face, FOLLOWED));
  }

  #searchIfDue(frame: I420Frame, timestampUs: number, faces: readonly FaceTrack[]): void {
    const agoUs = timestampUs - this.#lastSearchUs;
    if (agoUs < SHORTEST_INTERVAL_US || this.#hands.every(({ isActive }) => isActive)) {
      return;
    }
    const isCheckDue = timestampUs - this.#lastCheckUs >= CHECK_INTERVAL_US;
    if (isCheckDue) {
      this.#lastCheckUs = timestampUs;
    }
    for (const face of faces) {
      if (
        face.isNew ||
        agoUs > LONGEST_INTERVAL_US ||
        (isCheckDue && this.#quickCheck.isOther(frame, face))
      ) {
        this.#quickCheck.store(frame, face);
        this.#search(frame, face, faces);
        this.#lastSearchUs = timestampUs;
      }
    }
  }

  #search(frame: I420Frame, { box }: FaceTrack, faces: readonly FaceTrack[]): void {
    const side = box.width * SEARCHED;
    if (side < Math.max(frame.width, frame.height)) {
      setSquare(this.#searched, box.left + box.width / 2, box.top + box.height / 2, side);
    } else {
      setLetterbox(this.#searched, frame.width, frame.height);
    }
    for (const palm of this.#detector.detect(frame, this.#searched, MIN_PALM)) {
      const hand = this.#hands.find(({ isActive }) => !isActive);
      if (hand === undefined) {
        return;
      }
      setRegionOfPalm(hand.region, palm);
      if (!this.#isDouble(hand)) {
        const isHand = this.#locate(hand, frame, faces, NEW_PRESENCE);
        setRegionOfJoints(hand.region, hand.points);
        hand.isActive = isHand && !this.#isDouble(hand);
        hand.rest = 0;
      }
    }
  }

  /** Locates the joints of a hand in its region; false when there is no hand. */
  #locate(
    { region, points }: FollowedHand,
    frame: I420Frame,
    faces: readonly FaceTrack[],
    minPresence: number,
  ): boolean {
    const presence = this.#landmarker.locate(frame, region, points);
    const isInside = faces.some(({ box }) => isWithin(box, points[0], points[1]));
    return presence >= (isInside ? INSIDE_PRESENCE : minPresence);
  }

  /** Returns whether another tracked hand is at the same position. */
  #isDouble(hand: FollowedHand): boolean {
    const { centreX, centreY, width } = hand.region;
    for (const { isActive, region } of this.#hands) {
      if (
        isActive &&
        region !== hand.region &&
        Math.hypot(region.centreX - centreX, region.centreY - centreY) < SAME_HAND * width
      ) {
        return true;
      }
    }
    return false;
  }
}

/** Returns the mean distance of joints, horizontal plus vertical. */
function computeDistance(points: Float32Array, others: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < points.length; at += 1) {
    sum += Math.abs(points[at] - others[at]);
  }
  return sum / HAND_POINT_COUNT;
}

/** Returns whether a joint lies in a face or within `widths` of it. */
function isNear(points: Float32Array, { box }: FaceTrack, widths: number): boolean {
  for (let at = 0; at < points.length; at += 2) {
    if (isWithin(box, points[at], points[at + 1], box.width * widths)) {
      return true;
    }
  }
  return false;
}

function isWithin(box: Readonly<FaceBox>, x: number, y: number, margin = 0): boolean {
  const [right, down] = [x - box.left, y - box.top];
  return (
    right > -margin && right < box.width + margin && down > -margin && down < box.height + margin
  );
}

function add(hands: NearHands, points: Float32Array): void {
  hands.points.set(points, hands.count * HAND_VALUES);
  hands.count += 1;
}
