/** The face of a portrait as it speaks: its mouth by measures, lids, brows, and lips that become fuller when they are rounded. */
import { createMouthCloser, type MouthCloser } from '../../face/shape/close-mouth.ts';
import { type FrontalShape, toFrontalShape } from '../../face/shape/face-shape.ts';
import { measureDistances } from '../../face/shape/texture-distance.ts';
import type { CanonicalFace } from '../../track/canonical-face.ts';
import { LEFT_BROW, MESH_POINT_COUNT, RIGHT_BROW } from '../../track/mesh-points.ts';
import { smoothstep } from '../../vision/math.ts';
import { setLipGap } from '../mouth/lip-gap.ts';
import { measureMouth, MOUTH_WIDTH_CM, type MouthMeasures } from '../mouth/measures.ts';
import {
  confineMouthBasis,
  type MouthBasis,
  moveMouth,
  readMouthBasis,
} from '../mouth/mouth-basis.ts';
import { type ChinFollower, createChinFollower } from './chin-skin.ts';
import { createEyeCloser, type EyeCloser } from './eyelids.ts';
import { joinLips } from './join-lips.ts';
import type { PortraitFace } from './portrait-face.ts';

/** What a mouth is to show in a frame. */
export interface SpokenMouth {
  /** Against the mouth at rest. */
  readonly mouth: MouthMeasures;
  /** How high the tongue is, 0..1. */
  readonly tongue: number;
  /** How loud the speech is, 0..1. */
  readonly loudness: number;
  /** Whether lips have to meet. */
  readonly isClosed: boolean;
}

/** What else a face does. */
export interface FaceMotion {
  /** How far lids are closed, 0..1. */
  readonly lids: number;
  /** How far brows are raised, in centimetres. */
  readonly brows: number;
}

/** Lips less far apart than this touch. */
const TOUCHING = 0.012;
/** Of corners that are moved in one picture, two thirds are seen by networks that see all of it in people who talk. */
const WIDENED = 1.5;
/** A mouth so much wider than usual smiles. Who speaks smiles less, and rounded lips come further in: fractions of the smile. */
const SMILE_FROM = 1.04;
const SMILE_RELAXED = 0.5;
const SMILE_ROUNDED = 1.6;
/** Raised corners come down with it, not all of their way, and skin within this distance in the texture. */
const CORNER_DROP = 0.6;
const CORNER_REACH = 0.13;
/** As loud as this somebody speaks; a pause of so many frames ends it, a shorter one lies between words. */
const SPOKEN = 0.1;
const PAUSE_FRAMES = 25;
/** A smile goes when words begin and comes back after them, not between them: parts of the way in a frame. */
const [SMILE_FALL, SMILE_RISE] = [0.35, 0.06];
/** Rounded from here on; half the width of lips that get fuller; how far up and down, and forward, per centimetre. */
const ROUND_FROM = 0.03;
const PUCKER_HALF_CM = 2.2;
const PUCKER_HEIGHT = 0.22;
const PUCKER_FORWARD = 0.8;
const [LEFT_CORNER, RIGHT_CORNER, UPPER_MIDDLE, LOWER_MIDDLE] = [61, 291, 13, 14];
/** Outer edges of the lips without their corners. */
const UPPER_LIP = [185, 40, 39, 37, 0, 267, 269, 270, 409];
const LOWER_LIP = [375, 321, 405, 314, 17, 84, 181, 91, 146];
/** Distance in the texture within which skin goes with the brows. */
const BROW_REACH = 0.14;

/** Shapes the face of one portrait. */
export class SpeakingFace {
  /** As the portrait shows it, from the front. */
  readonly shown: FrontalShape;
  /** The same with lips that meet. */
  readonly closed: FrontalShape;
  readonly #basis: MouthBasis;
  readonly #closeMouth: MouthCloser;
  readonly #closeEyes: EyeCloser;
  readonly #followLip: ChinFollower;
  readonly #browWeight: Float32Array;
  readonly #smile: number;
  /** How far every point comes down when a smile is wholly relaxed, in centimetres. */
  readonly #cornerDrop: Float32Array;
  /** How far it has come from resting to speaking, 0..1, and for how many frames it has been quiet. It begins about to speak. */
  #speech = 1;
  #quietFrames = 0;

