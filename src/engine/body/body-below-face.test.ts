import { describe, expect, it } from 'vitest';
import { createHeadPose } from '../track/head-pose.ts';
import { MESH_POINT_COUNT } from '../track/mesh-points.ts';
import { isInsideHead, toRegionBelowFace } from './body-below-face.ts';
import { joint, JOINT_COUNT, JOINT_VALUES } from './joints.ts';

const SCALE = 7;
const NOSE_TIP = 1;

/** Creates a face with its nose at 300, 200. */
function createFace(yaw = 0) {
  const landmarks = new Float32Array(MESH_POINT_COUNT * 3);
  landmarks.set([300, 200, 0], NOSE_TIP * 3);
  return { landmarks, pose: { ...createHeadPose(), scale: SCALE, yaw } };
}

/** Creates a torso by its lengths in centimetres. */
function createBody({ torso = 48, shoulders = 36, neck = 18 } = {}): Float32Array {
  const joints = new Float32Array(JOINT_COUNT * JOINT_VALUES);
  for (const [side, offset] of [
    [1, 0],
    [-1, 1],
  ] as const) {
    const put = (number: number, aside: number, down: number): void =>
      joints.set([300 + side * aside * SCALE, 200 + down * SCALE, 0, 1], number * JOINT_VALUES);
    put(joint.leftShoulder + offset, shoulders / 2, neck);
    put(joint.leftHip + offset, shoulders / 3, neck + torso);
  }
  return joints;
}

describe('a body inside of its head', () => {
  it('is recognised, and no other', () => {
    expect(isInsideHead(createBody({ torso: 10, shoulders: 18, neck: 8 }), createFace())).toBe(
      true,
    );
    const bodies = {
      upright: createBody(),
      bentForward: createBody({ torso: 8, neck: 2 }),
      fromTheSide: createBody({ shoulders: 5 }),
      drawnWithLargeHead: createBody({ torso: 25, shoulders: 20, neck: 16 }),
    };
    for (const joints of Object.values(bodies)) {
      expect(isInsideHead(joints, createFace())).toBe(false);
    }
    // The scale of a face in profile is not reliable.
    expect(isInsideHead(createBody({ torso: 10, shoulders: 18, neck: 8 }), createFace(1))).toBe(
      false,
    );
  });

  it('is searched for below the face, from head to feet', () => {
    const { centreX, centreY, width, height, rotation } = toRegionBelowFace(createFace());
    expect([centreX, rotation]).toEqual([300, 0]);
    expect(centreY - height / 2).toBeLessThan(200 - 20 * SCALE);
    expect(centreY + height / 2).toBeGreaterThan(200 + 150 * SCALE);
    expect(width).toBe(height);
  });
});
