import { expect, it } from 'vitest';
import { BODY_MASK_SIZE, type BodyPose } from '../joints.ts';
import { createPlacedBody } from './placed-body.ts';
import type { PlacedBodyJoints } from './spread-joints.ts';

const [width, height] = [150, 200];
const places = {
  face: [75, 36],
  leftShoulder: [77, 68],
  rightShoulder: [73, 68],
  leftElbow: [110, 82],
  rightElbow: [40, 82],
  leftWrist: [124, 62],
  rightWrist: [26, 104],
  leftHip: [77, 120],
  rightHip: [73, 120],
  leftKnee: [90, 150],
  rightKnee: [60, 150],
  leftAnkle: [94, 184],
  rightAnkle: [56, 184],
} as const;
type Name = keyof typeof places;
type Places = Readonly<Record<Name, readonly [x: number, y: number]>>;
const bones = [
  ['leftShoulder', 'leftElbow'],
  ['leftElbow', 'leftWrist'],
  ['rightShoulder', 'rightElbow'],
  ['rightElbow', 'rightWrist'],
  ['leftShoulder', 'leftHip'],
  ['leftHip', 'leftKnee'],
  ['leftKnee', 'leftAnkle'],
  ['rightHip', 'rightKnee'],
  ['rightKnee', 'rightAnkle'],
] as const;

/** Converts joints to fractions of the image. */
function toFractions(of: Places): PlacedBodyJoints {
  return Object.fromEntries(
    Object.entries(of).map(([name, [x, y]]) => [name, { x: x / width, y: y / height }]),
  ) as PlacedBodyJoints;
}

/** Draws a stick figure with a ring as head, without the bones that end in `hidden` joints. */
function drawLines(at: Places = places, hidden: readonly Name[] = []) {
  const pixels = new Uint8Array(width * height * 4).fill(250);
  const isInk = (x: number, y: number): boolean =>
    Math.abs(Math.hypot(x - 75, y - 36) - 20) < 2 ||
    (x > 73 && x < 77 && y > 56 && y < 68) ||
    bones.some(([from, to]) => {
      if (hidden.includes(to)) {
        return false;
      }
      const [[ax, ay], [bx, by]] = [at[from], at[to]];
      const [dx, dy] = [bx - ax, by - ay];
      const along = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy);
      const part = Math.max(0, Math.min(1, along));
      return Math.hypot(x - ax - dx * part, y - ay - dy * part) < 2;
    });
  for (let index = 0; index < width * height; index += 1) {
    if (isInk(index % width, Math.floor(index / width))) {
      pixels.set([20, 30, 110], index * 4);
    }
  }
  return { width, height, pixels };
}

/** Reads the mask of a body at a position of its image. */
function readMask({ mask, region }: BodyPose, x: number, y: number): number {
  const column = Math.floor(((x - region.centreX) / region.width + 0.5) * BODY_MASK_SIZE);
  const row = Math.floor(((y - region.centreY) / region.height + 0.5) * BODY_MASK_SIZE);
  return mask[row * BODY_MASK_SIZE + column]!;
}

it('a line drawing includes its lines and the enclosed areas, but not the paper between its legs', () => {
  const body = createPlacedBody(drawLines(), toFractions(places));
  expect(body.isPlaced).toBe(true);
  const at = (x: number, y: number): number => readMask(body, x, y);
  // Head, arm, leg and foot.
  expect([at(75, 36), at(93, 75), at(84, 135), at(57, 180)]).toEqual([255, 255, 255, 255]);
  // Between the legs, under an arm, beside the head, beyond a hand.
  expect([at(75, 165), at(100, 100), at(110, 36), at(15, 115)]).toEqual([0, 0, 0, 0]);
});

it('a hidden arm adds no pixels between the shoulder and the image edge to which it was moved', () => {
  const parked = { ...places, rightElbow: [0, 90], rightWrist: [0, 104] } satisfies Places;
  const drawing = drawLines(parked, ['rightElbow', 'rightWrist']);
  const body = createPlacedBody(drawing, toFractions(parked));
  expect([60, 40, 20, 5].map((x) => readMask(body, x, 68 + ((73 - x) / 73) * 22))).toEqual([
    0, 0, 0, 0,
  ]);
  // The other arm, the torso and both legs.
  const shown = [
    [93, 75],
    [75, 95],
    [84, 135],
    [57, 180],
  ] as const;
  expect(shown.map(([x, y]) => readMask(body, x, y))).toEqual([255, 255, 255, 255]);
});

it('a leg that the lower edge cuts off is the body down to it, one that was put on a side is not', () => {
  const cut = {
    ...places,
    leftKnee: [90, 200],
    leftAnkle: [90, 200],
    rightKnee: [0, 160],
    rightAnkle: [0, 180],
  } satisfies Places;
  const body = createPlacedBody(drawLines(cut, ['rightKnee', 'rightAnkle']), toFractions(cut));
  expect([140, 160, 180].map((y) => readMask(body, 77 + ((y - 120) / 80) * 13, y))).toEqual([
    255, 255, 255,
  ]);
  expect([40, 20, 5].map((x) => readMask(body, x, 120 + ((73 - x) / 73) * 40))).toEqual([0, 0, 0]);
});
