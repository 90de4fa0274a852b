/**
 * Finds arms whose hand is in a pocket or behind the body. They stay as they are in the still: cut out, they would
 * carry the pocket along and end in rags. A hand in a glove is visible against the ground, and moves.
 */
import { joint, JOINT_VALUES, type Limb } from '../joints.ts';
import type { LimbLine } from './limb-line.ts';
import type { PersonView } from './person-view.ts';
import { findFaceColour, isLikeSkin } from './skin-colour.ts';

/** Minimum visibility of the nose of a face whose skin can be compared. */
const VISIBLE = 0.5;
/** Minimum fraction of a visible hand that has the colour of the face. */
const MIN_SKIN = 0.15;
/**
 * A hand is within the body if more than this fraction of a ring around it, with this radius in half widths, is the
 * person.
 */
const WITHIN = 0.72;
const RING = 1.7;
const STEPS = 32;
const MIN_PIXELS = 20;

/** Returns the arms whose hand the body hides; empty if the still shows no face to compare skin with. */
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

/** Returns whether the person surrounds a point. */
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

/** Returns whether enough of a circle has the colour of skin; true also with too few pixels to decide. */
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
