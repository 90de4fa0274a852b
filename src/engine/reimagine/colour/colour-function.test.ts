import { expect, it } from 'vitest';
import { computeLuminance } from '../raster/raster.ts';
import { nightTone, selectHue } from './colour-function.ts';

it('keeps a red shirt and not the skin in black and white with red', () => {
  const keepRed = selectHue([0.85, 0.1, 0.1]);
  const [red, green] = keepRed(0.78, 0.1, 0.08);
  expect(red - green).toBeGreaterThan(0.5);
  const [skinRed, , skinBlue] = keepRed(0.85, 0.6, 0.5);
  expect(Math.abs(skinRed - skinBlue)).toBeLessThan(0.03);
});

it('darkens a bright sky in a night, and no lamp', () => {
  const lamp = computeLuminance(...nightTone(0.9, 0)(1, 1, 0.95));
  const sky = computeLuminance(...nightTone(0.9, 1)(1, 1, 0.95));
  expect(lamp).toBeGreaterThan(0.6);
  expect(sky).toBeLessThan(0.4);
});
