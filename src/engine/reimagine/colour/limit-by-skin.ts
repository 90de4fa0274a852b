import type { RgbaImage } from '../../pixels/frame.ts';
import { computeMeanColour } from '../raster/raster.ts';
import type { ColourFunction, UnitColour } from './colour-function.ts';

/** Minimum ratios of red to green and to blue in the skin of any person. */
const RED_TO_GREEN = 1.06;
const RED_TO_BLUE = 1.12;
/** Factor by which the amount falls until skin is kept, and the maximum number of times. */
const WEAKER = 0.75;
const MAX_ROUNDS = 6;

/** Skin of faces in an image, and the fraction of its warmth that remains at least; a cast is removed with all of it. */
export interface SkinLimit {
  readonly image: RgbaImage;
  /** Null without faces. */
  readonly skin: Float32Array | null;
  readonly warmth: number;
}

/** Lists colour functions at the greatest amount at which faces, if there are any, keep the hue of skin. */
export function limitBySkin(
  { image, skin, warmth }: SkinLimit,
  amount: number,
  list: (amount: number) => readonly ColourFunction[],
): readonly ColourFunction[] {
  let functions = list(amount);
  if (skin === null) {
    return functions;
  }
  const [red, green, blue] = computeMeanColour(image, skin);
  const own: UnitColour = [red / 255, green / 255, blue / 255];
  if (!isWarm(own, RED_TO_GREEN, RED_TO_BLUE)) {
    return functions;
  }
  const toGreen = Math.max(RED_TO_GREEN, 1 + (red / green - 1) * warmth);
  const toBlue = Math.max(RED_TO_BLUE, 1 + (red / blue - 1) * warmth);
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    const changed = functions.reduce<UnitColour>((colour, change) => change(...colour), own);
    if (isWarm(changed, toGreen, toBlue)) {
      break;
    }
    functions = list(amount * WEAKER ** round);
  }
  return functions;
}

function isWarm([red, green, blue]: UnitColour, toGreen: number, toBlue: number): boolean {
  return red >= green * toGreen && red >= blue * toBlue;
}
