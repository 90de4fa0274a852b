/**
 * Estimates the motion of a torso from its usual outline to the measured one: weighted least squares over shift, tilt
 * and width, with the expected motion as prior. Parameters that the outline does not determine stay as expected.
 */
import { ANGLE_STEP, FIRST_ANGLE, RAYS, rays, SIDE_RAYS } from './torso-rays.ts';

/** Motion of a torso: centimetres right and down, radians clockwise, and a factor of its width. */
export interface TorsoMotion {
  x: number;
  y: number;
  tilt: number;
  width: number;
}

/** Standard deviation of the motion around the expected one. */
const SPREAD = { x: 5, y: 3.5, tilt: 0.25, width: 0.15 };
/** Weight of one ray; errors of neighbours are correlated. */
const RAY_WEIGHT = 0.5;
/** Residuals (centimetres) at which a ray's weight halves, per iteration. */
const DOUBT_CM = [5, 2.5, 1.5, 1, 1, 1] as const;
const LOST_CM = 9;
/** Minimum cosine between ray and outline normal: grazing rays are unreliable. */
const GRAZING = 0.2;
/** Limits of the motion. */
const MAX_CM = 10;
const MAX_TILT = 0.5;
const MIN_WIDTH = 0.6;
const MAX_WIDTH = 1.35;
const UNKNOWNS = 4;

const system = new Float64Array(UNKNOWNS * UNKNOWNS);
const right = new Float64Array(UNKNOWNS);
const target = new Float64Array(UNKNOWNS);

/** Outlines as distances along the rays, in centimetres; 0 where unknown. */
export interface TorsoOutlines {
  readonly reach: Float32Array;
  readonly usual: Float32Array;
}

/**
 * Sets `motion` to the motion from `usual` to `reach`. Returns the fraction of the usual outline that was found again,
 * 0..1.
 */
export function fitTorso(
  motion: TorsoMotion,
  outlines: TorsoOutlines,
  expected: Readonly<TorsoMotion>,
): number {
  motion.x = expected.x;
  motion.y = expected.y;
  motion.tilt = expected.tilt;
  motion.width = expected.width;
  let known = 0;
  for (let ray = 0; ray < RAYS; ray += 1) {
    known += outlines.usual[ray]! > 0 ? 1 : 0;
  }
  let found = 0;
  for (const doubt of DOUBT_CM) {
    found = approach(motion, outlines, expected, doubt);
  }
  return found / Math.max(known, SIDE_RAYS);
}

