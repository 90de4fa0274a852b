import { expect, it } from 'vitest';
import type { CharacterCutout } from '../../live/character/character-cutout.ts';
import { createI420Frame } from '../../pixels/frame.ts';
import { createLayerNet, singlePass } from '../character/layer-net.ts';
import { ArmPainter } from './arm-painter.ts';
import { ArmPose } from './arm-pose.ts';
import type { SeparatedArms } from './separate-arms.ts';

const SIDE = 240;

/** Draws an arm of fine black and white stripes at a scale, and returns the luma range inside of it. */
function drawStripes(scale: number): number {
  const [width, height] = [60, 200];
  const pixels = new Uint8Array(width * height * 4).fill(255);
  for (let index = 0; index < width * height; index += 1) {
    pixels.fill(index % 3 === 0 ? 255 : 0, index * 4, index * 4 + 3);
  }
  const image = { left: 90, top: 20, width, height, pixels };
  const separated: SeparatedArms = {
    cutout: { fromPhoto: { scale: 1, shiftX: 0 } } as CharacterCutout,
    arms: [
      {
        arm: 'leftArm',
        line: {
          points: [
            [120, 40],
            [120, 110],
            [120, 170],
            [120, 200],
          ],
          radii: [30, 30, 30],
        },
        layer: { part: 'leftArm', image, net: createLayerNet(image, 8, singlePass) },
        hair: null,
      },
    ],
  };
  const frame = createI420Frame(SIDE, SIDE);
  const painter = new ArmPainter(separated, frame);
  const locate = (x: number, y: number, out: { x: number; y: number }): void => {
    out.x = x * scale;
    out.y = y * scale;
  };
  painter.draw(frame, { locate, size: scale }, new ArmPose());
  painter.close();
  let [min, max] = [255, 0];
  for (let row = Math.ceil(60 * scale); row < 160 * scale; row += 1) {
    for (let column = Math.ceil(104 * scale); column < 136 * scale; column += 1) {
      min = Math.min(min, frame.y[row * frame.strideY + column]!);
      max = Math.max(max, frame.y[row * frame.strideY + column]!);
    }
  }
  return max - min;
}

it('reduces the textures of arms that are drawn small, so that fine patterns do not flicker', () => {
  const near = drawStripes(1);
  expect(near).toBeGreaterThan(100);
  expect(drawStripes(0.29)).toBeLessThan(near / 3);
});
