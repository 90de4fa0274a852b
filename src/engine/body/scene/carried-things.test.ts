import { describe, expect, it } from 'vitest';
import { createI420Frame, type I420Frame } from '../../pixels/frame.ts';
import { unmoved } from '../../vision/similarity.ts';
import { joint, JOINT_COUNT, JOINT_VALUES } from '../joints.ts';
import { drawCarriedThings } from './carried-things.ts';
import type { HoleBox } from './person-hole.ts';

interface Spot {
  readonly x: number;
  readonly y: number;
}

const size = 256;
/** The hand is at the right edge of the person. */
const hand: Spot = { x: 128, y: 128 };
const person = { left: 88, top: 100, right: 136, bottom: 156 };

function drawScene(shift = 0): I420Frame {
  const frame = createI420Frame(size, size);
  for (let at = 0; at < frame.y.length; at += 1) {
    frame.y[at] = Math.floor(((at % size) + shift) / 16) % 2 === 0 ? 90 : 160;
  }
  return frame;
}

function fill(frame: I420Frame, [left, top, right, bottom]: readonly number[]): void {
  for (let row = top!; row < bottom!; row += 1) {
    frame.y.fill(230, row * size + left!, row * size + right!);
  }
}

/** Returns the weights of a person whose shoulders and hips are 40 pixels apart. */
function drawPerson(): Uint8Array {
  const weights = new Uint8Array(size * size);
  for (let row = person.top; row < person.bottom; row += 1) {
    weights.fill(255, row * size + person.left, row * size + person.right);
  }
  return weights;
}

/** Draws things into the weights of the person, whose other hand is not visible unless it is given. */
function drawThings(
  weights: Uint8Array,
  planes: I420Frame,
  { left, right }: { readonly left?: Spot; readonly right?: Spot } = { left: hand },
): HoleBox | null {
  const joints = new Float32Array(JOINT_COUNT * JOINT_VALUES);
  const set = (number: number, x: number, y: number): void =>
    joints.set([x, y, 0, 1], number * JOINT_VALUES);
  set(joint.leftShoulder, 110, 105);
  set(joint.rightShoulder, 90, 105);
  set(joint.leftHip, 110, 145);
  set(joint.rightHip, 90, 145);
  if (left !== undefined) {
    set(joint.leftWrist, left.x - 8, left.y);
    set(joint.leftIndex, left.x, left.y);
  }
  if (right !== undefined) {
    set(joint.rightWrist, right.x - 8, right.y);
    set(joint.rightIndex, right.x, right.y);
  }
  const plate = drawScene();
  return drawCarriedThings(weights, { planes, plate, view: unmoved, joints, noise: 1 });
}

function removeThings(planes: I420Frame): Uint8Array {
  const weights = drawPerson();
  drawThings(weights, planes);
  return weights;
}

const weightAt = (weights: Uint8Array, x: number, y: number): number => weights[y * size + x]!;

describe('things that a person carries', () => {
  it('are removed with the person as far as they reach, with a margin', () => {
    const planes = drawScene();
    fill(planes, [130, 126, 170, 132]);
    const weights = removeThings(planes);
    for (const [x, y] of [
      [140, 129],
      [168, 129],
      [150, 124],
    ] as const) {
      expect(weightAt(weights, x, y)).toBe(255);
    }
    expect(weightAt(weights, 184, 129)).toBe(0);
    expect(weightAt(weights, 150, 112)).toBe(0);
  });

  it('include nothing that does not adjoin the person, and nothing that goes on beyond their reach', () => {
    const planes = drawScene();
    fill(planes, [150, 126, 170, 132]);
    fill(planes, [100, 150, 104, 256]);
    const weights = removeThings(planes);
    expect(weightAt(weights, 160, 129)).toBe(0);
    expect(weightAt(weights, 102, 180)).toBe(0);
  });

  it('include no edges of the scene that shake by a pixel', () => {
    const count = (weights: Uint8Array): number =>
      weights.reduce((sum, weight) => sum + (weight > 0 ? 1 : 0), 0);
    expect(count(removeThings(drawScene(1)))).toBe(count(removeThings(drawScene())));
  });

  it('have a box that is no larger than they are with their margin', () => {
    const planes = drawScene();
    fill(planes, [136, 126, 140, 132]);
    const weights = drawPerson();
    const box = drawThings(weights, planes);
    // The margin is three cells of two pixels.
    expect(box).toEqual({ left: 130, top: 120, right: 146, bottom: 138 });
    const before = drawPerson();
    const outside = weights.filter((weight, at) => {
      const [x, y] = [at % size, Math.floor(at / size)];
      return weight !== before[at] && !(x >= 130 && x < 146 && y >= 120 && y < 138);
    });
    expect(outside).toHaveLength(0);
    expect(drawThings(drawPerson(), drawScene())).toBe(null);
  });

  it('do not depend on which hand is the left one', () => {
    const planes = drawScene();
    // The first is within reach of the right hand of the image only; the second is a cell away from it.
    fill(planes, [132, 126, 170, 132]);
    fill(planes, [142, 118, 150, 124]);
    const far = { x: 94, y: 128 };
    const [one, other] = [drawPerson(), drawPerson()];
    drawThings(one, planes, { left: hand, right: far });
    drawThings(other, planes, { left: far, right: hand });
    expect(one).toEqual(other);
    expect(weightAt(one, 168, 129)).toBe(255);
    expect(weightAt(one, 146, 114)).toBe(0);
  });
});
