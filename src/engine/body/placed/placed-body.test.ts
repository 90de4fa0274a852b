import { expect, it } from 'vitest';
import { BODY_MASK_SIZE } from '../joints.ts';
import { createPlacedBody } from './placed-body.ts';
import type { FigureJoints } from './spread-joints.ts';

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
const figure = Object.fromEntries(
  Object.entries(places).map(([name, [x, y]]) => [name, { x: x / width, y: y / height }]),
) as FigureJoints;
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

/** Somebody of lines on paper, whose head is a ring. */
function drawLines() {
  const pixels = new Uint8Array(width * height * 4).fill(250);
  const isInk = (x: number, y: number): boolean =>
    Math.abs(Math.hypot(x - 75, y - 36) - 20) < 2 ||
    (x > 73 && x < 77 && y > 56 && y < 68) ||
    bones.some(([from, to]) => {
      const [[ax, ay], [bx, by]] = [places[from], places[to]];
      const [dx, dy] = [bx - ax, by - ay];
      const along = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy);
      const at = Math.max(0, Math.min(1, along));
      return Math.hypot(x - ax - dx * at, y - ay - dy * at) < 2;
    });
  for (let index = 0; index < width * height; index += 1) {
    if (isInk(index % width, Math.floor(index / width))) {
      pixels.set([20, 30, 110], index * 4);
    }
  }
  return { width, height, pixels };
}

it('somebody of lines is their lines and what those enclose, not the paper between their legs', () => {
  const { mask, region, isPlaced } = createPlacedBody(drawLines(), figure);
  expect(isPlaced).toBe(true);
  const at = (x: number, y: number): number => {
    const column = Math.floor(((x - region.centreX) / region.width + 0.5) * BODY_MASK_SIZE);
    const row = Math.floor(((y - region.centreY) / region.height + 0.5) * BODY_MASK_SIZE);
    return mask[row * BODY_MASK_SIZE + column]!;
  };
  // Head, arm, leg and foot.
  expect([at(75, 36), at(93, 75), at(84, 135), at(57, 180)]).toEqual([255, 255, 255, 255]);
  // Between the legs, under an arm, beside the head, beyond a hand.
  expect([at(75, 165), at(100, 100), at(110, 36), at(15, 115)]).toEqual([0, 0, 0, 0]);
});
