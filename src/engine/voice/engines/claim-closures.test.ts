import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toVisemeFromIpa } from '../viseme.ts';
import { claimClosures } from './claim-closures.ts';
import type { Phone } from './engine.ts';

const RATE_HZ = 16_000;

describe('claimClosures', () => {
  it('lets a stop begin with the silence before its burst', () => {
    const spoken = createSpeech([
      ['a', 100, 0.5],
      ['a', 40, 0.001],
      ['p', 20, 0.02],
      ['a', 100, 0.5],
    ]);
    const claimed = claimClosures(join(spoken.phones), spoken.samples, RATE_HZ);
    expect(claimed.map(({ symbol, startMs }) => [symbol, startMs])).toEqual([
      ['a', 0],
      ['p', 100],
      ['a', 160],
    ]);
    expect(claimed[0]!.endMs).toBe(100);
  });

  it('takes no more of a pause than a closure lasts', () => {
    const { phones, samples } = createSpeech([
      ['a', 100, 0.5],
      ['', 300, 0],
      ['ˈb', 20, 0.05],
    ]);
    expect(claimClosures(phones, samples, RATE_HZ)[2]!.startMs).toBe(350);
  });

  it('takes the whole of a short pause', () => {
    const { phones, samples } = createSpeech([
      ['', 40, 0],
      ['t', 20, 0.05],
      ['a', 100, 0.5],
    ]);
    expect(claimClosures(phones, samples, RATE_HZ).map(({ symbol }) => symbol)).toEqual(['t', 'a']);
  });

  it('leaves other sounds, and stops without a closure, where they are', () => {
    const { phones, samples } = createSpeech([
      ['a', 100, 0.5],
      ['b', 50, 0.05],
      ['a', 60, 0.5],
      ['', 100, 0.001],
      ['s', 60, 0.1],
    ]);
    expect(claimClosures(phones, samples, RATE_HZ)).toEqual(phones);
  });

  it('covers the same time without gaps, for any speech', () => {
    const part = fc.tuple(
      fc.constantFrom('p', 'a', 't', 's', '', 'tʃ'),
      fc.integer({ min: 1, max: 200 }),
      fc.constantFrom(0, 0.001, 0.05, 0.5),
    );
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 12 }), (parts) => {
        const { phones, samples } = createSpeech(parts);
        const claimed = claimClosures(phones, samples, RATE_HZ);
        let atMs = 0;
        for (const { startMs, endMs } of claimed) {
          expect(startMs).toBe(atMs);
          expect(endMs).toBeGreaterThan(startMs);
          atMs = endMs;
        }
        expect(atMs).toBe(phones.at(-1)!.endMs);
      }),
    );
  });
});

/** Creates speech of phones with their durations in ms and their levels. */
function createSpeech(parts: readonly (readonly [symbol: string, ms: number, level: number])[]) {
  const phones: Phone[] = [];
  const samples: number[] = [];
  let startMs = 0;
  for (const [symbol, ms, level] of parts) {
    const endMs = startMs + ms;
    phones.push({ symbol, viseme: toVisemeFromIpa(symbol), startMs, endMs });
    for (let index = 0; index < (ms * RATE_HZ) / 1000; index += 1) {
      samples.push(index % 2 === 0 ? level : -level);
    }
    startMs = endMs;
  }
  return { phones, samples: Float32Array.from(samples) };
}

/** Joins neighbours with the same symbol. */
function join(phones: readonly Phone[]): Phone[] {
  const joined: Phone[] = [];
  for (const phone of phones) {
    const last = joined.at(-1);
    if (last?.symbol === phone.symbol) {
      joined[joined.length - 1] = { ...last, endMs: phone.endMs };
    } else {
      joined.push(phone);
    }
  }
  return joined;
}
