/** sRGB, 0..255. */
export type ColourValue = readonly [red: number, green: number, blue: number];

/** Colours that have names; compound names stand for one shade of a common word. */
export const namedColours = {
  black: [16, 16, 18],
  charcoal: [54, 58, 64],
  slate: [96, 108, 122],
  grey: [128, 130, 134],
  silver: [188, 190, 194],
  white: [255, 255, 255],
  'off-white': [242, 238, 228],
  ivory: [248, 242, 224],
  cream: [250, 238, 208],
  champagne: [234, 212, 174],
  beige: [216, 200, 172],
  sand: [212, 188, 142],
  khaki: [178, 164, 122],
  taupe: [148, 130, 114],
  red: [190, 40, 44],
  scarlet: [220, 42, 28],
  crimson: [160, 18, 42],
  'blood-red': [118, 12, 18],
  brick: [150, 62, 48],
  burgundy: [110, 24, 48],
  berry: [140, 26, 58],
  plum: [100, 48, 92],
  coral: [232, 116, 96],
  salmon: [244, 140, 118],
  peach: [250, 190, 152],
  orange: [226, 124, 40],
  'neon-orange': [255, 104, 20],
  amber: [236, 164, 36],
  terracotta: [200, 104, 70],
  rust: [166, 66, 24],
  copper: [184, 112, 56],
  ginger: [172, 84, 36],
  auburn: [120, 54, 36],
  yellow: [232, 200, 64],
  lemon: [250, 228, 72],
  mustard: [202, 164, 40],
  'neon-yellow': [222, 255, 40],
  gold: [196, 158, 70],
  blond: [214, 180, 120],
  hazel: [142, 108, 58],
  brown: [112, 78, 52],
  chestnut: [120, 58, 38],
  chocolate: [88, 56, 38],
  green: [52, 140, 76],
  emerald: [12, 142, 88],
  forest: [28, 82, 46],
  moss: [96, 112, 54],
  sage: [146, 166, 128],
  mint: [156, 222, 190],
  lime: [140, 196, 60],
  'neon-green': [64, 255, 32],
  olive: [112, 116, 56],
  petrol: [0, 92, 106],
  teal: [32, 128, 128],
  turquoise: [64, 184, 176],
  cyan: [56, 184, 212],
  'ice-blue': [198, 226, 240],
  'baby-blue': [164, 206, 244],
  'sky-blue': [128, 188, 232],
  denim: [62, 92, 138],
  blue: [44, 88, 180],
  'royal-blue': [54, 92, 214],
  cobalt: [18, 68, 164],
  navy: [24, 36, 84],
  indigo: [64, 44, 132],
  purple: [110, 64, 160],
  violet: [128, 92, 200],
  lavender: [186, 168, 224],
  lilac: [200, 164, 212],
  mauve: [184, 142, 180],
  magenta: [196, 56, 150],
  'hot-pink': [255, 62, 150],
  pink: [232, 146, 176],
  'baby-pink': [248, 196, 214],
  'dusty-pink': [206, 152, 154],
  'rose-gold': [184, 112, 122],
  chroma: [0, 177, 64],
} as const satisfies Record<string, ColourValue>;

/** Word before a colour that changes it: “dark red”, “light red”, “bright red”. */
export type Tint = 'dark' | 'light' | 'vivid';

/** Tints of “dark” and “light” colours, see {@link mixTint}. */
const DARK = -0.45;
const LIGHT = 0.45;
/** Least saturation and value (HSV, 0..1) of a vivid colour. */
const VIVID = { saturation: 0.92, value: 1 };
/** Saturation (HSV) below which a colour has no hue that could be strengthened. */
const ACHROMATIC = 0.12;

/**
 * Reads a colour of a concept: a name or `#rrggbb` after any number of tints (`dark blue`). Returns null where the text
 * is no colour.
 */
export function readColourWord(text: string): ColourValue | null {
  const words = text.split(' ');
  const colour = readName(words.at(-1) ?? '');
  return colour === null ? null : words.slice(0, -1).reduceRight(applyTint, colour);
}

function readName(name: string): ColourValue | null {
  if (/^#[0-9a-f]{6}$/i.test(name)) {
    const part = (at: number): number => Number.parseInt(name.slice(at, at + 2), 16);
    return [part(1), part(3), part(5)];
  }
  return isColourName(name) ? namedColours[name] : null;
}

function applyTint(colour: ColourValue, tint: string): ColourValue {
  if (tint === 'vivid') {
    return makeVivid(colour);
  }
  return mixTint(colour, tint === 'dark' ? DARK : LIGHT);
}

/** Mixes a colour towards black (tint below 0, to -1) or white (above 0, to 1). */
export function mixTint([red, green, blue]: ColourValue, tint: number): ColourValue {
  const mix = (value: number): number =>
    Math.round(tint < 0 ? value * (1 + tint) : value + (255 - value) * tint);
  return [mix(red), mix(green), mix(blue)];
}

/** Raises saturation and value in HSV, which keeps the hue; a colour without a hue only gets lighter. */
function makeVivid(colour: ColourValue): ColourValue {
  const most = Math.max(...colour);
  const saturation = most === 0 ? 0 : 1 - Math.min(...colour) / most;
  if (saturation < ACHROMATIC) {
    return mixTint(colour, LIGHT);
  }
  const gain = Math.max(saturation, VIVID.saturation) / saturation;
  const [red, green, blue] = colour;
  const raise = (value: number): number =>
    Math.round(255 * VIVID.value * Math.max(0, 1 - (1 - value / most) * gain));
  return [raise(red), raise(green), raise(blue)];
}

function isColourName(name: string): name is keyof typeof namedColours {
  return Object.hasOwn(namedColours, name);
}
