import { expect, it } from 'vitest';
import { createI420Frame } from '../../pixels/frame.ts';
import { softenFrame } from './soften-frame.ts';

it('softens fine lines of a copy, and leaves even areas and the frame itself', () => {
  const frame = createI420Frame(16, 16);
  frame.y.fill(100);
  frame.y.fill(20, 8 * frame.strideY, 9 * frame.strideY);
  const before = frame.y.slice();
  const { y, strideY, u } = softenFrame(frame);
  const column = [5, 7, 8, 9, 12].map((row) => y[row * strideY + 8]);
  expect(column).toEqual([100, 80, 60, 80, 100]);
  expect(frame.y).toEqual(before);
  expect(u).toBe(frame.u);
});
