import { expect, it } from 'vitest';
import { SenderClock } from './sender-clock.ts';

it('follows the message that waited least, and a clock that runs away', () => {
  const clock = new SenderClock();
  expect(clock.toOffset(1000, 501_004)).toBe(500_004);
  expect(clock.toOffset(1033, 501_033.5)).toBeCloseTo(500_000.5);
  // A frame that waited long hardly changes the estimate.
  expect(clock.toOffset(1066, 501_166)).toBeCloseTo(500_000.5, 0);
  // After a minute in which the sender's clock lost 5 ms the offset has grown with it.
  let offset = 0;
  for (let second = 2; second <= 62; second += 1) {
    offset = clock.toOffset(1000 * second - (5 * (second - 2)) / 60, 500_000.5 + 1000 * second);
  }
  expect(offset).toBeCloseTo(500_005.5, 1);
});
