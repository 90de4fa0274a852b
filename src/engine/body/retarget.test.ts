import { describe, expect, it } from 'vitest';
import {
  type BodyFrame,
  type BodyTrack,
  distanceOfJoints,
  joint,
  JOINT_COUNT,
  JOINT_VALUES,
  type Limb,
  middleOfHips,
  toTorsoLength,
} from './joints.ts';
import { lowestOfFeet } from './pin-feet.ts';
import { type BodyRest, retarget } from './retarget.ts';

interface Build {
  readonly scale: number;
  readonly legs: number;
  readonly x: number;
  readonly y: number;
}

const allShown: Readonly<Record<Limb, boolean>> = {
  leftArm: true,
  rightArm: true,
  leftLeg: true,
  rightLeg: true,
};

/**
 * Creates joints of a standing person with the left arm at an angle from straight down (radians) and hips at `x`, `y`.
 */
function stand({ scale, legs, x, y }: Build, arm: number, squat = 0): Float32Array {
  const joints = new Float32Array(JOINT_COUNT * JOINT_VALUES);
  const set = (index: number, dx: number, dy: number): void =>
    joints.set([x + dx * scale, y + dy * scale, 0, 1], index * JOINT_VALUES);
  for (const [side, offset] of [
    [1, 0],
    [-1, 1],
  ] as const) {
    const angle = side > 0 ? arm : 0.2;
    const [ax, ay] = [side * Math.sin(angle), Math.cos(angle)];
    set(joint.leftShoulder + offset, side * 33, -100);
    set(joint.leftElbow + offset, side * 33 + ax * 55, -100 + ay * 55);
    set(joint.leftWrist + offset, side * 33 + ax * 105, -100 + ay * 105);
    set(joint.leftHip + offset, side * 19, 0);
    set(joint.leftKnee + offset, side * (22 + squat), 80 * legs - squat);
    set(joint.leftAnkle + offset, side * 24, 155 * legs - squat);
    set(joint.leftHeel + offset, side * 24, 162 * legs - squat);
    set(joint.leftToe + offset, side * 30, 165 * legs - squat);
    set(joint.leftEar + offset, side * 14, -150);
    set(joint.leftEye + offset, side * 6, -152);
  }
  set(joint.nose, 0, -146);
  return joints;
}

function createTrack(frames: readonly Float32Array[], height = 720): BodyTrack {
  return {
    size: { width: 480, height },
    frameRate: { num: 30, den: 1 },
    timeBase: { num: 1, den: 30 },
    frames: frames.map((joints, index): BodyFrame => {
      const timestampUs = Math.round((index * 1e6) / 30);
      return { timestampUs, durationUs: 33_333, joints, isSeen: true, face: null, scene: 0 };
    }),
    peopleCount: 1,
    cutCount: 0,
  };
}

const driver: Build = { scale: 1.2, legs: 1, x: 240, y: 400 };
/** Larger build with longer legs, at another position. */
const own: Build = { scale: 2.4, legs: 1.2, x: 500, y: 560 };
const rest: BodyRest = {
  joints: stand(own, 0.2),
  size: { width: 1000, height: 1200 },
  shown: allShown,
};

function computeAngle(joints: Float32Array, from: number, to: number): number {
  const [a, b] = [from * JOINT_VALUES, to * JOINT_VALUES];
  return Math.atan2(joints[b]! - joints[a]!, joints[b + 1]! - joints[a + 1]!);
}

