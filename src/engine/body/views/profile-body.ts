/**
 * Somebody who is seen from the side, in layers. Of the arm and the leg behind the body little is seen in a still, and in a walk
 * all of them: where they lie behind those in front, they are drawn as these, a little darker.
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
  torsoLengthOf,
} from '../joints.ts';

/** Where somebody looks in a picture who is seen from the side; it is also the side of them that is nearer to the camera. */
type Facing = 'left' | 'right';

/** Limbs of both sides whose joints are nearer than this (torsos) lie behind each other; hidden ones are less visible. */
const BEHIND = 0.22;
const VISIBLE = 0.5;
/** Light of what is behind the body. */
const SHADE = 0.82;
/** Both shoulders, and both hips, lie so far from their middle (torsos): enough to tell which way they are turned. */
const PAIR_HALF = 0.03;

/** Where somebody looks who is seen from the side: their nose is before their ears. */
export function findFacing(joints: Float32Array): Facing {
  const { x } = middleOfJoints(joints, joint.leftEar, joint.rightEar);
  return joints[joint.nose * JOINT_VALUES] < x ? 'left' : 'right';
}

/** Divides a person into layers who is seen from the side. Takes about two seconds. */
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

/** Brings shoulders and hips to where somebody has them who is seen from the side: nearly behind each other. */
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

/** Limbs that lie behind those of the other side, each with that one. */
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
  const length = torsoLengthOf(joints);
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

/** Adds a limb that looks like another one. */
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
