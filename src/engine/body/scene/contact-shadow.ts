import type { I420Frame } from '../../pixels/frame.ts';
import { clamp } from '../../vision/math.ts';
import { joint, JOINT_VALUES, toTorsoLength } from '../joints.ts';
import { lowestOfFeet } from '../pin-feet.ts';

/** Fraction of light that is missing below a standing foot: in diffuse light, and beside a cast shadow. */
const strengths = { soft: 0.42, hard: 0.25 } as const;
/** Height above the lower foot at which a foot casts no contact shadow, in torso lengths. */
const HIGHEST = 1 / 3;
/** Radii of the shadow in torso lengths. */
const RADIUS = { x: 0.3, y: 0.075 } as const;
const FALLOFF = 1.1;
const BLACK = 16;
const feet = [
  [joint.leftAnkle, joint.leftHeel, joint.leftToe],
  [joint.rightAnkle, joint.rightHeel, joint.rightToe],
] as const;

/** Darkens the ground where feet stand on it, less in hard light. */
export function drawContactShadow(
  { y, strideY, width, height }: I420Frame,
  joints: Float32Array,
  light: keyof typeof strengths,
): void {
  const torso = toTorsoLength(joints);
  const ground = lowestOfFeet(joints);
  const [radiusX, radiusY] = [Math.max(1, torso * RADIUS.x), Math.max(1, torso * RADIUS.y)];
  for (const [ankle, heel, toe] of feet) {
    const [middleX] = [ankle, heel, toe].map((at) => joints[at * JOINT_VALUES]);
    const x = (middleX + joints[heel * JOINT_VALUES] + joints[toe * JOINT_VALUES]) / 3;
    const low = Math.max(joints[heel * JOINT_VALUES + 1], joints[toe * JOINT_VALUES + 1]);
    const above = Math.max(0, ground - low) / Math.max(1, torso);
    const strength = strengths[light] * Math.max(0, 1 - above / HIGHEST);
    const bottom = Math.min(height, Math.ceil(low + radiusY * 2));
    const right = Math.min(width, Math.ceil(x + radiusX * 2));
    for (let row = Math.max(0, Math.floor(low - radiusY * 2)); row < bottom; row += 1) {
      for (let column = Math.max(0, Math.floor(x - radiusX * 2)); column < right; column += 1) {
        const distance = ((column - x) / radiusX) ** 2 + ((row - low) / radiusY) ** 2;
        const at = row * strideY + column;
        const light = 1 - strength * Math.exp(-distance * FALLOFF);
        y[at] = clamp(BLACK + (y[at] - BLACK) * light + 0.5, 0, 255);
      }
    }
  }
}
