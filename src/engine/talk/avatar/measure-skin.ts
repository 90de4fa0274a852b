import type { RgbaImage } from '../../pixels/frame.ts';
import { clamp, medianOf } from '../../vision/math.ts';
import type { Rgb } from '../inner-mouth/mouth-colours.ts';

/** Points on both cheeks, near to the mouth: what lies below the eyes is bright, and pale with it. */
const CHEEKS = [50, 36, 205, 203, 206, 280, 266, 425, 423, 426];

/** The usual colour of the skin of a face: the median of its cheeks beside the mouth. */
export function measureSkin({ width, height, pixels }: RgbaImage, landmarks: Float32Array): Rgb {
  const at = CHEEKS.map((point) => {
    const column = clamp(Math.round(landmarks[point * 3]), 0, width - 1);
    const row = clamp(Math.round(landmarks[point * 3 + 1]), 0, height - 1);
    return (row * width + column) * 4;
  });
  const median = (channel: number): number => medianOf(at.map((pixel) => pixels[pixel + channel]));
  return [median(0), median(1), median(2)];
}
