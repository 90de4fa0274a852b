import { smoothstep } from '../../vision/math.ts';
import { blurPlane } from '../raster/planes.ts';
import { computeLuminance, type FloatPlane, type Raster } from '../raster/raster.ts';
import {
  averageAround,
  shiftSkin,
  type SkinBase,
  type SkinRetouch,
  computeMaskedMedian,
} from './skin-base.ts';

/** Radius of the skin around a highlight that it is compared with, in widths of the face. */
const RADIUS = 0.11;
/** Rounds in which highlights are left out of the tone of the skin around them. */
const ROUNDS = 3;
/** Fraction of a highlight that always stays, because a face without any is flat. */
const REST = 0.25;
/** Least chroma of a tone, 0..255: the shine of grey skin cannot be told from light. */
const MIN_CHROMA = 16;

/**
 * Compresses specular highlights of skin, which are lighter and paler than the skin around them, towards its tone; what
 * is lighter with the same colour is light and stays.
 */
export function reduceShine(raster: Raster, skin: Float32Array, options: SkinRetouch): void {
  shiftSkin(raster, skin, { ...options, findShift: (base) => findShift(base, options.amount) });
}

function findShift(base: SkinBase, amount: number): readonly FloatPlane[] {
  const { colours, width, skin } = base;
  const [red, green, blue] = colours;
  const light = red.map((value, index) => computeLuminance(value, green[index], blue[index]));
  const tones = findTones(base, light);
  const [toneRed, toneGreen, toneBlue] = tones;
  const toneLight = toneRed.map((r, index) =>
    computeLuminance(r, toneGreen[index], toneBlue[index]),
  );
  const shine = light.map((own, index) => {
    const [r, g, b] = [toneRed[index], toneGreen[index], toneBlue[index]];
    const [most, least] = [Math.max(r, g, b), Math.min(r, g, b)];
    const max = Math.max(red[index], green[index], blue[index]);
    const min = Math.min(red[index], green[index], blue[index]);
    // What has to be taken from all channels until the colour is that of the tone (dichromatic reflection).
    const white = (min * most - max * least) / Math.max(MIN_CHROMA, most - least);
    const isSkin = smoothstep(0.2, 0.6, skin[index]);
    // White light leaves skin less blue than green; eye shadow may be of any colour.
    const isPaint = b < g ? smoothstep(0, 8, blue[index] - green[index]) : 0;
    return Math.max(0, Math.min(white, own - toneLight[index])) * isSkin * (1 - isPaint);
  });
  const soft = blurPlane(shine, width, 1);
  return colours.map((plane, channel) =>
    plane.map((value, index) => {
      const wanted = light[index] - soft[index] * (1 - REST);
      const colour = (tones[channel][index] * wanted) / toneLight[index];
      return (colour - value) * smoothstep(2, 14, soft[index]) * amount;
    }),
  );
}

/** Returns the colours of the skin around each pixel without its highlights, shade, hair and paint. */
function findTones({ colours, skin, width, faceWidth }: SkinBase, light: FloatPlane) {
  const [red, , blue] = colours;
  const ratio = red.map((value, index) => blue[index] / Math.max(1, value));
  const usualLight = computeMaskedMedian(light, skin);
  const usualRatio = computeMaskedMedian(ratio, skin);
  const weights = skin.map((weight, index) => {
    const isLit = smoothstep(0.55, 0.8, light[index] / usualLight);
    return weight * isLit * smoothstep(0.6, 0.8, ratio[index] / usualRatio);
  });
  const radius = Math.max(2, faceWidth * RADIUS);
  const average = (plane: Float32Array) =>
    averageAround(plane, weights, { width, radius, whenNone: computeMaskedMedian(plane, weights) });
  for (let round = 1; round < ROUNDS; round += 1) {
    const tone = average(light);
    for (let index = 0; index < weights.length; index += 1) {
      weights[index] *= 1 - smoothstep(0.05, 0.25, light[index] / tone[index] - 1);
    }
  }
  return colours.map(average);
}
