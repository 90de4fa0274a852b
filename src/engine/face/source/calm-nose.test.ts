import { expect, it } from 'vitest';
import { calmNose } from './calm-nose.ts';

const SKIN = [180, 140, 110];

/** Returns a colour of a nose (or of the skin beside it) after it was calmed. */
function calm(colour: readonly number[], nose = 1): readonly number[] {
  const planes = colour.map((value) => Float32Array.of(value));
  const surfaces = SKIN.map((value) => Float32Array.of(value));
  calmNose(planes, Float32Array.of(nose), surfaces);
  return planes.map(([value]) => value!);
}

it('takes the orange of light from behind from the rim of a nose', () => {
  const [red, green, blue] = calm([250, 150, 60]) as [number, number, number];
  expect(red / green).toBeLessThan(1.6);
  expect(blue / green).toBeGreaterThan(0.6);
});

it('leaves shade, shine and a red nose as they are', () => {
  for (const colour of [
    [60, 45, 35],
    [210, 165, 130],
    [190, 136, 108],
    [250, 200, 160],
  ]) {
    expect(calm(colour).map(Math.round)).toEqual(colour);
  }
});

it('leaves the skin beside the nose', () => {
  expect(calm([250, 150, 60], 0)).toEqual([250, 150, 60]);
});
