/** Models what hangs on a body and swings after its moves: a mass on a damped spring. */
import { softClamp } from '../vision/math.ts';
import { toTorsoLength } from './joints.ts';

/** Offset of the loose end from its rest position, in pixels. */
export interface Lag {
  readonly x: number;
  readonly y: number;
}

/** A frame of a driver, as far as loose parts need it. */
export interface LagFrame {
  /** Joints of the character, in pixels of its canvas. */
  readonly joints: Float32Array;
  readonly timestampUs: number;
  /** Counts from 0; nothing swings over a cut. */
  readonly scene: number;
}

/** A part that hangs on a body. */
interface LoosePart {
  /** Natural frequency. */
  readonly hertz: number;
  /** Damping ratio; below 1 it swings beyond its rest position. */
  readonly damping: number;
  /** Maximum lag in torso lengths. */
  readonly max: number;
  /** Returns the rest position of the loose end. */
  readonly carriedBy: (joints: Float32Array) => Lag;
}

/** A step of the integration, in seconds: far below a swing, so that it stays stable at any frame rate. */
const STEP_SEC = 1 / 120;
/** Frames that are farther apart say nothing about how fast anything moves, in seconds. */
const LONGEST_SEC = 0.5;

/** Computes the lag in each frame of a motion. At the start of each scene the part moves along with its body. */
export function findLags(
  frames: readonly LagFrame[],
  { hertz, damping, max, carriedBy }: LoosePart,
): readonly Lag[] {
  const spring = { x: 0, y: 0, speedX: 0, speedY: 0 };
  const rate = 2 * Math.PI * hertz;
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
    follow(spring, { from: carriedBy(before.joints), to, stepSec, rate, damping });
    const limit = max * Math.max(1, toTorsoLength(frame.joints));
    return { x: softClamp(spring.x - to.x, limit), y: softClamp(spring.y - to.y, limit) };
  });
}

/** Advances a spring whose anchor moves at constant speed from one position to another. */
function follow(
  spring: { x: number; y: number; speedX: number; speedY: number },
  {
    from,
    to,
    stepSec,
    rate,
    damping,
  }: {
    readonly from: Lag;
    readonly to: Lag;
    readonly stepSec: number;
    readonly rate: number;
    readonly damping: number;
  },
): void {
  const steps = Math.ceil(stepSec / STEP_SEC);
  const sec = stepSec / steps;
  const [speedX, speedY] = [(to.x - from.x) / stepSec, (to.y - from.y) / stepSec];
  for (let step = 0; step < steps; step += 1) {
    const [x, y] = [from.x + speedX * sec * step, from.y + speedY * sec * step];
    const damped = 2 * damping * rate;
    spring.speedX += (rate * rate * (x - spring.x) + damped * (speedX - spring.speedX)) * sec;
    spring.speedY += (rate * rate * (y - spring.y) + damped * (speedY - spring.speedY)) * sec;
    spring.x += spring.speedX * sec;
    spring.y += spring.speedY * sec;
  }
}
