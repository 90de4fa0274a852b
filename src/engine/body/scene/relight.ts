import type { RgbaImage } from '../../pixels/frame.ts';
import { clamp } from '../../vision/math.ts';
import type { SkinColour } from '../mouth-patch.ts';

/** Ranges of the brightness gain and of the colour cast of a channel, and the exponent that weakens the cast. */
const BRIGHTNESS = [0.75, 1.3] as const;
const CAST = [0.92, 1.08] as const;
const CAST_WEIGHT = 0.25;
const BLACK = 16;
const MIN_LUMA = 12;

/** Gains of red, green and blue. */
export type LightGains = readonly [red: number, green: number, blue: number];

/**
 * Measures the light of a scene relative to a character's still: the square root of the ratio of both skins'
 * brightness, and the fourth root of their cast. Both colours are BT.709.
 */
export function measureLight(own: SkinColour, driver: SkinColour): LightGains {
  const bright = clamp(
    Math.sqrt((driver.y - BLACK) / Math.max(MIN_LUMA, own.y - BLACK) || 1),
    ...BRIGHTNESS,
  );
  const [ownRgb, driverRgb] = [toRgb(own), toRgb(driver)];
  const gainOf = (channel: 0 | 1 | 2): number => {
    const cast =
      driverRgb[channel] / Math.max(1, driver.y - BLACK) / (ownRgb[channel] / (own.y - BLACK) || 1);
    return bright * clamp(Math.max(0.01, cast) ** CAST_WEIGHT, ...CAST);
  };
  return [gainOf(0), gainOf(1), gainOf(2)];
}

function toRgb({ y, u, v }: SkinColour): readonly [number, number, number] {
  const luma = ((y - BLACK) * 255) / 219;
  const [blue, red] = [((u - 128) * 255) / 224, ((v - 128) * 255) / 224];
  return [
    Math.max(1, luma + 1.5748 * red),
    Math.max(1, luma - 0.1873 * blue - 0.4681 * red),
    Math.max(1, luma + 1.8556 * blue),
  ];
}

/** Multiplies an image by light gains; alpha stays. */
export function relightImage({ width, height, pixels }: RgbaImage, gains: LightGains): RgbaImage {
  const lit = new Uint8ClampedArray(pixels.length);
  for (let at = 0; at < pixels.length; at += 4) {
    lit[at] = pixels[at] * gains[0];
    lit[at + 1] = pixels[at + 1] * gains[1];
    lit[at + 2] = pixels[at + 2] * gains[2];
    lit[at + 3] = pixels[at + 3];
  }
  return { width, height, pixels: new Uint8Array(lit.buffer) };
}
