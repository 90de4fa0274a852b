import { describe, expect, it } from 'vitest';
import {
  type VideoFormat,
  isSmallestFormat,
  type SizeReading,
  SizeWatch,
  toSmaller,
} from './size-watch.ts';

const slow: SizeReading = {
  metrics: { fps: 9, limit: 'engine' },
  size: { heightP: 720, fps: 30 },
  isFlowing: true,
  isSeen: false,
};

/** Returns the first second in which a smaller size is due, and that size. */
function findFirstDue(readings: (second: number) => SizeReading): [number, VideoFormat] | null {
  const watch = new SizeWatch();
  for (let second = 1; second <= 60; second += 1) {
    const due = watch.read(readings(second));
    if (due !== null) {
      return [second, due];
    }
  }
  return null;
}

describe('the watch over the frame size', () => {
  it('asks for the next smaller one when the engine is slow for a while, later where others watch', () => {
    expect(findFirstDue(() => slow)).toEqual([11, { heightP: 480, fps: 30 }]);
    expect(findFirstDue(() => ({ ...slow, isSeen: true }))).toEqual([
      20,
      { heightP: 480, fps: 30 },
    ]);
  });

  it('keeps the frame size when the camera or the network is slow, or nothing flows', () => {
    expect(findFirstDue(() => ({ ...slow, metrics: { fps: 9, limit: 'camera' } }))).toBeNull();
    expect(findFirstDue(() => ({ ...slow, metrics: { fps: 9, limit: 'network' } }))).toBeNull();
    expect(findFirstDue(() => ({ ...slow, isFlowing: false }))).toBeNull();
    expect(findFirstDue(() => ({ ...slow, metrics: { fps: 19, limit: 'engine' } }))).toBeNull();
    const offAndOn = (second: number): SizeReading =>
      second % 5 === 0 ? { ...slow, metrics: { fps: 30, limit: null } } : slow;
    expect(findFirstDue(offAndOn)).toBeNull();
  });

  it('goes down in size first, then in rate, and not below the smallest', () => {
    expect(toSmaller({ heightP: 1080, fps: 30 })).toEqual({ heightP: 720, fps: 30 });
    expect(toSmaller({ heightP: 480, fps: 30 })).toEqual({ heightP: 480, fps: 24 });
    expect(toSmaller({ heightP: 480, fps: 15 })).toBeNull();
  });
});

it('has a smaller format as long as the size or the rate can be lowered', () => {
  expect(isSmallestFormat({ heightP: 720, fps: 15 })).toBe(false);
  expect(isSmallestFormat({ heightP: 480, fps: 30 })).toBe(false);
  expect(isSmallestFormat({ heightP: 480, fps: 15 })).toBe(true);
});
