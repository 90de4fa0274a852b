/**
 * Models how skirts and coats lag behind the legs: a mass on a damped spring, so that the cloth swings after a move.
 */
import { softClamp } from '../vision/math.ts';
import { joint, JOINT_VALUES, torsoLengthOf } from './joints.ts';

/** Offset of the hem of a skirt or coat from its rest position under the legs, in pixels. */
export interface ClothLag {
  readonly x: number;
  readonly y: number;
}

/** A frame of a driver, as far as cloth needs it. */
interface LagFrame {
  /** Joints of the character, in pixels of its canvas. */
  readonly joints: Float32Array;
  readonly timestampUs: number;
  /** Counts from 0; nothing swings over a cut. */
  readonly scene: number;
}

/** Natural frequency and damping ratio of cloth of knee length: it stops after about one swing. */
const [SWING_HZ, DAMPING] = [1.4, 0.55];
/** Hems go no farther from the legs than this, in torso lengths: beyond it legs would show beside them. */
const MAX_LAG = 0.09;
/** A step of the integration, in seconds: far below a swing, so that it stays stable at any frame rate. */
const STEP_SEC = 1 / 120;
/** Frames that are farther apart say nothing about how fast anything moves, in seconds. */
const LONGEST_SEC = 0.5;

/** The joints that move the cloth. */
interface ClothCarriers {
  /** Knees move the cloth only where their leg follows the driver; otherwise the leg stands still. */
  readonly follows: { readonly leftLeg: boolean; readonly rightLeg: boolean };
  /** True if the hips are visible. Estimated hips jump, so cloth must not swing by them. */
  readonly hasHips: boolean;
}

/** Computes the lag of cloth in each frame of a motion. At the start of each scene cloth moves along with its legs. */
export function findClothLag(
  frames: readonly LagFrame[],
  { follows, hasHips }: ClothCarriers,
): readonly ClothLag[] {
  if (!hasHips) {
    return frames.map(() => ({ x: 0, y: 0 }));
  }
  const carriers = [
    joint.leftHip,
    joint.rightHip,
    ...(follows.leftLeg ? [joint.leftKnee] : []),
    ...(follows.rightLeg ? [joint.rightKnee] : []),
  ];
  const carriedBy = (joints: Float32Array): ClothLag => middleOf(joints, carriers);
  const spring = { x: 0, y: 0, speedX: 0, speedY: 0 };
  return frames.map((frame, index) => {
    const before = frames[index - 1];
    const stepSec = before === undefined ? 0 : (frame.timestampUs - before.timestampUs) / 1_000_000;
    const next = frames[index + 1];
    const to = carriedBy(frame.joints);
    if (before?.scene !== frame.scene || stepSec <= 0 || stepSec > LONGEST_SEC) {
      const later = next?.scene === frame.scene ? next : frame;
      const sec = Math.max(STEP_SEC, (later.timestampUs - frame.timestampUs) / 1_000_000);
      const after = carriedBy(later.joints);
      Object.assign(spring, to, {
        speedX: (after.x - to.x) / sec,
        speedY: (after.y - to.y) / sec,
      });
      return { x: 0, y: 0 };
    }
    follow(spring, { from: carriedBy(before.joints), to, stepSec });
    const max = MAX_LAG * Math.max(1, torsoLengthOf(frame.joints));
    return { x: softClamp(spring.x - to.x, max), y: softClamp(spring.y - to.y, max) };
  });
}

/** Returns the rest position of the cloth: the mean of the joints that carry it. */
function middleOf(joints: Float32Array, carriers: readonly number[]): ClothLag {
  const mean = (axis: number): number =>
    carriers.reduce((sum, number) => sum + joints[number * JOINT_VALUES + axis], 0) /
    carriers.length;
  return { x: mean(0), y: mean(1) };
}

/** Advances a spring whose anchor moves at constant speed from one position to another. */
function follow(
  spring: { x: number; y: number; speedX: number; speedY: number },
  {
    from,
    to,
    stepSec,
  }: { readonly from: ClothLag; readonly to: ClothLag; readonly stepSec: number },
): void {
  const rate = 2 * Math.PI * SWING_HZ;
  const steps = Math.ceil(stepSec / STEP_SEC);
  const sec = stepSec / steps;
  const [speedX, speedY] = [(to.x - from.x) / stepSec, (to.y - from.y) / stepSec];
  for (let step = 0; step < steps; step += 1) {
    const [x, y] = [from.x + speedX * sec * step, from.y + speedY * sec * step];
    const damped = 2 * DAMPING * rate;
    spring.speedX += (rate * rate * (x - spring.x) + damped * (speedX - spring.speedX)) * sec;
    spring.speedY += (rate * rate * (y - spring.y) + damped * (speedY - spring.speedY)) * sec;
    spring.x += spring.speedX * sec;
    spring.y += spring.speedY * sec;
  }
}
