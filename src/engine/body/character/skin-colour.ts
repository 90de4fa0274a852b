import { computeMedian } from '../../vision/math.ts';
import type { PersonView } from './person-view.ts';
import { toNeckSpace, toTorsoFrame } from './torso-frame.ts';

/**
 * Areas of throat and face: range from the shoulders (0) to the ears (1) and maximum distance aside, in neck lengths.
 */
const throat = { from: 0.45, to: 0.72, aside: 0.12 };
const face = { from: 0.75, to: 1.15, aside: 0.25 };
/** Factor that darkens the throat's colour, because a hidden throat is in the shadow of the chin. */
const SHADE = 0.9;
const PERSON = 0.8;
/**
 * Maximum distance in red and green chromaticity of one person's skin, and range of its brightness relative to the
 * sample.
 */
const MAX_APART = 0.05;
const LIGHTS = [0.3, 2] as const;
/** Red and green chromaticity of white. */
const WHITE = 1 / 3;
/**
 * Skin in bright light is paler, and in the shade more saturated: its distances from white relative to those of the
 * sample, for skin and for what has the hue of skin; and the maximum distance from the line through white and the sample.
 */
const PALER = [0.25, 1] as const;
const HUE = [0.2, 2] as const;
const MAX_ASIDE = 0.015;

/** Red, green and blue. */
type Colour = readonly [number, number, number];

/** Returns the median colour of the throat, slightly darkened. */
export function findThroatColour(view: PersonView): Colour {
  const [red, green, blue] = medianIn(view, throat);
  return [red * SHADE, green * SHADE, blue * SHADE];
}

/** Returns the median colour of the face. */
export function findFaceColour(view: PersonView): Colour {
  return medianIn(view, face);
}

/** Returns whether a colour may be the skin of colour `skin` in other light. */
export function isLikeSkin(skin: Colour, red: number, green: number, blue: number): boolean {
  const sum = red + green + blue + 1;
  const own = skin[0] + skin[1] + skin[2] + 1;
  return (
    sum > own * LIGHTS[0] &&
    sum < own * LIGHTS[1] &&
    (Math.hypot(red / sum - skin[0] / own, green / sum - skin[1] / own) < MAX_APART ||
      isBetween(PALER, skin, red, green, blue))
  );
}

/** Returns whether a colour has the hue of skin, pale or saturated; hair and some clothes have it too. */
export function hasSkinHue(skin: Colour, red: number, green: number, blue: number): boolean {
  return isBetween(HUE, skin, red, green, blue);
}

function isBetween(
  [min, max]: readonly [number, number],
  skin: Colour,
  red: number,
  green: number,
  blue: number,
): boolean {
  const [sum, own] = [red + green + blue + 1, skin[0] + skin[1] + skin[2] + 1];
  const [x, y] = [red / sum - WHITE, green / sum - WHITE];
  const [skinX, skinY] = [skin[0] / own - WHITE, skin[1] / own - WHITE];
  const along = (x * skinX + y * skinY) / (skinX * skinX + skinY * skinY || 1);
  return along > min && along < max && Math.hypot(x - along * skinX, y - along * skinY) < MAX_ASIDE;
}

function medianIn(
  view: PersonView,
  { from, to, aside }: { readonly from: number; readonly to: number; readonly aside: number },
): Colour {
  const { width, colours, person } = view;
  const torso = toTorsoFrame(view.joints);
  const seen: number[] = [];
  for (let index = 0; index < person.length; index += 1) {
    if (person[index] > PERSON) {
      const place = toNeckSpace(torso, index % width, Math.floor(index / width));
      if (place.up > from && place.up < to && place.aside < aside) {
        seen.push(index);
      }
    }
  }
  const median = (channel: number): number =>
    computeMedian(
      seen.map((index) => colours[index * 3 + channel]),
      0,
    );
  return [median(0), median(1), median(2)];
}