describe('motion in the build of a character', () => {
  it('has the directions of the driver and the lengths of the character', () => {
    const frames = Array.from({ length: 30 }, (_, index) => stand(driver, 0.2 + index * 0.05));
    const { poses, follows, ratio } = retarget(createTrack(frames), rest, { followsTurn: true });
    expect(follows).toEqual(allShown);
    expect(ratio).toBeCloseTo(2, 5);
    for (const [index, { joints }] of poses.entries()) {
      expect(computeAngle(joints, joint.leftShoulder, joint.leftElbow)).toBeCloseTo(
        computeAngle(frames[index]!, joint.leftShoulder, joint.leftElbow),
        3,
      );
      for (const [from, to] of [
        [joint.leftShoulder, joint.leftElbow],
        [joint.leftHip, joint.leftKnee],
        [joint.rightKnee, joint.rightAnkle],
      ] as const) {
        expect(distanceOfJoints(joints, from, to)).toBeCloseTo(
          distanceOfJoints(rest.joints, from, to),
          -1,
        );
      }
      expect(toTorsoLength(joints)).toBeCloseTo(toTorsoLength(rest.joints), 1);
    }
  });

  it('lets both legs stand where the clip shows one of them', () => {
    const frames = Array.from({ length: 12 }, (_, index) => stand(driver, 0.2 + index * 0.05));
    for (const joints of frames) {
      joints[joint.rightKnee * JOINT_VALUES + 3] = 0.1;
    }
    const { follows, poses } = retarget(createTrack(frames), rest, { followsTurn: true });
    expect(follows).toEqual({ ...allShown, leftLeg: false, rightLeg: false });
    expect(lowestOfFeet(poses[8]!.joints)).toBeCloseTo(lowestOfFeet(rest.joints), 3);
  });

  it('has one size where the driver comes nearer', () => {
    const frames = Array.from({ length: 150 }, (_, index) =>
      stand({ ...driver, scale: 0.8 + index * 0.004 }, 0.2),
    );
    const { poses } = retarget(createTrack(frames), rest, { followsTurn: true });
    for (const { joints } of poses.slice(20, -20)) {
      const growth = toTorsoLength(joints) / toTorsoLength(rest.joints);
      expect(Math.abs(growth - 1)).toBeLessThan(0.15);
    }
  });

  it('leaves a drawing its short legs, which a person would have at another length', () => {
    const frames = Array.from({ length: 12 }, () => stand(driver, 0.2));
    const short = { ...rest, joints: stand({ ...own, legs: 0.5 }, 0.2) };
    const thighOf = (isPlaced: boolean): number => {
      const { poses } = retarget(
        createTrack(frames),
        { ...short, isPlaced },
        { followsTurn: true },
      );
      return distanceOfJoints(poses[5]!.joints, joint.leftHip, joint.leftKnee);
    };
    const drawn = distanceOfJoints(short.joints, joint.leftHip, joint.leftKnee);
    expect(Math.abs(thighOf(true) / drawn - 1)).toBeLessThan(0.05);
    expect(thighOf(false)).toBeGreaterThan(drawn * 1.3);
  });

  it('keeps the visible arm of a drawing, wherever the joints of its hidden arm are', () => {
    const joints = rest.joints.slice();
    joints.set([0, 600], joint.rightElbow * JOINT_VALUES);
    joints.set([0, 605], joint.rightWrist * JOINT_VALUES);
    const shown = { ...allShown, rightArm: false };
    const { poses } = retarget(
      createTrack(Array.from({ length: 12 }, () => stand(driver, 0.2))),
      { ...rest, joints, shown, isPlaced: true },
      { followsTurn: true },
    );
    for (const [from, to] of [
      [joint.leftShoulder, joint.leftElbow],
      [joint.leftElbow, joint.leftWrist],
    ] as const) {
      const drawn = distanceOfJoints(joints, from, to);
      expect(Math.abs(distanceOfJoints(poses[5]!.joints, from, to) / drawn - 1)).toBeLessThan(0.05);
    }
  });

  it('keeps the feet on the ground of the still, through a squat as well', () => {
    const frames = Array.from({ length: 30 }, (_, index) => {
      const squat = 40 * Math.sin((index / 29) * Math.PI);
      return stand({ ...driver, y: driver.y + squat * driver.scale }, 0.2, squat);
    });
    const { poses } = retarget(createTrack(frames), rest, { followsTurn: true });
    const ground = lowestOfFeet(rest.joints);
    for (const { joints } of poses) {
      expect(Math.abs(lowestOfFeet(joints) - ground)).toBeLessThan(4);
    }
    const hips = (index: number): number => middleOfHips(poses[index]!.joints).y;
    expect(hips(15) - hips(0)).toBeGreaterThan(60);
  });

  it('lowers all jumps when one would raise the head out of the picture', () => {
    const jump = (index: number): number => Math.max(0, Math.sin(index / 4)) * 60;
    const frames = Array.from({ length: 40 }, (_, index) =>
      stand({ ...driver, y: driver.y - jump(index) }, 0.2),
    );
    const rise = (height: number): number => {
      const higher = { ...rest, joints: stand({ ...own, y: height }, 0.2) };
      const { poses } = retarget(createTrack(frames), higher, { followsTurn: true });
      const eyes = poses.map(({ joints }) => joints[joint.leftEye * JOINT_VALUES + 1]!);
      expect(Math.min(...eyes)).toBeGreaterThan(60);
      return (
        lowestOfFeet(higher.joints) - Math.min(...poses.map(({ joints }) => lowestOfFeet(joints)))
      );
    };
    expect(rise(640)).toBeGreaterThan(110);
    expect(rise(530)).toBeLessThan(90);
    expect(rise(530)).toBeGreaterThan(25);
  });

  it('pins a foot that stands, however the joints of the driver tremble', () => {
    const frames = Array.from({ length: 40 }, (_, index) =>
      stand({ ...driver, x: driver.x + (index % 2) * 0.8 }, 0.2),
    );
    const { poses } = retarget(createTrack(frames), rest, { followsTurn: true });
    const at = joint.leftAnkle * JOINT_VALUES;
    const places = poses.slice(8, 32).map(({ joints }) => joints[at]!);
    expect(Math.max(...places) - Math.min(...places)).toBeLessThan(0.05);
  });

  it('keeps limbs as in the picture when the clip or the picture does not show them', () => {
    const bust = Array.from({ length: 20 }, (_, index) =>
      stand({ ...driver, x: driver.x + 10 * Math.sin(index / 4) }, 1),
    );
    // The driver's image ends above the knees.
    const { poses, follows } = retarget(
      createTrack(bust, 440),
      { ...rest, shown: { ...allShown, rightArm: false } },
      { followsTurn: true },
    );
    expect(follows).toEqual({ leftArm: true, rightArm: false, leftLeg: false, rightLeg: false });
    for (const { joints } of poses) {
      for (const index of [joint.leftAnkle, joint.rightToe]) {
        const at = index * JOINT_VALUES;
        expect(joints[at]).toBeCloseTo(rest.joints[at]!, 2);
        expect(joints[at + 1]).toBeCloseTo(rest.joints[at + 1]!, 2);
      }
      expect(distanceOfJoints(joints, joint.rightShoulder, joint.rightWrist)).toBeCloseTo(
        distanceOfJoints(rest.joints, joint.rightShoulder, joint.rightWrist),
        1,
      );
    }
  });

  it('keeps the width of the shoulders where the character does not turn with the clip', () => {
    const frames = Array.from({ length: 20 }, () => {
      const joints = stand(driver, 0.2);
      for (const index of [joint.leftShoulder, joint.rightShoulder]) {
        const at = index * JOINT_VALUES;
        joints[at] = driver.x + (joints[at]! - driver.x) * 0.5;
      }
      return joints;
    });
    const widthOf = (followsTurn: boolean): number => {
      const { poses } = retarget(createTrack([...frames, stand(driver, 0.2)]), rest, {
        followsTurn,
      });
      return distanceOfJoints(poses[5]!.joints, joint.leftShoulder, joint.rightShoulder);
    };
    const ownWidth = distanceOfJoints(rest.joints, joint.leftShoulder, joint.rightShoulder);
    expect(widthOf(false)).toBeCloseTo(ownWidth, 1);
    expect(widthOf(true)).toBeLessThan(0.8 * ownWidth);
  });

  it('moves a motion that would leave the picture back into it', () => {
    const frames = Array.from({ length: 20 }, (_, index) =>
      stand({ ...driver, x: 120 + index * 20 }, 0.2),
    );
    // Left of the middle: the motion, brought to this size, would begin 80 pixels beyond the edge.
    const aside = { ...rest, joints: stand({ ...own, x: 300 }, 0.2) };
    const { poses } = retarget(createTrack(frames), aside, { followsTurn: true });
    for (const { joints } of poses) {
      const { x } = middleOfHips(joints);
      expect(x).toBeGreaterThan(80);
      expect(x).toBeLessThan(920);
    }
  });

  it('moves a further still of the character along with the first one, from the side without any width', () => {
    const frames = Array.from({ length: 12 }, (_, index) =>
      stand({ ...driver, x: 240 + index * 4 }, 0.4),
    );
    const first = retarget(createTrack(frames), rest, { followsTurn: true });
    const additional = { size: 0.5, ratio: first.ratio, isProfile: true };
    const side = retarget(createTrack(frames), rest, { followsTurn: true, additional });
    const [last, own] = [side.poses.at(-1), first.poses.at(-1)];
    expect(last).toMatchObject({ size: 0.5, head: { size: 0.5 } });
    const middle = (pose: typeof last): readonly number[] => {
      const { x, y } = middleOfHips(pose!.joints);
      return [x, y];
    };
    expect(middle(last)).toEqual(middle(own).map((value) => expect.closeTo(value, 2)));
    const width = distanceOfJoints(last!.joints, joint.leftShoulder, joint.rightShoulder);
    expect(width).toBeLessThan(toTorsoLength(last!.joints) * 0.1);
  });
});
