/**
 * Tracks the streamer's torso in mattes. The torso hangs on the neck and moves to its visible outline: beside a waving
 * arm or below the frame's edge it hangs again.
 *
 * The outline is compared with this person's usual one relative to the head, which is learned continuously: in the
 * usual posture a cutout stands as in its image.
 */
import { softClamp, smoothstep, smoothingFactor } from '../../../vision/math.ts';
import type { CanonicalFace } from '../../../track/canonical-face.ts';
import type { TrackedFace } from '../../../track/face-track.ts';
import { setMiddleOfMesh } from '../puppet-pose.ts';
import { fitTorso, type TorsoMotion } from './torso-fit.ts';
import { measureReach, RAYS, type TorsoMatte } from './torso-rays.ts';

/** Tracks one torso. */
export interface TorsoWatch {
  /** Motion relative to the position at which it hangs on the neck at rest. */
  readonly motion: Readonly<TorsoMotion>;
  /** Updates the motion from a matte; `elapsedUs` since the last one of this person, null for the first. */
  observe(
    matte: TorsoMatte,
    face: Pick<TrackedFace, 'landmarks' | 'pose'>,
    elapsedUs: number | null,
  ): void;
}

/** Distance of the neck's pivot below the chin. */
export const NECK_DOWN_CM = 3.5;
/** Distance of the neck's pivot behind the face. */
export const NECK_BACK_CM = 5;
/** Distance of the middle of the chest below the pivot. */
export const CHEST_DOWN_CM = 8;
/** Time constant with which a hanging torso follows the neck, and the part of the head's tilt that it takes over. */
const HANG_TIME_US = 110_000;
const TILT_WEIGHT = 0.18;
/**
 * Time constant of small movements; movements above these (centimetres, radians, fraction of the width) are followed at
 * once.
 */
const CALM_TIME_US = 160_000;
const AT_ONCE = { x: 0.5, y: 0.4, tilt: 0.035, width: 0.06 };
const SCALE_TIME_US = 350_000;
/** Time constants of learning the usual outline: later, and during the first quarter of a second. */
const LEARN_TIME_US = 20_000_000;
const FIRST_TIME_US = 250_000;
/** Fractions of the found outline at which it gets no trust, and full trust. */
const DEAF = 0.15;
const FULL_TRUST = 0.45;
/** Limits of the body's motion. */
const FARTHEST: TorsoMotion = { x: 6.5, y: 3.2, tilt: 0.4, width: 0.28 };
const CHIN = 152;

/** Creates a watch for one streamer. */
export function createTorsoWatch(face: CanonicalFace): TorsoWatch {
  return new MatteTorsoWatch(face);
}

class MatteTorsoWatch implements TorsoWatch {
  readonly motion = createMotion();
  readonly #basis: Uint16Array;
  readonly #neckDownCm: number;
  readonly #reach = new Float32Array(RAYS);
  readonly #usual = new Float32Array(RAYS);
  readonly #outlines = { reach: this.#reach, usual: this.#usual };
  readonly #middle = new Float64Array(3);
  /** Middle of the chest of a torso that hangs still, in pixels. */
  readonly #chest = { x: 0, y: 0, perCm: 1 };
  /**
   * Current and hanging position of the torso (x and y in pixels), and its expected and measured motion from the usual
   * outline.
   */
  readonly #position = createMotion();
  readonly #hung = createMotion();
  readonly #expected = createMotion();
  readonly #seen = createMotion();
  #learnedUs = 0;

  constructor({ poseBasis, positions }: CanonicalFace) {
    const { points } = poseBasis;
    this.#basis = points;
    const middle = points.reduce((sum, point) => sum + positions[point * 3 + 1]!, 0);
    this.#neckDownCm = middle / points.length - positions[CHIN * 3 + 1]! + NECK_DOWN_CM;
  }

