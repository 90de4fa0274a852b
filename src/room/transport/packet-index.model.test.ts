import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { PacketIndex } from './packet-index.ts';

it('tells the index of every packet that is less than half a round away from the newest', () => {
  const steps = fc.array(
    fc.oneof(fc.integer({ min: -200, max: 400 }), fc.integer({ min: -32_000, max: 32_000 })),
    { maxLength: 120 },
  );
  fc.assert(
    fc.property(fc.nat(0xffff), steps, (start, list) => {
      const index = new PacketIndex('received');
      let newest = start;
      index.note(7, start, 0);
      for (const step of list) {
        const at = newest + step;
        if (at < 0) {
          expect(index.guess(7, at & 0xffff)).toBe(null);
          continue;
        }
        const rollovers = Math.floor(at / 0x10000);
        expect(index.guess(7, at & 0xffff)).toBe(rollovers);
        index.note(7, at & 0xffff, rollovers);
        newest = Math.max(newest, at);
      }
    }),
    { numRuns: 300 },
  );
});

it('is moved by nothing but what is noted', () => {
  fc.assert(
    fc.property(fc.nat(0xffff), fc.array(fc.nat(0xffff), { maxLength: 50 }), (start, guesses) => {
      const index = new PacketIndex('received');
      index.note(7, start, 3);
      const before = index.guess(7, start);
      guesses.forEach((sequence) => index.guess(7, sequence));
      expect(index.guess(7, start)).toBe(before);
    }),
  );
});

/**
 * Computes the rollover according to RFC 3711, appendix A, in whole indexes: the one whose number is nearest to the
 * highest; the current one at half a round.
 */
function findNearestRound(highest: number, rollovers: number, sequence: number): number {
  const index = rollovers * 0x10000 + highest;
  const distance = (round: number): number => Math.abs(round * 0x10000 + sequence - index);
  const others = [rollovers - 1, rollovers + 1];
  return others.find((round) => distance(round) < distance(rollovers)) ?? rollovers;
}

it('tells the round at exactly half a round away, one less and one more, from every number', () => {
  const wrong: (readonly number[])[] = [];
  for (const rollovers of [0, 5]) {
    for (let highest = 0; highest < 0x10000; highest += 1) {
      const index = new PacketIndex('received');
      index.note(7, highest, rollovers);
      for (const step of [-1, 0, 1]) {
        const sequence = (highest + 0x8000 + step) & 0xffff;
        const round = findNearestRound(highest, rollovers, sequence);
        if (index.guess(7, sequence) !== (round < 0 ? null : round)) {
          wrong.push([rollovers, highest, sequence]);
        }
      }
    }
  }
  expect(wrong.slice(0, 5)).toEqual([]);
});
