import { describe, expect, it } from 'vitest';
import { joint, JOINT_COUNT, JOINT_VALUES } from '../joints.ts';
import { ownerOf } from './body-part.ts';
import { findLooseHair, loosenessAt } from './loose-hair.ts';
import type { PersonView } from './person-view.ts';
import { heightInTorso, toTorsoFrame } from './torso-frame.ts';

const [WIDTH, HEIGHT] = [200, 300];
const [LEFT, TOP] = [40, 20];
type Colour = readonly [number, number, number];
const skin: Colour = [205, 160, 140];
const brown: Colour = [95, 55, 30];
const blue: Colour = [50, 70, 150];

const joints = new Float32Array(JOINT_COUNT * JOINT_VALUES);
for (const [number, x, y] of [
  [joint.nose, 100, 62],
  [joint.mouthLeft, 106, 72],
  [joint.mouthRight, 94, 72],
  [joint.leftEar, 116, 60],
  [joint.rightEar, 84, 60],
  [joint.leftShoulder, 140, 110],
  [joint.rightShoulder, 60, 110],
  [joint.leftHip, 125, 230],
  [joint.rightHip, 75, 230],
] as const) {
  joints.set([x, y, 0, 1], number * JOINT_VALUES);
}
const torso = toTorsoFrame(joints);

/** Draws a person whose hair reaches down to a row, left of the middle of the image. */
function draw({
  tips,
  hair = brown,
  shirt = blue,
}: {
  tips: number;
  hair?: Colour;
  shirt?: Colour;
}) {
  const view: PersonView = {
    left: LEFT,
    top: TOP,
    width: WIDTH,
    height: HEIGHT,
    colours: new Float32Array(WIDTH * HEIGHT * 3),
    person: new Float32Array(WIDTH * HEIGHT),
    joints,
  };
  const owners = new Uint8Array(WIDTH * HEIGHT);
  for (let index = 0; index < owners.length; index += 1) {
    const [x, y] = [index % WIDTH, Math.floor(index / WIDTH)];
    const isHead = Math.abs(x - 100) < 26 && y > 20 && y < 86;
    const isTorso = Math.abs(x - 100) < 50 && y >= 86 && y < 260;
    const isFace = isHead && Math.abs(x - 100) < 16 && y > 44;
    const isHair = (isHead && !isFace) || (isTorso && x > 68 && x < 88 && y < tips);
    const noise = ((x * 7 + y * 13) % 11) - 5;
    if (isHead || isTorso) {
      view.person[index] = 1;
      owners[index] = isHead ? ownerOf.head : ownerOf.torso;
      const colour = isHair ? hair : isFace ? skin : shirt;
      view.colours.set(
        colour.map((value) => value + noise),
        index * 3,
      );
    }
  }
  return findLooseHair(view, torso, owners);
}

describe('long hair over a torso', () => {
  it('is loose at its tips, not where it begins, and the shirt is not', () => {
    const hair = draw({ tips: 190 })!;
    const at = (x: number, y: number) => loosenessAt(hair, x + LEFT, y + TOP);
    expect(heightInTorso(torso, 78, 170)).toBeCloseTo(0.5, 1);
    expect(at(78, 172)).toBeGreaterThan(0.9);
    expect(at(78, 96)).toBeLessThan(0.1);
    expect(at(78, 140)).toBeGreaterThan(at(78, 120));
    expect(at(122, 172)).toBe(0);
    expect(at(78, 225)).toBe(0);
  });

  it('changes smoothly, so that nothing tears', () => {
    const hair = draw({ tips: 190 })!;
    let steepest = 0;
    for (let y = 90; y < 230; y += 1) {
      for (let x = 50; x < 150; x += 1) {
        const here = loosenessAt(hair, x + LEFT, y + TOP);
        const right = loosenessAt(hair, x + 1 + LEFT, y + TOP);
        const below = loosenessAt(hair, x + LEFT, y + 1 + TOP);
        steepest = Math.max(steepest, Math.abs(right - here), Math.abs(below - here));
      }
    }
    // The largest lag moves neighbours apart by less than their distance.
    expect(steepest * 0.06 * torso.length).toBeLessThan(0.8);
  });

  it('is found where it has the hue of skin, which is lighter', () => {
    expect(draw({ tips: 190, hair: [96, 75, 66] })).not.toBeNull();
  });

  it('is not there where hair is short, or of the colour of the clothes', () => {
    expect(draw({ tips: 90 })).toBeNull();
    expect(draw({ tips: 190, shirt: brown })).toBeNull();
  });
});
