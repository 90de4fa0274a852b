import { expect, it } from 'vitest';
import { listReductions, ReductionChoice } from './texture-reduction.ts';

it('lists the reductions of all scales', () => {
  expect(listReductions([])).toEqual([1]);
  expect(listReductions([1.4, 1, 0.7])).toEqual([1]);
  expect(listReductions([1.2, 0.3, 0.31, 0.5])).toEqual([1, 2, 3]);
  expect(listReductions([0])).toEqual([8]);
});

it('reduces a texture as long as it is drawn small, not while it is near the camera', () => {
  const choice = new ReductionChoice([1, 3]);
  const chosen = [0.3, 0.3, 0.5, 1.1, 0.5, 0.3].map((scale) => choice.choose(scale));
  expect(chosen).toEqual([1, 1, 0, 0, 0, 1]);
  expect(new ReductionChoice([2, 3]).choose(1)).toBe(0);
});

it('does not alternate between textures near the limit', () => {
  const choice = new ReductionChoice([1, 2]);
  const chosen = Array.from({ length: 40 }, (_, at) => choice.choose(1 / (1.65 + (at % 2) * 0.05)));
  expect(new Set(chosen).size).toBe(1);
});
