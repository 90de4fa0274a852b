import { expect, it } from 'vitest';
import { BETWEEN_BROWS, MESH_POINT_COUNT, NOSE_BASE } from '../track/mesh-points.ts';
import { measureHardness } from './head-tone.ts';
import { VIEW_SIZE } from './head-view.ts';

const MIDDLE = VIEW_SIZE / 2;
/** A face whose points go round over the view, between a bridge and a lower end of the nose in fixed places. */
const landmarks = Float32Array.from({ length: MESH_POINT_COUNT * 3 }, (_, at) => {
  const point = Math.floor(at / 3);
  return [20 + ((point * 37) % (VIEW_SIZE - 40)), 20 + ((point * 61) % (VIEW_SIZE - 40)), 0][
    at % 3
  ]!;
});
landmarks[BETWEEN_BROWS * 3 + 1] = MIDDLE - 50;
landmarks[NOSE_BASE * 3 + 1] = MIDDLE + 50;

it('is the ratio of both sides under a lamp on one of them', () => {
  const lit = measure((column) => (column < MIDDLE ? 60 : 180));
  expect(lit).toBeCloseTo(Math.log(3), 2);
});

it('is the same for all skins in even light, and does not count hair and beards', () => {
  expect(measure(() => 60)).toBeCloseTo(0, 5);
  expect(measure(() => 200)).toBeCloseTo(0, 5);
  expect(measure((_, row) => (Math.abs(row - MIDDLE) < 60 ? 150 : 20))).toBeCloseTo(0, 5);
});

function measure(lumaAt: (column: number, row: number) => number): number {
  const colours = Float32Array.from({ length: VIEW_SIZE ** 2 * 3 }, (_, at) => {
    const pixel = Math.floor(at / 3);
    return lumaAt(pixel % VIEW_SIZE, Math.floor(pixel / VIEW_SIZE));
  });
  return measureHardness({ colours, landmarks });
}
