import { expect, it } from 'vitest';
import { computeLuminance } from '../raster/raster.ts';
import { nightTone, overcast, selectHue } from './colour-function.ts';

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

it('keeps differences of light in clouds, skin and white clothes under a dark sky', () => {
  for (const change of [nightTone(0.99, 1), overcast(0.3)]) {
    const [lower, middle, upper] = [0.75, 0.9, 1].map((light) =>
      computeLuminance(...change(light, light, light)),
    );
    expect(middle! - lower!).toBeGreaterThan(0.024);
    expect(upper! - middle!).toBeGreaterThan(0.024);
  }
});

it('has no sharp limit between the hues of skin and others', () => {
  const keepYellow = selectHue([0.9, 0.8, 0.1]);
  const colourful = Array.from({ length: 21 }, (_, step) => {
    const hue = 0.11 + step * 0.001;
    const [red, , blue] = keepYellow(0.9, 0.45 + 0.45 * 6 * hue, 0.45);
    return red - blue;
  });
  const steps = colourful.slice(1).map((value, index) => Math.abs(value - colourful[index]!));
  expect(Math.max(...steps)).toBeLessThan(0.05);
});

it('keeps a whole wall in black and white with yellow, and not skin in warm light', () => {
  const keepYellow = selectHue([0.9, 0.8, 0.1]);
  const [wallRed, , wallBlue] = keepYellow(0.85, 0.69, 0.39);
  expect(wallRed - wallBlue).toBeGreaterThan(0.3);
  const [skinRed, , skinBlue] = keepYellow(0.85, 0.58, 0.4);
  expect(skinRed - skinBlue).toBeLessThan(0.1);
});
