import { expect, it } from 'vitest';
import { outlineLitBeard } from './lit-beard.ts';

const SIZE = 100;
const SKIN = 150;
/** Rows from which a beard may grow, and in which the jaw is in shade. */
const BEARD = 55;
const SHADE = 90;
/** Bright row: the edge of a hand, or a strand. */
const HAND = 80;

it('draws a dark beard to the jaw, without the shade below it', () => {
  const mask = outline({ ofBeard: 0.6 * SKIN, ofShade: 20 });
  expect(mask(75)).toBe(1);
  expect(mask(97)).toBe(0);
  expect(mask(20)).toBe(0);
});

it('draws a chin that is only in shade to the jaw, without the edge of a hand on it', () => {
  const mask = outline({ ofBeard: 0.78 * SKIN, ofShade: 20 });
  expect(mask(70)).toBe(1);
  expect(mask(HAND)).toBe(0);
});

it('keeps bright strands of a beard', () => {
  expect(outline({ ofBeard: 0.6 * SKIN, ofShade: 20 })(HAND)).toBe(1);
});

it('finds nothing in a face without a beard', () => {
  expect(outline({ ofBeard: 0.6 * SKIN, ofShade: 20, grows: false })(75)).toBe(0);
});

/** Returns the mask in a row of a face with this light on its beard. */
function outline({
  ofBeard,
  ofShade,
  grows = true,
}: {
  readonly ofBeard: number;
  readonly ofShade: number;
  readonly grows?: boolean;
}): (row: number) => number | undefined {
  const rows = (valueAt: (row: number) => number): Float32Array =>
    Float32Array.from({ length: SIZE * SIZE }, (_, index) => valueAt(Math.floor(index / SIZE)));
  const light = rows((row) =>
    row < BEARD ? SKIN : row === HAND ? 1.3 * ofBeard : row < SHADE ? ofBeard : ofShade,
  );
  const mask = outlineLitBeard(light, {
    beard: rows((row) => (grows && row >= BEARD ? 1 : 0)),
    seen: rows((row) => (row < SHADE ? 1 : 0)),
    features: new Float32Array(SIZE * SIZE),
    size: SIZE,
  });
  return (row) => mask[row * SIZE + SIZE / 2];
}
