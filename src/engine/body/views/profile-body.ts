/**
 * Divides a person in a side view into layers. A still shows little of the arm and leg behind the body, but a walk
 * shows all of them: where they are behind the front ones, copies of those are drawn, a little darker.
 */
import { type BodyLayers, layerBody, type Preparation } from '../character/body-character.ts';
import type { RgbaImage } from '../../pixels/frame.ts';
import {
  type BodyPose,
  distanceOfJoints,
  joint,
  JOINT_VALUES,
  type Limb,
  limbJoints,
  limbTips,
  middleOfHips,
  middleOfJoints,
  middleOfShoulders,
  toTorsoLength,
} from '../joints.ts';

/**
 * Direction in which a person in a side view looks in the image; also the side of them that is nearer to the camera.
 */
type Facing = 'left' | 'right';

/**
 * Distance of the joints of both sides below which one limb is behind the other, in torso lengths; hidden joints are
 * less visible than this.
 */
const BEHIND = 0.22;
const VISIBLE = 0.5;
/** Brightness of limbs behind the body. */
const SHADE = 0.82;
/** Distance of each shoulder and hip from their middle, in torso lengths: enough to show which way they are turned. */
const PAIR_HALF = 0.03;

/** Returns the direction in which a person in a side view looks: the nose is in front of the ears. */
export function findFacing(joints: Float32Array): Facing {
  const { x } = middleOfJoints(joints, joint.leftEar, joint.rightEar);
  return joints[joint.nose * JOINT_VALUES] < x ? 'left' : 'right';
}

/** Divides a person in a side view into layers. Takes about two seconds. */
export async function layerProfile(
  image: RgbaImage,
  pose: BodyPose,
  preparation: Omit<Preparation, 'behind'>,
): Promise<BodyLayers> {
  const twins = findTwins(pose.joints);
  const body = await layerBody(image, pose, { ...preparation, behind: twins.map(([far]) => far) });
  const drawn = twins.filter(([, near]) => body.shown[near]).reduce(copyLimb, body);
  const joints = drawn.joints.slice();
  pairInProfile(joints);
  return { ...drawn, joints };
}

/** Moves shoulders and hips to their position in a side view: nearly behind each other. */
export function pairInProfile(joints: Float32Array): void {
  const shoulders = middleOfShoulders(joints);
  const hips = middleOfHips(joints);
  const [acrossX, acrossY] = [
    (hips.y - shoulders.y) * PAIR_HALF,
    (shoulders.x - hips.x) * PAIR_HALF,
  ];
  for (const [{ x, y }, left, right] of [
    [shoulders, joint.leftShoulder, joint.rightShoulder],
    [hips, joint.leftHip, joint.rightHip],
  ] as const) {
    joints.set([x + acrossX, y + acrossY], left * JOINT_VALUES);
    joints.set([x - acrossX, y - acrossY], right * JOINT_VALUES);
  }
}

/** Returns pairs of limbs that are behind those of the other side. */
function findTwins(joints: Float32Array): readonly (readonly [far: Limb, near: Limb])[] {
  const pairs: readonly (readonly [Limb, Limb])[] =
    findFacing(joints) === 'left'
      ? [
          ['rightArm', 'leftArm'],
          ['rightLeg', 'leftLeg'],
        ]
      : [
          ['leftArm', 'rightArm'],
          ['leftLeg', 'rightLeg'],
        ];
  const length = toTorsoLength(joints);
  return pairs.filter(([far, near]) => {
    const [, farMiddle, farEnd] = limbJoints[far];
    const [, nearMiddle, nearEnd] = limbJoints[near];
    const apart =
      (distanceOfJoints(joints, farMiddle, nearMiddle) +
        distanceOfJoints(joints, farEnd, nearEnd)) /
      2;
    return apart < BEHIND * length || joints[farMiddle * JOINT_VALUES + 3] < VISIBLE;
  });
}

/** Adds a copy of a limb as the one behind it. */
function copyLimb(body: BodyLayers, [far, near]: readonly [far: Limb, near: Limb]): BodyLayers {
  const joints = body.joints.slice();
  const from = [...limbJoints[near], ...limbTips[near]];
  [...limbJoints[far], ...limbTips[far]].forEach((to, index) => {
    const at = (from[index] ?? to) * JOINT_VALUES;
    joints.copyWithin(to * JOINT_VALUES, at, at + JOINT_VALUES);
  });
  const copies = body.layers
    .filter(({ part }) => part === near)
    .map((layer) => ({
      ...layer,
      part: far,
      image: { ...layer.image, pixels: shade(layer.image.pixels) },
    }));
  return {
    ...body,
    joints,
    layers: [...body.layers, ...copies],
    lines: { ...body.lines, [far]: body.lines[near] },
    shown: { ...body.shown, [far]: true },
  };
}

function shade(pixels: Uint8Array): Uint8Array {
  return pixels.map((value, at) => (at % 4 === 3 ? value : value * SHADE));
}
