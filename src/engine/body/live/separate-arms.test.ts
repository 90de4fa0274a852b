import { expect, it } from 'vitest';
import type { CharacterCutout } from '../../live/character/character-cutout.ts';
import type { BodyLayer, BodyLayers } from '../character/body-character.ts';
import type { BodyPart } from '../character/body-part.ts';
import { joint, JOINT_COUNT, JOINT_VALUES } from '../joints.ts';
import { separateArms } from './separate-arms.ts';

const [WIDTH, HEIGHT] = [60, 80];
const red = [200, 0, 0];
const green = [0, 200, 0];
const grey = [90, 90, 90];

it('takes arms out that stand off, and leaves those that lie against the body', () => {
  const body = makeBody();
  const separated = separateArms(body, makeCutout());
  expect(separated?.arms.map(({ arm }) => arm)).toEqual(['leftArm']);
  expect(colourAt(separated?.cutout, 16, 45)).toEqual([...red, 255]);
  expect(colourAt(separated?.cutout, 55, 48)[3]).toBe(0);
  expect(colourAt(separated?.cutout, 30, 40)).toEqual([...grey, 255]);
});

it('finds nothing where no arm is shown', () => {
  const { layers, shown, ...body } = makeBody();
  const none = { ...shown, leftArm: false, rightArm: false };
  const torso = layers.filter(({ part }) => part === 'torso');
  expect(separateArms({ ...body, shown: none, layers: torso }, makeCutout())).toBeNull();
});

it('leaves hair over an arm on the body, and out of the arm that moves', () => {
  const body = makeBody();
  const hair = makeLayer('hair', { left: 46, top: 40, width: 8, height: 6 }, red);
  const separated = separateArms({ ...body, layers: [...body.layers, hair] }, makeCutout());
  const [arm] = separated?.arms ?? [];
  expect([...arm!.layer.image.pixels.subarray(0, 4)]).toEqual([...green, 255]);
  expect(colourAt(separated?.cutout, 52, 42)).toEqual([...red, 255]);
  // Hair beside the arm belongs to the body alone.
  const alpha = arm!.hair!.image.pixels.filter((_, at) => at % 4 === 3);
  expect([...alpha.subarray(0, 8)]).toEqual([0, 0, 0, 0, 255, 255, 255, 255]);
  expect(separateArms(body, makeCutout())?.arms[0]?.hair).toBeNull();
});

it('leaves out what of an arm is beyond the edge of the image', () => {
  const { layers, ...body } = makeBody();
  const arm = makeLayer('rightArm', { left: -5, top: 18, width: 25, height: 34 }, red);
  const others = layers.filter(({ part }) => part !== 'rightArm');
  const separated = separateArms({ ...body, layers: [...others, arm] }, makeCutout());
  expect(colourAt(separated?.cutout, 0, 30)).toEqual([...red, 255]);
  expect(colourAt(separated?.cutout, WIDTH - 2, 30)[3]).toBe(0);
});

/** Creates a body with arms of separate colours: the right arm along the torso, the left away from it. */
function makeBody(): BodyLayers {
  const joints = new Float32Array(JOINT_COUNT * JOINT_VALUES);
  const set = (number: number, x: number, y: number): void =>
    joints.set([x, y, 0, 1], number * JOINT_VALUES);
  set(joint.leftShoulder, 38, 20);
  set(joint.rightShoulder, 22, 20);
  set(joint.leftHip, 35, 60);
  set(joint.rightHip, 25, 60);
  const layers = [
    makeLayer('torso', { left: 19, top: 16, width: 22, height: 48 }, grey),
    makeLayer('rightArm', { left: 14, top: 18, width: 6, height: 34 }, red),
    makeLayer('leftArm', { left: 50, top: 40, width: 8, height: 12 }, green),
  ];
  const alpha = new Uint8Array(WIDTH * HEIGHT);
  for (const { image } of layers) {
    for (let row = image.top; row < image.top + image.height; row += 1) {
      alpha.fill(255, row * WIDTH + image.left, row * WIDTH + image.left + image.width);
    }
  }
  const leg = { points: [], radii: [] };
  const radii = [3, 3, 3];
  return {
    width: WIDTH,
    height: HEIGHT,
    joints,
    layers,
    alpha,
    lines: {
      leftArm: {
        points: [
          [38, 20],
          [49, 36],
          [54, 48],
          [55, 52],
        ],
        radii,
      },
      rightArm: {
        points: [
          [22, 20],
          [18, 34],
          [17, 48],
          [17, 52],
        ],
        radii,
      },
      leftLeg: leg,
      rightLeg: leg,
    },
    shown: { leftArm: true, rightArm: true, leftLeg: false, rightLeg: false },
    hasSkirt: false,
  };
}

function makeLayer(
  part: BodyPart,
  box: {
    readonly left: number;
    readonly top: number;
    readonly width: number;
    readonly height: number;
  },
  colour: readonly number[],
): BodyLayer {
  const pixels = new Uint8Array(box.width * box.height * 4);
  for (let at = 0; at < pixels.length; at += 4) {
    pixels.set([...colour, 255], at);
  }
  return { part, image: { ...box, pixels }, net: { points: new Float32Array(), passes: [] } };
}

function makeCutout(): CharacterCutout {
  return {
    width: WIDTH,
    height: HEIGHT,
    pixels: new Uint8Array(WIDTH * HEIGHT * 4),
    head: new Uint8Array(WIDTH * HEIGHT),
    landmarks: new Float32Array(),
    pose: { yaw: 0, pitch: 0, roll: 0, scale: 1, rotation: new Float32Array(9) },
    fromPhoto: { scale: 1, shiftX: 0 },
  };
}

function colourAt(cutout: CharacterCutout | undefined, x: number, y: number): number[] {
  const at = (y * WIDTH + x) * 4;
  return [...(cutout?.pixels.slice(at, at + 4) ?? [])];
}
