import { expect, it } from 'vitest';
import { HeadCovers } from './covered-heads.ts';

const head = { centreX: 50, centreY: 50, radiusX: 10, radiusY: 12 };

function makeCovers(): HeadCovers {
  const covers = new HeadCovers();
  covers.note(0, []);
  covers.note(2_000_000, [head]);
  covers.note(9_000_000, []);
  return covers;
}

it('covers a head around the time of its detection, wider where it was not detected', () => {
  const covers = makeCovers();
  expect(covers.list(0)).toEqual([]);
  expect(covers.list(1_000_000)).toEqual([{ ...head, radiusX: 12, radiusY: 12 * 1.2 }]);
  expect(covers.list(2_000_000)).toEqual([head]);
  expect(covers.list(9_000_000)).toEqual([]);
});

it('lists earlier times again', () => {
  const covers = makeCovers();
  expect(covers.list(9_000_000)).toEqual([]);
  expect(covers.list(2_000_000)).toEqual([head]);
  expect(covers.list(0)).toEqual([]);
});
