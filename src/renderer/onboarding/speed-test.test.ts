import { expect, it } from 'vitest';
import { firstSize, SpeedTest, type SpeedVerdict } from './speed-test.ts';

/** Feeds rates to a speed test until it has a verdict. */
function readUntilVerdict(test: SpeedTest, rates: readonly (number | null)[]): SpeedVerdict {
  for (const rate of rates) {
    const verdict = test.read(rate);
    if (verdict.is !== 'measuring') {
      return verdict;
    }
  }
  return { is: 'measuring' };
}

it('is content with the first size where it comes smoothly, after three seconds that are alike', () => {
  const test = new SpeedTest();
  expect(readUntilVerdict(test, [4, 20, 29, 30])).toEqual({ is: 'measuring' });
  expect(test.read(30)).toMatchObject({
    is: 'done',
    result: { heightP: 720, fps: 30, measuredFps: expect.closeTo(29.67, 1) },
  });
});

it('prefers a lower rate to a smaller frame as long as movements stay smooth', () => {
  const test = new SpeedTest();
  expect(readUntilVerdict(test, [0, 0, 23, 24, 23])).toMatchObject({
    is: 'done',
    result: { heightP: 720, fps: 24 },
  });
});

it('tries a smaller frame where they do not, and measures that one from the beginning', () => {
  const test = new SpeedTest();
  expect(readUntilVerdict(test, [9, 12, 14, 14, 14])).toEqual({
    is: 'smaller',
    size: { heightP: 480, fps: 30 },
  });
  expect(test.size).toEqual({ heightP: 480, fps: 30 });
  expect(readUntilVerdict(test, [null, 30, 30, 29])).toEqual({ is: 'measuring' });
  expect(readUntilVerdict(test, [29, 29])).toMatchObject({
    is: 'done',
    result: { heightP: 480, fps: 30 },
  });
});

it('goes no lower than the smallest frame, with the lowest rate where no rate is reached', () => {
  const test = new SpeedTest();
  readUntilVerdict(test, [5, 5, 5, 5, 5]);
  expect(readUntilVerdict(test, [8, 8, 8, 8, 8])).toEqual({
    is: 'done',
    result: { heightP: 480, fps: 15, measuredFps: 8 },
  });
});

it('does not wait longer than five seconds for seconds that are alike', () => {
  const test = new SpeedTest();
  expect(readUntilVerdict(test, [30, 30, 10, 30, 12, 29])).toEqual({ is: 'measuring' });
  expect(test.read(11).is).toBe('smaller');
});

it('starts over when frames stop in between', () => {
  const test = new SpeedTest();
  expect(readUntilVerdict(test, [30, 30, 30, 30, null, 30, 30, 30, 30])).toEqual({
    is: 'measuring',
  });
  expect(test.read(30).is).toBe('done');
});

it('reports its measurement at the time limit, and is cautious without one', () => {
  const test = new SpeedTest();
  expect(test.size).toEqual(firstSize);
  expect(test.finish()).toEqual({ heightP: 480, fps: 24, measuredFps: null });
  readUntilVerdict(test, [30, 30, 28]);
  expect(test.finish()).toEqual({ heightP: 720, fps: 30, measuredFps: 28 });
});