  observe(
    matte: TorsoMatte,
    { landmarks, pose }: Pick<TrackedFace, 'landmarks' | 'pose'>,
    elapsedUs: number | null,
  ): void {
    const chest = this.#chest;
    chest.perCm += (pose.scale - chest.perCm) * smoothingFactor(elapsedUs, SCALE_TIME_US);
    const { perCm } = chest;
    const { rotation } = pose;
    setMiddleOfMesh(this.#middle, landmarks, this.#basis);
    const down = this.#neckDownCm;
    chest.x = this.#middle[0]! + (rotation[1]! * down + rotation[2]! * NECK_BACK_CM) * perCm;
    chest.y =
      this.#middle[1]! +
      (rotation[4]! * down + rotation[5]! * NECK_BACK_CM + CHEST_DOWN_CM) * perCm;
    if (elapsedUs === null) {
      // Another person, or the same one after a gap: the learned outline counts little.
      this.#learnedUs = 0;
    }
    this.#hang(pose.roll, elapsedUs);
    measureReach(this.#reach, matte, chest);
    const found = this.#learnedUs === 0 ? 0 : fitTorso(this.#seen, this.#outlines, this.#expected);
    this.#moveToSeen(smoothstep(DEAF, FULL_TRUST, found), elapsedUs);
    this.#learn(elapsedUs ?? 0);
    this.#updateMotion();
  }

  /** Computes the position of the torso if it only hung on the neck. */
  #hang(roll: number, elapsedUs: number | null): void {
    const [chest, position, hung, expected] = [
      this.#chest,
      this.#position,
      this.#hung,
      this.#expected,
    ];
    const weight = smoothingFactor(elapsedUs, HANG_TIME_US);
    hung.x = position.x + (chest.x - position.x) * weight;
    hung.y = position.y + (chest.y - position.y) * Math.max(0.5, weight);
    hung.tilt = position.tilt + (roll * TILT_WEIGHT - position.tilt) * weight;
    hung.width = position.width + (1 - position.width) * weight;
    expected.x = (hung.x - chest.x) / chest.perCm;
    expected.y = (hung.y - chest.y) / chest.perCm;
    expected.tilt = hung.tilt;
    expected.width = hung.width;
  }

  /** Moves to the visible torso by `trust`; else hangs. */
  #moveToSeen(trust: number, elapsedUs: number | null): void {
    const [chest, position, hung, seen] = [this.#chest, this.#position, this.#hung, this.#seen];
    const { perCm } = chest;
    const unheard = 1 - trust;
    position.x += (hung.x - position.x) * unheard;
    position.y += (hung.y - position.y) * unheard;
    position.tilt += (hung.tilt - position.tilt) * unheard;
    position.width += (hung.width - position.width) * unheard;
    const awayX = (chest.x + seen.x * perCm - position.x) * trust;
    const awayY = (chest.y + seen.y * perCm - position.y) * trust;
    position.x += toStep(awayX, AT_ONCE.x * perCm, elapsedUs);
    position.y += toStep(awayY, AT_ONCE.y * perCm, elapsedUs);
    position.tilt += toStep((seen.tilt - position.tilt) * trust, AT_ONCE.tilt, elapsedUs);
    position.width += toStep((seen.width - position.width) * trust, AT_ONCE.width, elapsedUs);
  }

  /** Updates the running mean of the outline: over a short time at first, then a long one. */
  #learn(elapsedUs: number): void {
    const isFirst = this.#learnedUs === 0;
    const timeUs = this.#learnedUs < FIRST_TIME_US ? this.#learnedUs + elapsedUs : LEARN_TIME_US;
    const weight = isFirst ? 1 : elapsedUs / timeUs;
    this.#learnedUs += Math.max(elapsedUs, 1);
    for (let ray = 0; ray < RAYS; ray += 1) {
      const seen = this.#reach[ray]!;
      const usual = this.#usual[ray]!;
      if (isFirst || (usual === 0 && seen > 0)) {
        this.#usual[ray] = seen;
      } else if (seen > 0) {
        this.#usual[ray] = usual + (seen - usual) * weight;
      }
    }
  }

  #updateMotion(): void {
    const { x, y, perCm } = this.#chest;
    const [position, motion] = [this.#position, this.motion];
    motion.x = softClamp((position.x - x) / perCm, FARTHEST.x);
    motion.y = softClamp((position.y - y) / perCm, FARTHEST.y);
    motion.tilt = softClamp(position.tilt, FARTHEST.tilt);
    motion.width = 1 + softClamp(position.width - 1, FARTHEST.width);
  }
}

function createMotion(): TorsoMotion {
  return { x: 0, y: 0, tilt: 0, width: 1 };
}

/** Returns the step towards a distance: a small fraction of short ones, a large one of long ones. */
function toStep(distance: number, atOnce: number, elapsedUs: number | null): number {
  const ratio = distance / atOnce;
  return distance * smoothingFactor(elapsedUs, CALM_TIME_US / (1 + ratio * ratio));
}
