import { isPersonAt } from './limb-lines.ts';
import type { PersonView } from './person-view.ts';
import type { TorsoFrame } from './torso-frame.ts';

/**
 * Heights in the torso that are measured (0 at the hips, 1 at the shoulders), and maximum half width in torso lengths.
 */
const [SHOULDER_HEIGHT, HIP_HEIGHT] = [0.72, 0.08];
const MAX_HALF = 0.34;
/** Factor by which `halfWidthOfTorso` widens the hips again. */
const HIP_FLESH = 1.35;

/**
 * Measures the torso in a side view by its outline: shoulders and hips are behind each other, so that their joints say
 * nothing about the width.
 */
export function measureProfile(view: PersonView, torso: TorsoFrame): TorsoFrame {
  return {
    ...torso,
    shoulderHalf: measureHalf(view, torso, SHOULDER_HEIGHT),
    hipHalf: measureHalf(view, torso, HIP_HEIGHT) / HIP_FLESH,
  };
}

/** Returns the greater distance to the outline, because joints need not be in the middle. */
function measureHalf(view: PersonView, { hips, up, length }: TorsoFrame, height: number): number {
  const [x, y] = [hips.x + up.x * length * height, hips.y + up.y * length * height];
  const reach = (side: number): number => {
    let far = 0;
    while (
      far < MAX_HALF * length &&
      isPersonAt(view, x - up.y * side * far, y + up.x * side * far)
    ) {
      far += 1;
    }
    return far;
  };
  return Math.max(1, reach(1), reach(-1));
}
