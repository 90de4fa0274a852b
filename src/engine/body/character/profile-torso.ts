import { isPersonAt } from './limb-lines.ts';
import type { PersonView } from './person-view.ts';
import type { TorsoFrame } from './torso-frame.ts';

/** Heights in the torso at which it is measured, and how wide one half of it is at most, in lengths of the torso. */
const [SHOULDER_HEIGHT, HIP_HEIGHT] = [0.72, 0.08];
const MAX_HALF = 0.34;
/** Flesh beside the joints of the hips is counted again wherever the half width is read. */
const HIP_FLESH = 1.35;

/**
 * The torso of somebody who is seen from the side: its shoulders and hips lie behind each other, so that their distance says
 * nothing, and it is as wide as its outline.
 */
export function measureProfile(view: PersonView, torso: TorsoFrame): TorsoFrame {
  return {
    ...torso,
    shoulderHalf: measureHalf(view, torso, SHOULDER_HEIGHT),
    hipHalf: measureHalf(view, torso, HIP_HEIGHT) / HIP_FLESH,
  };
}

/** The farther of both sides: joints need not lie in the middle. */
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
