import { expect, it } from 'vitest';
import { createRimLift } from './lift-rim.ts';

const SIZE = 64;
/** Last visible column, and the first one in the shade of hair. */
const [EDGE, SHADE] = [48, 44];
const none = new Float32Array(SIZE * SIZE);

function fillColumns(valueOf: (column: number) => number): Float32Array<ArrayBuffer> {
  return Float32Array.from({ length: SIZE * SIZE }, (_, index) => valueOf(index % SIZE));
}

function lift(
  planes: readonly Float32Array[],
  { core = none, beard = none, features = none } = {},
): void {
  const shown = fillColumns((column) => (column < EDGE ? 1 : 0));
  const smooth = planes.map(() => new Float32Array(SIZE * SIZE).fill(120));
  createRimLift(shown, { features, core, beard, size: SIZE })(planes, smooth);
}

const shaded = (): Float32Array => fillColumns((column) => (column < SHADE ? 120 : 75));
const at = (plane: Float32Array, column: number): number => plane[20 * SIZE + column] ?? 0;

it('lightens the shade of hair at the edge of what a photo shows, and nothing else', () => {
  const plane = shaded();
  lift([plane]);
  expect(at(plane, EDGE - 2)).toBeGreaterThan(100);
  expect(at(plane, EDGE - 2)).toBeLessThan(125);
  expect(at(plane, 20)).toBe(120);
});

it('does not darken a light rim', () => {
  const plane = fillColumns((column) => (column < SHADE ? 120 : 160));
  lift([plane]);
  expect(at(plane, EDGE - 1)).toBeCloseTo(160);
});

it('leaves the middle of a face as it is, and dark features dark', () => {
  const [middle, brow] = [shaded(), shaded()];
  lift([middle], { core: new Float32Array(SIZE * SIZE).fill(1) });
  expect(middle).toEqual(shaded());
  const features = fillColumns((column) => (column < SHADE + 2 ? 0 : 1));
  lift([brow], { features });
  expect(at(brow, EDGE - 1)).toBeLessThan(95);
});

it('takes little of the tint of something beside the face', () => {
  const [red, green] = [fillColumns(() => 110), shaded()];
  lift([red, green]);
  const ratio = at(red, EDGE - 2) / at(green, EDGE - 2);
  expect(ratio).toBeGreaterThan(1.1);
  expect(ratio).toBeLessThan(110 / 75);
});

it('lightens a beard less, and over less of its width', () => {
  const shade = (): Float32Array => fillColumns((column) => (column < EDGE - 10 ? 120 : 75));
  const [skin, beard] = [shade(), shade()];
  lift([skin]);
  lift([beard], { beard: new Float32Array(SIZE * SIZE).fill(1) });
  expect(at(beard, EDGE - 3)).toBeLessThan(at(skin, EDGE - 3) - 3);
  expect(at(beard, EDGE - 1)).toBeGreaterThan(80);
  expect(at(beard, EDGE - 1)).toBeLessThan(at(skin, EDGE - 1) - 10);
});