/** Runs one iteration; returns the sum of the rays' weights. */
function approach(
  motion: TorsoMotion,
  { reach, usual }: TorsoOutlines,
  expected: Readonly<TorsoMotion>,
  doubt: number,
): number {
  const cos = Math.cos(motion.tilt);
  const sin = Math.sin(motion.tilt);
  expect(motion, expected, cos, sin);
  let found = 0;
  for (let ray = 0; ray < RAYS; ray += 1) {
    const distance = reach[ray]!;
    if (distance === 0) {
      continue;
    }
    // Measured point moved back by the current motion, to be compared with the usual outline.
    const fromX = rays.across[ray]! * distance - motion.x;
    const fromY = rays.down[ray]! * distance - motion.y;
    const x = (cos * fromX + sin * fromY) / motion.width;
    const y = cos * fromY - sin * fromX;
    const sign = x < 0 ? -1 : 1;
    const bin = (Math.atan2(sign * x, -y) - FIRST_ANGLE) / ANGLE_STEP;
    const index = Math.floor(bin);
    if (index < 0 || index >= SIDE_RAYS - 1) {
      continue;
    }
    const at = index + (sign < 0 ? 0 : SIDE_RAYS);
    const before = usual[at]!;
    const after = usual[at + 1]!;
    if (before === 0 || after === 0) {
      continue;
    }
    // Normal of the outline between both rays.
    const acrossEdge = rays.across[at + 1]! * after - rays.across[at]! * before;
    const downEdge = rays.down[at + 1]! * after - rays.down[at]! * before;
    const length = sign / Math.sqrt(acrossEdge * acrossEdge + downEdge * downEdge + 1e-6);
    const normalX = downEdge * length;
    const normalY = -acrossEdge * length;
    const missing =
      (x - rays.across[at]! * before) * normalX + (y - rays.down[at]! * before) * normalY;
    const facing = (x * normalX + y * normalY) / Math.sqrt(x * x + y * y);
    if (facing < GRAZING || missing > LOST_CM || missing < -LOST_CM) {
      continue;
    }
    target[0] = normalX;
    target[1] = normalY;
    target[2] = normalY * x * motion.width - normalX * y;
    target[3] = normalX * x;
    const trust = 1 / (1 + (missing / doubt) ** 2);
    found += trust;
    const weight = trust * RAY_WEIGHT;
    for (let row = 0; row < UNKNOWNS; row += 1) {
      right[row]! += weight * target[row]! * missing;
      for (let column = 0; column <= row; column += 1) {
        system[row * UNKNOWNS + column]! += weight * target[row]! * target[column]!;
      }
    }
  }
  solve();
  motion.x = limit(motion.x + cos * right[0]! - sin * right[1]!, -MAX_CM, MAX_CM);
  motion.y = limit(motion.y + sin * right[0]! + cos * right[1]!, -MAX_CM, MAX_CM);
  motion.tilt = limit(motion.tilt + right[2]!, -MAX_TILT, MAX_TILT);
  motion.width = limit(motion.width + right[3]!, MIN_WIDTH, MAX_WIDTH);
  return found;
}

/** Initialises the system with the prior. */
function expect(
  motion: Readonly<TorsoMotion>,
  expected: Readonly<TorsoMotion>,
  cos: number,
  sin: number,
): void {
  const offX = expected.x - motion.x;
  const offY = expected.y - motion.y;
  system.fill(0);
  system[0] = 1 / SPREAD.x ** 2;
  system[UNKNOWNS + 1] = 1 / SPREAD.y ** 2;
  system[2 * UNKNOWNS + 2] = 1 / SPREAD.tilt ** 2;
  system[3 * UNKNOWNS + 3] = 1 / SPREAD.width ** 2;
  right[0] = (cos * offX + sin * offY) / SPREAD.x ** 2;
  right[1] = (cos * offY - sin * offX) / SPREAD.y ** 2;
  right[2] = (expected.tilt - motion.tilt) / SPREAD.tilt ** 2;
  right[3] = (expected.width - motion.width) / SPREAD.width ** 2;
}

/** Solves the system (its lower half is read) in place by Cholesky. */
function solve(): void {
  for (let row = 0; row < UNKNOWNS; row += 1) {
    for (let column = 0; column <= row; column += 1) {
      let sum = system[row * UNKNOWNS + column]!;
      for (let at = 0; at < column; at += 1) {
        sum -= system[row * UNKNOWNS + at]! * system[column * UNKNOWNS + at]!;
      }
      system[row * UNKNOWNS + column] =
        row === column ? Math.sqrt(sum) : sum / system[column * UNKNOWNS + column]!;
    }
  }
  for (let row = 0; row < UNKNOWNS; row += 1) {
    for (let at = 0; at < row; at += 1) {
      right[row]! -= system[row * UNKNOWNS + at]! * right[at]!;
    }
    right[row]! /= system[row * UNKNOWNS + row]!;
  }
  for (let row = UNKNOWNS - 1; row >= 0; row -= 1) {
    for (let at = row + 1; at < UNKNOWNS; at += 1) {
      right[row]! -= system[at * UNKNOWNS + row]! * right[at]!;
    }
    right[row]! /= system[row * UNKNOWNS + row]!;
  }
}

function limit(value: number, min: number, max: number): number {
  return value < min ? min : value > max ? max : value;
}
