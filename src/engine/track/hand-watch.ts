/**
 * Follows hands in front of faces and beside them.
 *
 *   something like skin came near a face --palm found, joints placed--> followed --unsure or far from all faces--> free
 *
 * Without hands a frame costs a look at a few hundred pixels around each face; palms are looked for when one of them changed
 * to the colour of the face, in a new face, and now and then.
 */
import type { I420Frame } from '../pixels/frame.ts';
import { createRegion, setLetterbox, setSquare, type Region } from '../pixels/region.ts';
import { createDetector, palmLayout } from './detector.ts';
import type { FaceBox, FaceTrack, NearHands } from './face-track.ts';
import type { FixedModel } from './fixed-model.ts';
import { createHandLandmarker } from './hand-landmarker.ts';
import { HAND_POINT_COUNT, HAND_VALUES, MOST_HANDS } from './hand-points.ts';
import { setRegionOfJoints, setRegionOfPalm } from './hand-region.ts';
import { createSurroundingsQuickCheck } from './surroundings-quick-check.ts';

/** The networks that find hands. */
export interface HandModels {
  readonly palm: FixedModel;
  readonly hand: FixedModel;
}

/** Hands of one stream. */
export interface HandWatch {
  /** Sets which hands are near each of the faces of a frame. */
  watch(frame: I420Frame, timestampUs: number, faces: readonly FaceTrack[]): void;
  /** Forgets all hands: for another scene. */
  reset(): void;
}

const MIN_PALM = 0.4;
/** A found hand is believed from here on, and a followed one is lost below. */
const NEW_PRESENCE = 0.7;
const TRACKED_PRESENCE = 0.5;
/** The same for one whose wrist lies on a face: mouth and nose look a little like a fist. */
const INSIDE_PRESENCE = 0.93;
/** How often palms are looked for at most, and at least. */
const SHORTEST_INTERVAL_US = 200_000;
const LONGEST_INTERVAL_US = 4_000_000;
/** How often it is looked what came near a face: in every second of 30 frames a second. */
const CHECK_INTERVAL_US = 60_000;
/** Side of the square that is searched for palms, in widths of the face. */
const SEARCHED = 4;
/** How far from a face (in its widths) hands are followed, and how far those are that may cover it. */
const FOLLOWED = 1;
const NEAR = 0.15;
/** A hand whose joints move by less on average (in fractions of the square around it) is not looked at in so many frames. */
const CALM = 0.006;
const MOST_REST = 2;
/** Hands whose middles are closer than this (in fractions of the square around one) are the same. */
const SAME_HAND = 0.25;

const before = new Float32Array(HAND_VALUES);

interface FollowedHand {
  isActive: boolean;
  /** In how many frames it is taken to stay where it is. */
  rest: number;
  readonly points: Float32Array;
  readonly region: Region;
}

/** A watch on loaded networks. They are called in turn, so no other watch may share them meanwhile. */
export function createHandWatch(models: HandModels): HandWatch {
  return new JointWatch(models);
}

class JointWatch implements HandWatch {
  readonly #detector;
  readonly #landmarker;
  readonly #quickCheck = createSurroundingsQuickCheck();
  readonly #hands: readonly FollowedHand[] = Array.from({ length: MOST_HANDS }, () => ({
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
      hand.rest = distanceOf(before, points) < CALM * region.width ? MOST_REST : 0;
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

  /** Places the joints of a hand in its region; false when it is none. */
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

  /** Whether another hand is followed where this one is. */
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

/** How far joints are apart on average, across and down together. */
function distanceOf(points: Float32Array, others: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < points.length; at += 1) {
    sum += Math.abs(points[at] - others[at]);
  }
  return sum / HAND_POINT_COUNT;
}

/** Whether a joint lies in a face or at most so many of its widths beside it. */
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
