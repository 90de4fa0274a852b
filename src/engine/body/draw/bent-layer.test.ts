import { expect, it } from 'vitest';
import { createI420Frame } from '../../pixels/frame.ts';
import { createLayerNet, singlePass } from '../character/layer-net.ts';
import { joint, JOINT_COUNT, JOINT_VALUES, forEachLimb } from '../joints.ts';
import { listLimbPoints } from '../character/limb-line.ts';
import { BodyPainter } from './body-painter.ts';

const SIDE = 240;
const SCALE = 0.25;

/** Draws a torso of fine black and white stripes at a quarter of its size, and returns the luma range inside of it. */
function drawStripes(sizes?: readonly number[]): { readonly min: number; readonly max: number } {
  const joints = new Float32Array(JOINT_COUNT * JOINT_VALUES);
  for (const [left, right, aside, y] of [
    [joint.leftEar, joint.rightEar, 12, 30],
    [joint.leftShoulder, joint.rightShoulder, 60, 60],
    [joint.leftHip, joint.rightHip, 50, 200],
  ] as const) {
    joints.set([SIDE / 2 + aside, y, 0, 1], left * JOINT_VALUES);
    joints.set([SIDE / 2 - aside, y, 0, 1], right * JOINT_VALUES);
  }
  const [width, height] = [200, 200];
  const pixels = new Uint8Array(width * height * 4).fill(255);
  for (let index = 0; index < width * height; index += 1) {
    pixels.fill(index % 3 === 0 ? 255 : 0, index * 4, index * 4 + 3);
  }
  const image = { left: 20, top: 20, width, height, pixels };
  const nowhere = forEachLimb((limb) => ({
    points: listLimbPoints(joints, limb),
    radii: [6, 6, 6],
  }));
  const painter = new BodyPainter(
    {
      width: SIDE,
      height: SIDE,
      joints,
      layers: [{ part: 'torso', image, net: createLayerNet(image, 8, singlePass) }],
      alpha: new Uint8Array(SIDE * SIDE),
      lines: nowhere,
      shown: forEachLimb(() => false),
      hasSkirt: false,
    },
    createI420Frame(SIDE, SIDE),
    { sizes },
  );
  const placed = joints.map((value, at) => (at % JOINT_VALUES < 2 ? value * SCALE : value));
  const head = { turn: 0, size: SCALE, x: (SIDE / 2) * SCALE, y: 30 * SCALE };
  painter.draw(
    { joints: placed, size: SCALE, head },
    forEachLimb(() => false),
  );
  let [min, max] = [255, 0];
  const { y, strideY } = painter.frame;
  for (let row = 20; row < 44; row += 1) {
    for (let column = 20; column < 40; column += 1) {
      min = Math.min(min, y[row * strideY + column]!);
      max = Math.max(max, y[row * strideY + column]!);
    }
  }
  painter.close();
  return { min, max };
}

it('reduces the textures of a character that is drawn small, so that fine patterns do not flicker', () => {
  const whole = drawStripes();
  // Also while it is small, if it is near the camera in other frames.
  for (const sizes of [[SCALE], [SCALE, 0.5, 1.1]]) {
    const reduced = drawStripes(sizes);
    expect(reduced.max - reduced.min).toBeLessThan((whole.max - whole.min) / 3);
  }
});
