/**
 * Shapes the face of a speaking portrait: mouth by its measures, lids, brows, and lips that get fuller when rounded.
 */
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
import {
  toDrawnGap,
  type OpeningCurve,
  plainOpening,
  widthChangeOf,
} from '../mouth/opening-curve.ts';
import { pressLips } from '../mouth/press-lips.ts';
import { type ChinFollower, createChinFollower } from './chin-skin.ts';
import { createEyeCloser, type EyeCloser } from './eyelids.ts';
import { joinLips } from './join-lips.ts';
import type { PortraitFace } from './portrait-face.ts';

/** Mouth of one frame. */
export interface SpokenMouth {
  /** Difference from the mouth at rest. */
  readonly mouth: MouthMeasures;
  /** Height of the tongue, 0..1. */
  readonly tongue: number;
  /** Loudness of the speech, 0..1. */
  readonly loudness: number;
  /** True when the lips must meet. */
  readonly isClosed: boolean;
}

/** Motion of the face besides the mouth. */
export interface FaceMotion {
  /** Closure of the lids, 0..1. */
  readonly lids: number;
  /** Lift of the brows, in centimetres. */
  readonly brows: number;
}

/** Lip gap in widths below which lips touch. */
const TOUCHING = 0.012;
/** Gain on width: networks that see whole frames measure two thirds of a corner motion made in a single portrait. */
const WIDENED = 1.5;
/**
 * Width of a closed mouth from which it counts as smiling. Speech relaxes the smile and rounded lips narrow it further:
 * fractions of the smile.
 */
const SMILE_FROM = 1.04;
const SMILE_RELAXED = 0.5;
const SMILE_ROUNDED = 1.6;
/**
 * Fraction by which raised corners drop as the smile relaxes, and the distance in the texture over which skin follows.
 */
const CORNER_DROP = 0.6;
const CORNER_REACH = 0.13;
/** Loudness that counts as speech, and the number of quiet frames that end it; shorter pauses lie between words. */
const SPOKEN = 0.1;
const PAUSE_FRAMES = 25;
/** Rates per frame at which a smile relaxes when speech begins and returns after it. */
const [SMILE_FALL, SMILE_RISE] = [0.35, 0.06];
/**
 * Rounding from which lips pucker; half width of the lips that get fuller; vertical and forward motion per centimetre.
 */
const ROUND_FROM = 0.03;
const PUCKER_HALF_CM = 2.2;
const PUCKER_HEIGHT = 0.22;
const PUCKER_FORWARD = 0.8;
const [LEFT_CORNER, RIGHT_CORNER, UPPER_MIDDLE, LOWER_MIDDLE] = [61, 291, 13, 14];
/** Outer edges of the lips without their corners. */
const UPPER_LIP = [185, 40, 39, 37, 0, 267, 269, 270, 409];
const LOWER_LIP = [375, 321, 405, 314, 17, 84, 181, 91, 146];
/** Distance in the texture over which skin follows the brows. */
const BROW_REACH = 0.14;

/** Shapes the face of one portrait. */
export class SpeakingFace {
  /** Frontal shape as the portrait shows it. */
  readonly shown: FrontalShape;
  /** Same shape with closed lips. */
  readonly closed: FrontalShape;
  /** Lip gaps and changes of width to draw for wanted gaps; see `calibrateOpening`. */
  openingCurve: OpeningCurve = plainOpening;
  readonly #basis: MouthBasis;
  readonly #closeMouth: MouthCloser;
  readonly #closeEyes: EyeCloser;
  readonly #followLip: ChinFollower;
  readonly #browWeight: Float32Array;
  readonly #smile: number;
  /** Drop of every point when the smile is fully relaxed, in centimetres. */
  readonly #cornerDrop: Float32Array;
  /** Speech activity, 0..1, and the number of quiet frames so far. It starts at 1. */
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

  /** Sets `shape` to the frontal shape of a frame. Every frame calls this or {@link follow} once, in order. */
  setShape(
    shape: FrontalShape,
    { mouth, loudness, isClosed }: SpokenMouth,
    motion: FaceMotion,
  ): void {
    shape.set(this.closed);
    const rounded = Math.max(0, -mouth.wide);
    this.follow({ loudness });
    const relaxed = (SMILE_RELAXED + SMILE_ROUNDED * rounded) * this.#speech;
    const curve = this.openingCurve;
    const widened = curve.widthGain * mouth.wide + widthChangeOf(curve, mouth.open);
    const wide = WIDENED * widened - this.#smile * relaxed;
    const open = toDrawnGap(curve, mouth.open);
    moveMouth(shape, this.#basis, { ...mouth, open, wide });
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
      setLipGap(shape, open);
    }
    pressLips(shape, open);
    for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
      shape[point * 3 + 1] -= motion.brows * this.#browWeight[point];
    }
    this.#closeEyes(shape, motion.lids);
  }

  /**
   * Advances the smile state by a frame. It is slow because a smile that changed with every sound would look like wide
   * and narrow mouths.
   */
  follow({ loudness }: Pick<SpokenMouth, 'loudness'>): void {
    this.#quietFrames = loudness > SPOKEN ? 0 : this.#quietFrames + 1;
    const isSpeaking = this.#quietFrames < PAUSE_FRAMES;
    this.#speech += isSpeaking ? (1 - this.#speech) * SMILE_FALL : -this.#speech * SMILE_RISE;
  }
}

/** Returns the drop per point that lowers the corners of a smile towards those of the canonical face. */
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

/** Puffs rounded lips and moves them forward, which a basis learnt from a network's guessed depths lacks. */
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
