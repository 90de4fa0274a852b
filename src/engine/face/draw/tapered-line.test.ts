import { expect, it } from 'vitest';
import { TaperedLine } from './tapered-line.ts';

function makeLine(): TaperedLine {
  const line = new TaperedLine();
  Object.assign(line.from, { x: 10, y: 20, half: 2 });
  Object.assign(line.to, { x: 30, y: 20, half: 4 });
  return line;
}

it('has a width that changes evenly, and round ends', () => {
  const line = makeLine();
  line.prepare({ left: 0, top: 0, right: 99, bottom: 99 }, 0);
  expect([line.measureInside(20, 20), line.t]).toEqual([3, 0.5]);
  expect(line.measureInside(20, 25)).toBeCloseTo(-2);
  expect([line.measureInside(7, 20), line.t]).toEqual([-1, 0]);
  expect([line.measureInside(33, 20), line.t]).toEqual([1, 1]);
});

it('narrows the bounds to the line and its margin', () => {
  const bounds = { left: 8, top: 0, right: 99, bottom: 99 };
  makeLine().prepare(bounds, 1);
  expect(bounds).toEqual({ left: 8, top: 15, right: 35, bottom: 25 });
});

it('leaves no pixel of bounds that it does not touch', () => {
  const bounds = { left: 50, top: 50, right: 60, bottom: 60 };
  makeLine().prepare(bounds, 1);
  expect(bounds.right).toBeLessThan(bounds.left);
});

it('is a disc where both ends meet', () => {
  const line = makeLine();
  Object.assign(line.to, line.from);
  line.prepare({ left: 0, top: 0, right: 99, bottom: 99 }, 0);
  expect(line.measureInside(13, 24)).toBeCloseTo(2 - 5);
});
