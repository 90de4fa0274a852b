import { clamp, smoothstep } from '../../vision/math.ts';
import { computeLuminance, type FloatPlane, type Raster } from '../raster/raster.ts';
import { shiftSkin, type SkinBase, type SkinRetouch, computeMaskedMedian } from './skin-base.ts';

/** Logarithm of red over green of skin that nobody calls red; a face that is redder all over is moved towards it. */
const CALM = 0.28;
/** Greatest move of a whole face, and of any pixel: lips beyond their outline and paint stay themselves. */
const MAX_WHOLE = 0.06;
const MAX_PIXEL = 0.3;
/** Rise of blue by the fall of red over green. */
const BLUE = 0.75;

/** Pulls the chroma of skin that is redder than the rest of its face towards the median; its lightness stays. */
export function reduceRedness(raster: Raster, skin: Float32Array, options: SkinRetouch): void {
  shiftSkin(raster, skin, { ...options, findShift: (base) => findShift(base, options.amount) });
}

function findShift({ colours, skin }: SkinBase, amount: number): readonly FloatPlane[] {
  const [red, green, blue] = colours;
  const light = red.map((value, index) => computeLuminance(value, green[index], blue[index]));
  const redness = red.map((value, index) => Math.log((value + 4) / (green[index] + 4)));
  const usualLight = computeMaskedMedian(light, skin);
  const isLit = skin.map((w, index) => w * smoothstep(0.4, 0.7, light[index] / usualLight));
  const median = computeMaskedMedian(redness, isLit);
  const target = median - clamp(median - CALM, 0, MAX_WHOLE);
  const shift = colours.map((plane) => new Float32Array(plane.length));
  for (let index = 0; index < light.length; index += 1) {
    const excess = redness[index] - target;
    // Chroma of shade is noise, and what is far redder is no skin.
    const isSkin = smoothstep(0.4, 0.75, light[index] / usualLight);
    const change = Math.min(MAX_PIXEL, Math.max(0, excess)) * isSkin * amount;
    // Blue rises more than green, or warm skin would turn yellow.
    const wanted = [
      red[index] * Math.exp(change * -0.5),
      green[index] * Math.exp(change * 0.5),
      blue[index] * Math.exp(change * BLUE),
    ] as const;
    const gain = light[index] / Math.max(1, computeLuminance(...wanted));
    for (let channel = 0; channel < 3; channel += 1) {
      shift[channel][index] = wanted[channel] * gain - colours[channel][index];
    }
  }
  return shift;
}
