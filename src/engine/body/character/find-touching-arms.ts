import type { Limb } from '../joints.ts';
import type { BodyCharacter } from './body-character.ts';
import { distanceToLimb } from './limb-line.ts';
import {
  asideInTorso,
  halfWidthOfTorso,
  heightInTorso,
  toTorsoFrame,
  type TorsoFrame,
} from './torso-frame.ts';

/** Position along the upper bone from which an arm is measured; above it the arm joins the torso anyway. */
const FROM = 0.45;
const STEP = 0.1;
/** Minimum height in the torso, 0 at the hips: below, arms touch legs, which is less visible. */
const MIN_HEIGHT = -0.05;
/** Points within this fraction of the torso's half width are in front of it. */
const INSIDE = 0.7;
/** Minimum width of a gap between arm and torso, in torso lengths. */
const GAP = 0.02;
const SEEN = 128;
const MIN_SAMPLES = 3;
const MAX_TOUCHING = 0.5;
/** Hands nearer to the bone of a thigh than this (its half widths) are in front of it. */
const BEFORE_THIGH = 0.7;

/**
 * Returns the arms that touch the body for more than half of their length beside it, or with their hand. What they hide
 * has to be synthesised.
 */
export function findTouchingArms(
  character: Pick<BodyCharacter, 'joints' | 'alpha' | 'width' | 'height' | 'lines' | 'shown'>,
): readonly Limb[] {
  const torso = toTorsoFrame(character.joints);
  const arms = (['leftArm', 'rightArm'] as const).filter((arm) => character.shown[arm]);
  return arms.filter(
    (arm) => isTouching(character, torso, arm) || isHandBefore(character, torso, arm),
  );
}

function isTouching(
  character: Pick<BodyCharacter, 'alpha' | 'width' | 'height' | 'lines'>,
  torso: TorsoFrame,
  arm: Limb,
): boolean {
  const { points } = character.lines[arm];
  let [samples, touching] = [0, 0];
  for (let bone = 0; bone < 2; bone += 1) {
    const [fromX, fromY] = points[bone];
    const [toX, toY] = points[bone + 1];
    for (let at = bone === 0 ? FROM : 0; at <= 1; at += STEP) {
      const x = fromX + (toX - fromX) * at;
      const y = fromY + (toY - fromY) * at;
      const height = heightInTorso(torso, x, y);
      if (height > MIN_HEIGHT && height < 1) {
        samples += 1;
        touching += hasGap(character, torso, { x, y, height }) ? 0 : 1;
      }
    }
  }
  return samples >= MIN_SAMPLES && touching > samples * MAX_TOUCHING;
}

/** Returns whether a hand is in front of the torso or a thigh, as in arms akimbo; its fingers would stay behind. */
function isHandBefore(
  character: Pick<BodyCharacter, 'alpha' | 'width' | 'height' | 'lines' | 'shown'>,
  torso: TorsoFrame,
  arm: Limb,
): boolean {
  const { lines, shown } = character;
  const [, , [wristX, wristY], [tipX, tipY]] = lines[arm].points;
  const [x, y] = [(wristX + tipX) / 2, (wristY + tipY) / 2];
  const height = heightInTorso(torso, x, y);
  if (height > 0 && height < 1) {
    return !hasGap(character, torso, { x, y, height });
  }
  return (['leftLeg', 'rightLeg'] as const).some(
    (leg) => shown[leg] && height < 0 && distanceToLimb(lines[leg], x, y) < BEFORE_THIGH,
  );
}

/** Returns whether the background shows between a point of an arm and the torso at its height. */
function hasGap(
  { alpha, width, height: rows }: Pick<BodyCharacter, 'alpha' | 'width' | 'height'>,
  torso: TorsoFrame,
  { x, y, height }: { readonly x: number; readonly y: number; readonly height: number },
): boolean {
  const aside = asideInTorso(torso, x, y);
  const inner = halfWidthOfTorso(torso, height) * INSIDE;
  const sign = Math.sign(aside);
  let ground = 0;
  for (let at = Math.abs(aside); at > inner; at -= 1) {
    const back = (Math.abs(aside) - at) * sign;
    const column = Math.round(x + back * torso.up.y);
    const row = Math.round(y - back * torso.up.x);
    const isSeen =
      column < 0 || row < 0 || column >= width || row >= rows || alpha[row * width + column] > SEEN;
    ground += isSeen ? 0 : 1;
  }
  return ground > Math.max(1, torso.length * GAP);
}
