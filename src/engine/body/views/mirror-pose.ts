import { BODY_MASK_SIZE, type BodyPose, JOINT_VALUES } from '../joints.ts';
import { swapSides } from '../unturn-frames.ts';

/** A person in a picture that was mirrored, which is `width` pixels wide: their left is their right there. */
export function mirrorPose({ joints, mask, region, ...pose }: BodyPose, width: number): BodyPose {
  const swapped = swapSides(joints);
  for (let at = 0; at < swapped.length; at += JOINT_VALUES) {
    swapped[at] = width - swapped[at];
  }
  return {
    ...pose,
    joints: swapped,
    region: { ...region, centreX: width - region.centreX, rotation: -region.rotation },
    mask: mask.map((_, index) => {
      const column = index % BODY_MASK_SIZE;
      return mask[index - column + BODY_MASK_SIZE - 1 - column];
    }),
  };
}
