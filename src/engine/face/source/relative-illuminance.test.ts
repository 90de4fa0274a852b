import { expect, it } from 'vitest';
import { minIlluminance, relativeIlluminance, visibilityInLight } from './relative-illuminance.ts';

it('shows features whole in daylight, also on dark skin, and fewer the darker a scene is', () => {
  expect([60, 90, 180].map(visibilityInLight)).toEqual([1, 1, 1]);
  const dim = [50, 30, 10, 0].map(visibilityInLight);
  expect(dim).toEqual(dim.toSorted((a, b) => b - a));
  expect(dim[0]).toBeLessThan(1);
  expect(dim[1]).toBeLessThan(0.4);
  expect(dim[3]).toBe(0);
});

it('lets the colour of pupils and brows fall below that of any skin, but not in deep shadow', () => {
  const pupil = (darkestSkin: number): number =>
    relativeIlluminance(5, 100, minIlluminance(darkestSkin));
  expect(pupil(0.8)).toBeLessThan(relativeIlluminance(5, 100) / 2);
  expect(pupil(0.3)).toBe(relativeIlluminance(5, 100));
  const darker = [0.3, 0.4, 0.45, 0.5, 0.8].map((skin) => -pupil(skin));
  expect(darker).toEqual(darker.toSorted((a, b) => a - b));
  expect(relativeIlluminance(60, 100, minIlluminance(0.8))).toBe(relativeIlluminance(60, 100));
});
