import { expect, it } from 'vitest';
import { createI420Frame } from '../../pixels/frame.ts';
import { compositePuppet } from './composite-puppet.ts';

const [width, height] = [40, 20];

it('lays a cutout where its mask says so, and its face over it', () => {
  const frame = createI420Frame(width, height);
  frame.y.fill(50);
  frame.u.fill(60);
  const face = { left: 10, top: 4, width: 6, height: 8 };
  compositePuppet(
    frame,
    {
      luma: createPair(width, height, 200, (at) =>
        at % width < 20 ? 255 : at % width < 24 ? 128 : 0,
      ),
      chroma: { ...createPair(width / 2, height / 2, 160, () => 160) },
      face: createPair(6, 8, 100, () => 255),
      faceChroma: createPair(3, 4, 90, () => 90),
    },
    face,
  );
  const at = (x: number, y: number): number => y * width + x;
  expect(frame.y[at(2, 2)]).toBe(200);
  expect(frame.y[at(12, 6)]).toBe(100);
  expect(frame.y[at(16, 6)]).toBe(200);
  expect(frame.y[at(21, 6)]).toBe(125);
  expect(frame.y[at(30, 19)]).toBe(50);
  expect(frame.u[(6 / 2) * (width / 2) + 6]).toBe(90);
  expect(frame.u[19]).toBe(60);
  expect(frame.u[2]).toBe(160);
});

it('leaves colours where no colour was drawn', () => {
  const frame = createI420Frame(width, height);
  frame.u.fill(60);
  const none = createPair(0, 0, 0, () => 0);
  compositePuppet(
    frame,
    {
      luma: createPair(width, height, 200, () => 255),
      chroma: createPair(width / 2, height / 2, 0, () => 0),
      face: none,
      faceChroma: none,
    },
    { left: 0, top: 0, width: 0, height: 0 },
  );
  expect(new Set(frame.y)).toEqual(new Set([200]));
  expect(new Set(frame.u)).toEqual(new Set([60]));
});

function createPair(w: number, h: number, value: number, second: (at: number) => number) {
  return {
    width: w,
    height: h,
    first: new Uint8ClampedArray(w * h).fill(value),
    second: Uint8ClampedArray.from({ length: w * h }, (_, at) => second(at)),
  };
}
