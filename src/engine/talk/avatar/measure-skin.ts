import type { RgbaImage } from '../../pixels/frame.ts';
import { clamp } from '../../vision/math.ts';
import { computeLuma, type Rgb } from '../inner-mouth/mouth-colours.ts';

/** Points on both cheeks near the mouth: skin below the eyes is brighter and paler. */
const CHEEKS = [50, 36, 205, 203, 206, 280, 266, 425, 423, 426];
/**
 * Range of the points sorted by luma: darker ones lie in a beard, a fold or in shade; the brightest may be a highlight.
 */
const LIT = [5, 9] as const;

/** Returns the colour of lit skin: the mean of the brighter half of the cheek points beside the mouth. */
export function measureSkin({ width, height, pixels }: RgbaImage, landmarks: Float32Array): Rgb {
  const colours = CHEEKS.map((point): Rgb => {
    const column = clamp(Math.round(landmarks[point * 3]), 0, width - 1);
    const row = clamp(Math.round(landmarks[point * 3 + 1]), 0, height - 1);
    const at = (row * width + column) * 4;
    return [pixels[at], pixels[at + 1], pixels[at + 2]];
  });
  const lit = colours.toSorted((a, b) => computeLuma(a) - computeLuma(b)).slice(...LIT);
  const meanOf = (channel: 0 | 1 | 2): number =>
    lit.reduce((sum, colour) => sum + colour[channel] / lit.length, 0);
  return [meanOf(0), meanOf(1), meanOf(2)];
}
