import { expect, it } from 'vitest';
import { createI420Frame } from '../../../engine/pixels/frame.ts';
import { measureFaceLight } from './measure-face-light.ts';

const SIDE = 100;
const whole = { left: 0, top: 0, width: SIDE, height: SIDE };

/** A face whose halves have these luma values, between hair that is black. */
function makeFace(left: number, right: number) {
  const frame = createI420Frame(SIDE, SIDE, { matrix: 'bt601', isFullRange: true });
  for (let y = 25; y < SIDE; y += 1) {
    frame.y.fill(left, y * frame.strideY + 20, y * frame.strideY + 50);
    frame.y.fill(right, y * frame.strideY + 50, y * frame.strideY + 80);
  }
  return frame;
}

it('is how light a face is without its hair, and how much lighter one half of it', () => {
  const even = measureFaceLight(makeFace(128, 128), whole);
  expect(even.light).toBeCloseTo(0.5, 2);
  expect(even.lightRatio).toBe(1);
  expect(measureFaceLight(makeFace(40, 160), whole).lightRatio).toBeCloseTo(4, 3);
  expect(measureFaceLight(makeFace(160, 40), whole).lightRatio).toBeCloseTo(4, 3);
  // A half that is black is not endlessly darker.
  expect(measureFaceLight(makeFace(0, 255), whole).lightRatio).toBeCloseTo(50, 3);
});

it('is not told of a face of a few pixels', () => {
  const tiny = { ...whole, width: 10 };
  expect(measureFaceLight(makeFace(1, 1), tiny)).toEqual({ light: null, lightRatio: null });
});
