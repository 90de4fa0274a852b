import { expect, it } from 'vitest';
import { createMouthRecord } from './mouth-record.ts';

const pressed = { viseme: 'PP', startMs: 40, endMs: 80 } as const;

/** Measures a closure between open frames with a network's gap. */
function findClosed(gap: number, shut: readonly number[]): number {
  const record = createMouthRecord();
  shut.forEach((found) => record.addShut(found));
  [0.2, gap, 0.2].forEach((found, index) => {
    record.add({ timeMs: index * 40 + 20, gap: found, wanted: index === 1 ? 0 : 0.2 });
  });
  return record.summarise([pressed]).closures.closed;
}

it('judges closures by the lips that the network detects', () => {
  expect(findClosed(0.06, [])).toBe(0);
  expect(findClosed(0.045, [])).toBe(1);
  expect(findClosed(0.09, [0.07, 0.07, 0.01])).toBe(1);
  expect(findClosed(0.12, [0.07])).toBe(0);
  // Lips that it crosses are no reason to ask for more than touching.
  expect(findClosed(0.02, [-0.05])).toBe(1);
});
