import { JOINT_VALUES, jointsOfFeet, type Limb, limbJoints, limbTips } from './joints.ts';

/** The driver's joints by frame, with the time step. */
interface DriverFeet {
  readonly frames: readonly Float32Array[];
  /** Length of the torso in pixels. */
  readonly torso: number;
  readonly stepSec: number;
}

/** A foot slower than this is standing; torso lengths per second. */
const STANDING_SPEED = 0.45;
/**
 * Time before and after a frame in which a foot must be slow to stand, and minimum duration of a stand that is pinned.
 */
const CALM_SEC = 0.08;
const MIN_STAND_SEC = 0.16;
/** Time over which a foot eases into its pinned position, and out of it. */
const EASE_SEC = 0.17;

/** Returns the y of the lowest joint of both feet, in pixels from the top. */
export function lowestOfFeet(joints: Float32Array): number {
  return Math.max(...jointsOfFeet.map((at) => joints[at * JOINT_VALUES + 1]));
}

/** Keeps a foot in place while the driver's foot stands: the ankle is fixed and the knee adapts. Changes `targets`. */
export function pinFeet(targets: readonly Float32Array[], driver: DriverFeet): void {
  for (const limb of ['leftLeg', 'rightLeg'] as const) {
    for (const [from, to] of findContacts(limb, driver)) {
      pin(targets.slice(from, to + 1), limb, driver.stepSec);
    }
  }
}

/** Returns the first and last frame of each period in which a foot stands. */
function findContacts(limb: Limb, { frames, torso, stepSec }: DriverFeet): [number, number][] {
  const at = limbJoints[limb][2] * JOINT_VALUES;
  const reach = Math.max(1, Math.round(CALM_SEC / stepSec));
  const speeds = frames.map((joints, index) => {
    const before = frames[Math.max(0, index - 1)];
    return Math.hypot(joints[at] - before[at], joints[at + 1] - before[at + 1]) / torso / stepSec;
  });
  const isStanding = speeds.map((_, index) =>
    speeds.slice(Math.max(0, index - reach), index + reach + 1).every((v) => v < STANDING_SPEED),
  );
  const contacts: [number, number][] = [];
  for (let from = 0; from < frames.length; from += 1) {
    if (!isStanding[from]) {
      continue;
    }
    let to = from;
    while (isStanding[to + 1]) {
      to += 1;
    }
    if ((to - from) * stepSec >= MIN_STAND_SEC) {
      contacts.push([from, to]);
    }
    from = to;
  }
  return contacts;
}

function pin(contact: readonly Float32Array[], limb: Limb, stepSec: number): void {
  const end = limbJoints[limb][2] * JOINT_VALUES;
  const meanOf = (at: number): number =>
    contact.reduce((sum, joints) => sum + joints[at], 0) / contact.length;
  const [x, y] = [meanOf(end), meanOf(end + 1)];
  contact.forEach((joints, index) => {
    const fromEdge = Math.min(index + 1, contact.length - index) * stepSec;
    const weight = Math.min(1, fromEdge / EASE_SEC);
    moveAnkle(joints, limb, {
      x: joints[end] + (x - joints[end]) * weight,
      y: joints[end + 1] + (y - joints[end + 1]) * weight,
    });
  });
}

/** Moves an ankle: the leg rotates and stretches around its hip, and the foot moves along. */
function moveAnkle(
  joints: Float32Array,
  limb: Limb,
  to: { readonly x: number; readonly y: number },
): void {
  const [hip, knee, ankle] = limbJoints[limb].map((index) => index * JOINT_VALUES);
  const [hipX, hipY] = [joints[hip], joints[hip + 1]];
  const [dx, dy] = [joints[ankle] - hipX, joints[ankle + 1] - hipY];
  const [ex, ey] = [to.x - hipX, to.y - hipY];
  const square = dx * dx + dy * dy || 1;
  const cos = (dx * ex + dy * ey) / square;
  const sin = (dx * ey - dy * ex) / square;
  const [kneeX, kneeY] = [joints[knee] - hipX, joints[knee + 1] - hipY];
  joints[knee] = hipX + kneeX * cos - kneeY * sin;
  joints[knee + 1] = hipY + kneeX * sin + kneeY * cos;
  for (const tip of limbTips[limb]) {
    joints[tip * JOINT_VALUES] += to.x - joints[ankle];
    joints[tip * JOINT_VALUES + 1] += to.y - joints[ankle + 1];
  }
  joints[ankle] = to.x;
  joints[ankle + 1] = to.y;
}
