import { describe, expect, it } from 'vitest';
import { forEachLimb, joint, JOINT_COUNT, JOINT_VALUES, type Limb } from '../joints.ts';
import { findHiddenHands, type HandedBody } from './find-hidden-hands.ts';
import type { LayerImage } from './layer-colours.ts';
import { distanceToLimb, jointAt, type LimbLine, listLimbPoints } from './limb-line.ts';
import { mirrorHiddenHand } from './mirror-forearm.ts';

const [WIDTH, HEIGHT] = [200, 260];
const skin = [205, 150, 125] as const;
const blue = [40, 50, 140] as const;
const RADIUS = 9;

/** A person whose left arm is away from the body; the right one has its hand behind the body, under cloth. */
function createJoints(): Float32Array {
  const joints = new Float32Array(JOINT_COUNT * JOINT_VALUES);
  const place = (number: number, x: number, y: number): void =>
    joints.set([x, y, 0, 1], number * JOINT_VALUES);
  place(joint.nose, 100, 30);
  place(joint.leftEar, 112, 28);
  place(joint.rightEar, 88, 28);
  place(joint.leftShoulder, 130, 60);
  place(joint.rightShoulder, 70, 60);
  place(joint.leftHip, 115, 160);
  place(joint.rightHip, 85, 160);
  place(joint.leftElbow, 150, 105);
  place(joint.leftWrist, 158, 150);
  place(joint.rightElbow, 52, 105);
  place(joint.rightWrist, 82, 145);
  for (const [left, right] of [
    [joint.leftPinky, joint.rightPinky],
    [joint.leftIndex, joint.rightIndex],
    [joint.leftThumb, joint.rightThumb],
  ] as const) {
    place(left, 160, 164);
    place(right, 92, 155);
  }
  return joints;
}

function createImage(colourAt: (x: number, y: number) => readonly number[] | null): LayerImage {
  const pixels = new Uint8Array(WIDTH * HEIGHT * 4);
  for (let index = 0; index < WIDTH * HEIGHT; index += 1) {
    const colour = colourAt(index % WIDTH, Math.floor(index / WIDTH));
    pixels.set(colour === null ? [0, 0, 0, 0] : [...colour, 255], index * 4);
  }
  return { left: 0, top: 0, width: WIDTH, height: HEIGHT, pixels };
}

/** Returns a person; the hands of `covered` arms are under cloth. */
function createBody(covered: readonly Limb[]): HandedBody {
  const joints = createJoints();
  const lines = forEachLimb((limb): LimbLine => ({
    points: listLimbPoints(joints, limb),
    radii: [RADIUS, RADIUS, RADIUS],
  }));
  const drawArm = (arm: Limb): LayerImage => {
    const hand = jointAt(joints, arm === 'leftArm' ? joint.leftWrist : joint.rightWrist);
    return createImage((x, y) => {
      const isHand = Math.hypot(x - hand[0], y - hand[1]) < 34;
      const isCloth = isHand && covered.includes(arm);
      return distanceToLimb(lines[arm], x, y) > 1 ? null : isCloth ? blue : skin;
    });
  };
  return {
    joints,
    lines,
    shown: forEachLimb(() => true),
    layers: [
      {
        part: 'head',
        image: createImage((x, y) => (Math.hypot(x - 100, y - 30) < 20 ? skin : null)),
      },
      { part: 'leftArm', image: drawArm('leftArm') },
      { part: 'rightArm', image: drawArm('rightArm') },
    ],
  };
}

/** Returns the colour of a layer at a point of the still; its alpha is the last value. */
function readAt(body: HandedBody, arm: Limb, x: number, y: number): readonly number[] {
  const { left, top, width, pixels } = body.layers.find(({ part }) => part === arm)!.image;
  const at = ((Math.round(y) - top) * width + Math.round(x) - left) * 4;
  return [...pixels.subarray(at, at + 4)];
}

describe('an arm whose hand is hidden', () => {
  it('gets forearm and hand of the other arm, mirrored at the spine', () => {
    const body = mirrorHiddenHand(createBody(['rightArm']));
    const [x, y] = jointAt(body.joints, joint.rightWrist);
    expect([x, y]).toEqual([52 - 8, 150]);
    expect(findHiddenHands(body)).toEqual([]);
    expect(readAt(body, 'rightArm', x, y)).toEqual([...skin, 255]);
    expect(readAt(body, 'rightArm', x - 2, y + 12)).toEqual([...skin, 255]);
    // What was before the old hand is no longer a part of the arm.
    expect(readAt(body, 'rightArm', 84, 148)[3]).toBe(0);
  });

  it('has no gap at the elbow', () => {
    const body = mirrorHiddenHand(createBody(['rightArm']));
    const { points } = body.lines.rightArm;
    for (let step = 0; step <= 20; step += 1) {
      const bone = step < 10 ? 0 : 1;
      const along = (step % 10) / 10;
      const [fromX, fromY] = points[bone]!;
      const [toX, toY] = points[bone + 1]!;
      const at = [fromX + (toX - fromX) * along, fromY + (toY - fromY) * along] as const;
      expect(readAt(body, 'rightArm', ...at)[3]).toBeGreaterThan(250);
    }
  });

  it('stays as it is without another hand', () => {
    const body = createBody(['leftArm', 'rightArm']);
    expect(mirrorHiddenHand(body)).toBe(body);
    const whole = createBody([]);
    expect(mirrorHiddenHand(whole)).toBe(whole);
  });
});
