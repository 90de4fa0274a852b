import type { RgbaImage } from '../../pixels/frame.ts';
import { clamp } from '../../vision/math.ts';
import { lumaOf, type Rgb } from '../inner-mouth/mouth-colours.ts';

/** Points on both cheeks, near to the mouth: what lies below the eyes is bright, and pale with it. */
const CHEEKS = [50, 36, 205, 203, 206, 280, 266, 425, 423, 426];
/** Darker ones lie in a beard, in a fold or on the side away from the light; the brightest one may be a gloss. */
const LIT = [5, 9] as const;

/** The colour of the skin of a face where light falls on it: the mean of the brighter half of its cheeks beside the mouth. */
export function measureSkin({ width, height, pixels }: RgbaImage, landmarks: Float32Array): Rgb {
  const colours = CHEEKS.map((point): Rgb => {
    const column = clamp(Math.round(landmarks[point * 3]), 0, width - 1);
    const row = clamp(Math.round(landmarks[point * 3 + 1]), 0, height - 1);
    const at = (row * width + column) * 4;
    return [pixels[at], pixels[at + 1], pixels[at + 2]];
  });
  const lit = colours.toSorted((a, b) => lumaOf(a) - lumaOf(b)).slice(...LIT);
  const meanOf = (channel: 0 | 1 | 2): number =>
    lit.reduce((sum, colour) => sum + colour[channel] / lit.length, 0);
  return [meanOf(0), meanOf(1), meanOf(2)];
}
