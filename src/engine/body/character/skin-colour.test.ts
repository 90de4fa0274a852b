import { expect, it } from 'vitest';
import { hasSkinHue, isLikeSkin } from './skin-colour.ts';

const shaded = [149, 94, 75] as const;

it('knows skin in brighter light than that of the face', () => {
  expect(isLikeSkin(shaded, 228, 203, 186)).toBe(true);
  expect(isLikeSkin(shaded, 250, 248, 246)).toBe(false);
  expect(isLikeSkin(shaded, 158, 179, 191)).toBe(false);
});

it('knows the hue of skin in bright light and in the shade, and no red cloth', () => {
  const skin = [206, 154, 129] as const;
  expect(hasSkinHue(skin, 237, 216, 197)).toBe(true);
  expect(hasSkinHue(skin, 165, 107, 71)).toBe(true);
  expect(hasSkinHue(skin, 233, 74, 66)).toBe(false);
});
