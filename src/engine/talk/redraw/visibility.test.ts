import { describe, expect, it } from 'vitest';
import { createSkinColours } from '../../face/draw/skin-field.ts';
import { findVisibility, type MouthVisibility, toSkinSignature } from './visibility.ts';

/** Reproducible random numbers from 0 to 1 (Park and Miller 1988). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

const points = [1, 2, 3, 4, 5, 6];
const random = createRandom(11);

/** Creates a mouth whose skin has this brightness, and colours at a distance from those of skin. */
function see(level: number, strange = 0, isCovered = false): MouthVisibility {
  const colours = createSkinColours();
  for (const point of points) {
    colours.y[point] = 16 + level * (1 + point / 20) * (1 + strange * (point % 2)) + random();
    colours.u[point] = 110 + 20 * strange;
    colours.v[point] = 150 - 20 * strange;
  }
  return { signature: toSkinSignature(colours, points), isCovered };
}

const clear = (count: number): MouthVisibility[] => Array.from({ length: count }, () => see(100));

describe('the visibility of a mouth', () => {
  it('is full in any light', () => {
    const frames = Array.from({ length: 30 }, (_, index) => see(60 + 3 * index));
    expect([...findVisibility(frames)].every((value) => value === 1)).toBe(true);
  });

  it('is nothing under a hand that is seen, and fades beside it', () => {
    const frames = [...clear(10), see(100, 0, true), ...clear(10)];
    const visible = findVisibility(frames);
    expect(visible[10]).toBe(0);
    expect(visible[4]).toBe(1);
    expect(visible[16]).toBe(1);
    for (const at of [6, 7, 8, 9]) {
      expect(visible[at]!).toBeGreaterThan(visible[at + 1]!);
      expect(visible[at]).toBe(visible[20 - at]);
    }
  });

  it('is nothing where the skin looks unlike itself, and where there is no face', () => {
    const visible = findVisibility([...clear(20), see(100, 1), ...clear(8), null, ...clear(8)]);
    expect(visible[20]).toBe(0);
    expect(visible[29]).toBe(0);
    expect(visible[10]).toBe(1);
  });

  it('is judged by free mouths alone: a clip that is mostly hands is no reason to draw fingers', () => {
    const hands = Array.from({ length: 20 }, () => see(100, 1, true));
    const visible = findVisibility([...hands, ...clear(12)]);
    expect([...visible.subarray(0, 20)].every((value) => value === 0)).toBe(true);
    expect(visible[30]).toBe(1);
  });

  it('of nothing but covered mouths is nothing', () => {
    expect([...findVisibility([see(100, 0, true), null])]).toEqual([0, 0]);
  });
});
