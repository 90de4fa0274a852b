import { expect, it } from 'vitest';
import { computeLuminance } from '../raster/raster.ts';
import { reduceRedness } from './reduce-redness.ts';
import { drawSkin, exampleFace, readMiddle, exampleSkin, wholeSkin } from './example-skin.ts';

const RED = [206, 110, 96] as const;

function calm(spot: readonly [number, number, number], amount: number): number[] {
  const raster = drawSkin(spot);
  reduceRedness(raster, wholeSkin, { faces: [exampleFace], within: wholeSkin, amount });
  return readMiddle(raster);
}

const toRatio = ([red = 0, green = 1]: readonly number[]): number => red / green;

it('pulls a red spot towards the skin around it, and keeps its lightness', () => {
  const after = calm(RED, 1);
  expect(toRatio(after)).toBeLessThan(toRatio(RED) - 0.2);
  expect(toRatio(after)).toBeGreaterThan(toRatio(exampleSkin) - 0.12);
  const [red = 0, green = 0, blue = 0] = after;
  expect(Math.abs(computeLuminance(red, green, blue) - computeLuminance(...RED))).toBeLessThan(2);
});

it('does less with a smaller amount', () => {
  expect(toRatio(calm(RED, 0.3))).toBeGreaterThan(toRatio(calm(RED, 1)) + 0.1);
});

it('leaves pale and dark spots unchanged', () => {
  for (const spot of [
    [180, 150, 130],
    [40, 20, 18],
  ] as const) {
    expect(calm(spot, 1)).toEqual([...spot]);
  }
});
