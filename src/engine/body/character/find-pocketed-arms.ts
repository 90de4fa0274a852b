/**
 * Arms whose hand is in a pocket or behind the body. They stay as they are in the still: cut out, they would take the pocket along
 * and end in rags. A hand in a glove is seen against the ground, and moves.
 */
import { joint, JOINT_VALUES, type Limb } from '../joints.ts';
import type { LimbLine } from './limb-line.ts';
import type { PersonView } from './person-view.ts';
import { findFaceColour, isLikeSkin } from './skin-colour.ts';

/** A face whose nose is less visible says nothing of skin. */
const VISIBLE = 0.5;
/** A hand of which less has the colour of the face is not seen. */
const MIN_SKIN = 0.15;
/** A hand around which this much is person, so many half widths off, lies within the body. */
const WITHIN = 0.72;
const RING = 1.7;
const STEPS = 32;
const MIN_PIXELS = 20;

/** Arms whose hand the body hides; none where the still shows no face to compare skin with. */
export function findPocketedArms(
  view: PersonView,
  lines: Readonly<Record<Limb, LimbLine>>,
): readonly Limb[] {
  if (view.joints[joint.nose * JOINT_VALUES + 3] < VISIBLE) {
    return [];
  }
  const skin = findFaceColour(view);
  return (['leftArm', 'rightArm'] as const).filter((arm) => {
    const { points, radii } = lines[arm];
    const [wrist, tip] = [points[2], points[3]];
    const [x, y] = [(wrist[0] + tip[0]) / 2, (wrist[1] + tip[1]) / 2];
    return isWithin(view, x, y, radii[2] * RING) && !isBare(view, skin, { x, y, reach: radii[2] });
  });
}

/** Whether there is person all around a place. */
function isWithin({ width, height, person }: PersonView, x: number, y: number, reach: number) {
  let around = 0;
  for (let step = 0; step < STEPS; step += 1) {
    const angle = (step * 2 * Math.PI) / STEPS;
    const column = Math.floor(x + reach * Math.cos(angle));
    const row = Math.floor(y + reach * Math.sin(angle));
    const isInside = column >= 0 && row >= 0 && column < width && row < height;
    around += isInside && person[row * width + column] > 0.5 ? 1 : 0;
  }
  return around > STEPS * WITHIN;
}

/** Whether a hand is seen there. */
function isBare(
  { width, height, colours, person }: PersonView,
  skin: readonly [number, number, number],
  { x, y, reach }: { readonly x: number; readonly y: number; readonly reach: number },
): boolean {
  let [bare, count] = [0, 0];
  for (let row = Math.max(0, Math.floor(y - reach)); row < Math.min(height, y + reach); row += 1) {
    for (
      let column = Math.max(0, Math.floor(x - reach));
      column < Math.min(width, x + reach);
      column += 1
    ) {
      const index = row * width + column;
      if (Math.hypot(column - x, row - y) < reach && person[index] > 0.5) {
        const at = index * 3;
        count += 1;
        bare += isLikeSkin(skin, colours[at], colours[at + 1], colours[at + 2]) ? 1 : 0;
      }
    }
  }
  return count < MIN_PIXELS || bare > count * MIN_SKIN;
}
