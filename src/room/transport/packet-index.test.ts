import { expect, it } from 'vitest';
import { PacketIndex } from './packet-index.ts';

const ssrc = 7;

/** Passes numbers through; null where one is refused. */
function guessRollovers(index: PacketIndex, ...sequences: readonly number[]): (number | null)[] {
  return sequences.map((sequence) => {
    const rollovers = index.guess(ssrc, sequence);
    if (rollovers !== null) {
      index.note(ssrc, sequence, rollovers);
    }
    return rollovers;
  });
}

it('counts the wraps of numbers, with any loss around them', () => {
  expect(guessRollovers(new PacketIndex('received'), 65_534, 65_535, 0, 1)).toEqual([0, 0, 1, 1]);
  expect(guessRollovers(new PacketIndex('received'), 64_000, 2_000, 30_000, 60_000, 100)).toEqual([
    0, 1, 1, 1, 2,
  ]);
});

it('places late packets before the turn and counts no turn twice', () => {
  expect(guessRollovers(new PacketIndex('received'), 65_530, 3, 65_533, 4, 0, 5)).toEqual([
    0, 1, 0, 1, 1, 1,
  ]);
  // A packet with the number 0 that comes again begins no new round.
  expect(guessRollovers(new PacketIndex('received'), 65_535, 0, 120, 0, 121)).toEqual([
    0, 1, 1, 1, 1,
  ]);
});

it('refuses numbers older than the first round', () => {
  expect(guessRollovers(new PacketIndex('received'), 10, 65_530, 11)).toEqual([0, null, 0]);
});

it('keeps sources apart', () => {
  const index = new PacketIndex('received');
  for (let source = 0; source < 256; source += 1) {
    index.note(source, 65_535, 0);
  }
  expect(index.guess(3, 0)).toBe(1);
  expect(index.guess(4, 65_535)).toBe(0);
});

it('forgets the source that was silent longest, and accepts any number of new ones', () => {
  const index = new PacketIndex('received');
  for (let source = 0; source < 1000; source += 1) {
    expect(index.guess(source, 1)).toBe(0);
    index.note(source, 65_535, 0);
    index.note(0, 65_535, 3);
  }
  expect(index.guess(0, 0)).toBe(4);
  expect(index.guess(999, 0)).toBe(1);
  expect(index.guess(1, 0)).toBe(0);
});

it('never forgets a source of our own: no index comes twice', () => {
  const index = new PacketIndex('sent');
  for (let source = 0; source < 20_000; source += 1) {
    if (index.guess(source, 65_535) !== null) {
      index.note(source, 65_535, 0);
    }
  }
  expect(index.guess(0, 0)).toBe(1);
  expect(index.guess(16_383, 0)).toBe(1);
  expect(index.guess(16_384, 0)).toBeNull();
});
