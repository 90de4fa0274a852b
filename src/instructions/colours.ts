/** sRGB, 0..255. */
export type ColourValue = readonly [red: number, green: number, blue: number];

/** Colours that have names. */
export const namedColours = {
  black: [16, 16, 18],
  white: [240, 240, 240],
  grey: [128, 130, 134],
  silver: [188, 190, 194],
  red: [190, 40, 44],
  orange: [226, 124, 40],
  ginger: [172, 84, 36],
  yellow: [232, 200, 64],
  gold: [196, 158, 70],
  blond: [214, 180, 120],
  beige: [216, 200, 172],
  brown: [112, 78, 52],
  auburn: [120, 54, 36],
  green: [52, 140, 76],
  lime: [140, 196, 60],
  olive: [112, 116, 56],
  teal: [32, 128, 128],
  turquoise: [64, 184, 176],
  cyan: [56, 184, 212],
  blue: [44, 88, 180],
  navy: [24, 36, 84],
  purple: [110, 64, 160],
  violet: [128, 92, 200],
  magenta: [196, 56, 150],
  pink: [232, 146, 176],
  burgundy: [110, 24, 48],
  coral: [232, 116, 96],
  chroma: [0, 177, 64],
} as const satisfies Record<string, ColourValue>;

/** Tints of “dark” and “light” colours, see {@link mixTint}. */
const DARK = -0.45;
const LIGHT = 0.45;

/**
 * Reads a colour of a concept: a name with an optional tint (`dark blue`) or `#rrggbb`. Returns null where the text is
 * no colour.
 */
export function readColourWord(text: string): ColourValue | null {
  if (/^#[0-9a-f]{6}$/i.test(text)) {
    const part = (at: number): number => Number.parseInt(text.slice(at, at + 2), 16);
    return [part(1), part(3), part(5)];
  }
  const [first = '', second] = text.split(' ');
  const name = second ?? first;
  if (!isColourName(name)) {
    return null;
  }
  const colour = namedColours[name];
  return second === undefined ? colour : mixTint(colour, first === 'dark' ? DARK : LIGHT);
}

/** Mixes a colour towards black (tint below 0, to -1) or white (above 0, to 1). */
export function mixTint([red, green, blue]: ColourValue, tint: number): ColourValue {
  const mix = (value: number): number =>
    Math.round(tint < 0 ? value * (1 + tint) : value + (255 - value) * tint);
  return [mix(red), mix(green), mix(blue)];
}

function isColourName(name: string): name is keyof typeof namedColours {
  return Object.hasOwn(namedColours, name);
}