  constructor(face: PortraitFace, canonicalFace: CanonicalFace) {
    this.shown = toFrontalShape(face, canonicalFace);
    this.closed = this.shown.slice();
    this.#closeMouth = createMouthCloser(canonicalFace);
    this.#closeMouth(this.closed);
    joinLips(this.closed);
    this.#closeEyes = createEyeCloser(canonicalFace);
    this.#followLip = createChinFollower(canonicalFace);
    this.#basis = confineMouthBasis(readMouthBasis(), canonicalFace);
    this.#smile = Math.max(0, measureMouth(this.closed).wide - SMILE_FROM);
    this.#cornerDrop = findCornerDrop(this.closed, this.#smile, canonicalFace);
    const distances = measureDistances(canonicalFace.texture, [...LEFT_BROW, ...RIGHT_BROW]);
    this.#browWeight = distances.map((distance) => 1 - smoothstep(0, BROW_REACH, distance));
  }

  /** Sets `shape` to the face as it speaks, from the front. This or {@link follow} is called once for every frame, in their order. */
  setShape(
    shape: FrontalShape,
    { mouth, loudness, isClosed }: SpokenMouth,
    motion: FaceMotion,
  ): void {
    shape.set(this.closed);
    const rounded = Math.max(0, -mouth.wide);
    this.follow({ loudness });
    const relaxed = (SMILE_RELAXED + SMILE_ROUNDED * rounded) * this.#speech;
    const wide = WIDENED * mouth.wide - this.#smile * relaxed;
    moveMouth(shape, this.#basis, { ...mouth, wide });
    this.#cornerDrop.forEach((drop, point) => {
      shape[point * 3 + 1] += drop * relaxed;
    });
    pucker(shape, Math.max(0, rounded - ROUND_FROM) * MOUTH_WIDTH_CM);
    this.#followLip(shape, this.closed);
    if (isClosed || mouth.open < TOUCHING) {
      setLipGap(shape, 0);
      this.#closeMouth(shape);
      joinLips(shape);
    } else {
      setLipGap(shape, mouth.open);
    }
    for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
      shape[point * 3 + 1] -= motion.brows * this.#browWeight[point];
    }
    this.#closeEyes(shape, motion.lids);
  }

  /** Goes on by a frame: a smile that came and went with every sound would be taken for wide and narrow mouths. */
  follow({ loudness }: Pick<SpokenMouth, 'loudness'>): void {
    this.#quietFrames = loudness > SPOKEN ? 0 : this.#quietFrames + 1;
    const isSpeaking = this.#quietFrames < PAUSE_FRAMES;
    this.#speech += isSpeaking ? (1 - this.#speech) * SMILE_FALL : -this.#speech * SMILE_RISE;
  }
}

/** Of a mouth that smiles, how much higher its corners are above the middle than those of a calm one. */
function findCornerDrop(
  closed: FrontalShape,
  smile: number,
  { positions, texture }: CanonicalFace,
): Float32Array {
  const heightOf = (point: number): number => closed[point * 3 + 1];
  const calm = (point: number): number => -positions[point * 3 + 1];
  const liftOf = (y: (point: number) => number): number =>
    (y(UPPER_MIDDLE) + y(LOWER_MIDDLE) - y(LEFT_CORNER) - y(RIGHT_CORNER)) / 2;
  const lift = smile > 0 ? Math.max(0, liftOf(heightOf) - liftOf(calm)) : 0;
  return measureDistances(texture, [LEFT_CORNER, RIGHT_CORNER]).map(
    (distance) => CORNER_DROP * lift * (1 - smoothstep(0, CORNER_REACH, distance)),
  );
}

/** Rounded lips are fuller and come forward, which cannot be learnt from depths that a network guesses. */
function pucker(shape: FrontalShape, cm: number): void {
  if (cm <= 0) {
    return;
  }
  const middle = (shape[LEFT_CORNER * 3] + shape[RIGHT_CORNER * 3]) / 2;
  for (const [points, direction] of [
    [UPPER_LIP, -1],
    [LOWER_LIP, 1],
  ] as const) {
    for (const point of points) {
      const aside = Math.min(1, Math.abs(shape[point * 3] - middle) / PUCKER_HALF_CM);
      const inner = 1 - aside * aside;
      shape[point * 3 + 1] += direction * PUCKER_HEIGHT * cm * inner;
      shape[point * 3 + 2] -= PUCKER_FORWARD * cm * inner;
    }
  }
}
