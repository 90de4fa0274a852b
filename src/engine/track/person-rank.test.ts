import { expect, it } from 'vitest';
import { createRankRecord } from './person-rank.ts';

const faceAt = (left: number) => ({ box: { left, top: 0, width: 10, height: 10 } });

it('counts from the left in most of the frames with the most people', () => {
  const record = createRankRecord();
  const [left, middle, right] = [faceAt(0), faceAt(50), faceAt(90)];
  record.note(middle, [middle]);
  expect(record.read()).toBeNull();
  record.note(middle, [right, middle]);
  expect(record.read()).toEqual({ fromLeft: 1, count: 2 });
  record.note(middle, [right, left, middle]);
  record.note(middle, [middle, right, left]);
  record.note(right, [middle, right, left]);
  record.note(middle, [right, middle]);
  expect(record.read()).toEqual({ fromLeft: 2, count: 3 });
});
