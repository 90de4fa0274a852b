import { describe, expect, it } from 'vitest';
import { createI420Frame, type I420Frame } from '../../pixels/frame.ts';
import { unmoved } from '../../vision/similarity.ts';
import { BODY_MASK_SIZE, joint, JOINT_COUNT, JOINT_VALUES } from '../joints.ts';
import { CaptionWatch } from './caption-watch.ts';
import { findHeldThings } from './held-things.ts';
import type { PlateSample } from './plate-sample.ts';

const size = 256;
const skin = { y: 150, u: 105, v: 160 };
const ground = { y: 180, u: 150, v: 80 };
const cup = { y: 60, u: 170, v: 110 };
const band = { y: 235, u: 128, v: 128 };
const hand = { x: 200, y: 130 };

interface Colour {
  readonly y: number;
  readonly u: number;
  readonly v: number;
}

function fillDisc(frame: I420Frame, { x, y, radius }: Spot, colour: Colour): void {
  for (let row = Math.ceil(y - radius); row <= y + radius; row += 1) {
    for (let column = Math.ceil(x - radius); column <= x + radius; column += 1) {
      if (Math.hypot(column - x, row - y) <= radius) {
        frame.y[row * size + column] = colour.y;
        frame.u[(row >> 1) * frame.strideU + (column >> 1)] = colour.u;
        frame.v[(row >> 1) * frame.strideV + (column >> 1)] = colour.v;
      }
    }
  }
}

interface Spot {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

const between = (a: Colour, b: Colour): Colour => ({
  y: (a.y + b.y) / 2,
  u: (a.u + b.u) / 2,
  v: (a.v + b.v) / 2,
});

function drawPlate(): I420Frame {
  const frame = createI420Frame(size, size);
  frame.y.fill(ground.y);
  frame.u.fill(ground.u);
  frame.v.fill(ground.v);
  return frame;
}

type Kind = 'bare' | 'cup' | 'band';

/**
 * A forearm that points to the right, and a hand whose rim blends skin with the scene. The joint of an elbow that is
 * not visible is wrong: a forearm from there would be above the cup and not above the band.
 */
function readSample(index: number, kind: Kind, isElbowVisible: boolean): PlateSample {
  const frame = drawPlate();
  for (let x = 140; x <= hand.x; x += 2) {
    fillDisc(frame, { x, y: hand.y, radius: 6 }, skin);
  }
  if (kind === 'band') {
    for (let x = 170; x <= 182; x += 2) {
      fillDisc(frame, { x, y: hand.y, radius: 6 }, band);
    }
  }
  fillDisc(frame, { ...hand, radius: 12 }, between(skin, ground));
  fillDisc(frame, { ...hand, radius: 10 }, skin);
  if (kind === 'cup') {
    fillDisc(frame, { x: hand.x + 6, y: hand.y - 8, radius: 9 }, cup);
  }
  const joints = new Float32Array(JOINT_COUNT * JOINT_VALUES);
  const set = (number: number, x: number, y: number): void =>
    joints.set([x, y, 0, 1], number * JOINT_VALUES);
  set(joint.leftShoulder, 120, 60);
  set(joint.rightShoulder, 60, 60);
  set(joint.leftHip, 110, 180);
  set(joint.rightHip, 70, 180);
  if (isElbowVisible) {
    set(joint.leftElbow, 140, hand.y);
  } else {
    joints.set([230, 100, 0, 0.1], joint.leftElbow * JOINT_VALUES);
  }
  set(joint.leftWrist, 190, hand.y);
  set(joint.leftIndex, hand.x + 4, hand.y);
  const mask = new Uint8Array(BODY_MASK_SIZE ** 2);
  const region = { centreX: size / 2, centreY: size / 2, width: size, height: size, rotation: 0 };
  return { frame, index, number: index, holes: [], pose: { joints, confidence: 1, region, mask } };
}

const isHeld = (kind: Kind, isElbowVisible = true): boolean => {
  const samples = Array.from({ length: 6 }, (_, index) => readSample(index, kind, isElbowVisible));
  const views = samples.map(() => unmoved);
  const captions = new CaptionWatch();
  return findHeldThings({ samples, captions, image: drawPlate(), views, skin }) !== null;
};

describe('things that a hand holds', () => {
  it('include a cup', () => {
    expect(isHeld('cup')).toBe(true);
  });

  it('include neither the rim of a bare hand, nor a wristband', () => {
    expect(isHeld('bare')).toBe(false);
    expect(isHeld('band')).toBe(false);
  });

  it('do not depend on an elbow that is not visible', () => {
    expect(isHeld('cup', false)).toBe(true);
    expect(isHeld('bare', false)).toBe(false);
    expect(isHeld('band', false)).toBe(false);
  });
});
