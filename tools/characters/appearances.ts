/**
 * Appearances of the built-in characters, for drawing; names and ages are in
 * `resources/live/characters/characters.json`.
 */

/** Red, green and blue as `#rrggbb`. */
type Colour = `#${string}`;

/** Appearance of a drawn character. Lengths are centimetres, fractions 0..1. */
export interface Appearance {
  readonly id: string;
  readonly skin: { readonly light: Colour; readonly base: Colour; readonly shade: Colour };
  readonly lips: Colour;
  readonly iris: Colour;
  readonly brows: { readonly colour: Colour; readonly strength: number };
  /** Differences from the average face; 0 is average. */
  readonly shape: {
    readonly width: number;
    readonly jaw: number;
    readonly chin: number;
    readonly nose: number;
    readonly eyes: number;
    readonly lips: number;
    readonly smile: number;
  };
  readonly age: number;
  readonly blush: number;
  readonly makeUp: number;
  readonly freckles: number;
  readonly hair: {
    readonly style: 'long' | 'bob' | 'short' | 'crop' | 'tousled' | 'bun' | 'none';
    readonly colour: Colour;
    readonly light: Colour;
    readonly dark: Colour;
  };
  readonly beard: number;
  readonly glasses: boolean;
  readonly ears: 'plain' | 'pointed' | 'metal';
  /** Half of the shoulder width. */
  readonly shoulders: number;
  readonly neck: number;
  readonly clothes: {
    readonly kind: 'sweater' | 'blouse' | 'cardigan' | 'hoodie' | 'suit' | 'cloak' | 'armour';
    readonly colour: Colour;
    readonly dark: Colour;
    readonly light: Colour;
    readonly under: Colour;
  };
  readonly isMetal: boolean;
}

const plainShape = { width: 0, jaw: 0, chin: 0, nose: 0, eyes: 0, lips: 0, smile: 0.25 };
const plain = {
  age: 0,
  blush: 0.25,
  makeUp: 0,
  freckles: 0,
  beard: 0,
  glasses: false,
  ears: 'plain',
  isMetal: false,
} as const;

/** All built-in characters. */
export const appearances: readonly Appearance[] = [
  {
    ...plain,
    id: 'maya',
    skin: { light: '#e9b98f', base: '#c98e63', shade: '#8a5437' },
    lips: '#a84f48',
    iris: '#5a3216',
    brows: { colour: '#2a1912', strength: 0.9 },
    shape: { ...plainShape, jaw: -0.12, eyes: 0.1, lips: 0.14, nose: -0.04 },
    blush: 0.35,
    makeUp: 0.7,
    hair: { style: 'bob', colour: '#33211a', light: '#7a5440', dark: '#160d0a' },
    shoulders: 17.6,
    neck: 4.4,
    clothes: {
      kind: 'sweater',
      colour: '#1f7f83',
      dark: '#0e4448',
      light: '#4fb0b0',
      under: '#e8e4da',
    },
  },
  {
    ...plain,
    id: 'ruby',
    skin: { light: '#fde6d6', base: '#f2c7ac', shade: '#bd8066' },
    lips: '#c4555a',
    iris: '#4d8a62',
    brows: { colour: '#8a4522', strength: 0.75 },
    shape: {
      ...plainShape,
      width: -0.03,
      jaw: -0.15,
      eyes: 0.12,
      lips: 0.08,
      nose: -0.1,
      smile: 0.35,
    },
    blush: 0.5,
    makeUp: 0.55,
    freckles: 0.8,
    hair: { style: 'long', colour: '#b3421c', light: '#f08a48', dark: '#651f0c' },
    shoulders: 18,
    neck: 4.2,
    clothes: {
      kind: 'blouse',
      colour: '#2d5a3c',
      dark: '#16301f',
      light: '#548a62',
      under: '#f0e6d8',
    },
  },
  {
    ...plain,
    id: 'walter',
    skin: { light: '#f6d7c0', base: '#e3b294', shade: '#a26a50' },
    lips: '#b0766a',
    iris: '#55748f',
    brows: { colour: '#9b9690', strength: 1 },
    shape: {
      ...plainShape,
      width: 0.04,
      jaw: 0.1,
      chin: 0.03,
      nose: 0.14,
      eyes: -0.08,
      lips: -0.14,
      smile: 0.15,
    },
    age: 1,
    blush: 0.35,
    hair: { style: 'short', colour: '#b3b0ab', light: '#ecebe8', dark: '#6d6a67' },
    beard: 1,
    glasses: true,
    shoulders: 21,
    neck: 5.8,
    clothes: {
      kind: 'cardigan',
      colour: '#27364f',
      dark: '#121b2b',
      light: '#4b6184',
      under: '#d9dfe8',
    },
  },
  {
    ...plain,
    id: 'kofi',
    skin: { light: '#a5714c', base: '#74482d', shade: '#3a2015' },
    lips: '#7d4038',
    iris: '#2d1a10',
    brows: { colour: '#120b08', strength: 1 },
    shape: { ...plainShape, width: 0.02, jaw: 0.08, nose: 0.16, lips: 0.2, smile: 0.3 },
    blush: 0.1,
    hair: { style: 'crop', colour: '#17110e', light: '#4a3a31', dark: '#080605' },
    beard: 0.45,
    shoulders: 22,
    neck: 6,
    clothes: {
      kind: 'hoodie',
      colour: '#d69a2d',
      dark: '#8a5a12',
      light: '#f3c468',
      under: '#f2efe8',
    },
  },
  {
    ...plain,
    id: 'kenji',
    skin: { light: '#f8dfc2', base: '#e6bb93', shade: '#aa7752' },
    lips: '#b96f63',
    iris: '#38220f',
    brows: { colour: '#181210', strength: 0.95 },
    shape: {
      ...plainShape,
      width: 0.01,
      jaw: 0,
      chin: -0.02,
      nose: 0,
      eyes: -0.1,
      lips: 0,
      smile: 0.2,
    },
    hair: { style: 'tousled', colour: '#1b1718', light: '#5b5560', dark: '#080708' },
    shoulders: 20,
    neck: 5.3,
    clothes: {
      kind: 'suit',
      colour: '#3a3d46',
      dark: '#1a1c22',
      light: '#626774',
      under: '#f5f6f8',
    },
  },
  {
    ...plain,
    id: 'greta',
    skin: { light: '#fbe2d3', base: '#edc4ac', shade: '#b07f69' },
    lips: '#b4636a',
    iris: '#5f7f95',
    brows: { colour: '#a8a09a', strength: 0.7 },
    shape: {
      ...plainShape,
      width: 0.02,
      jaw: 0.02,
      nose: 0.04,
      eyes: -0.02,
      lips: -0.06,
      smile: 0.4,
    },
    age: 0.85,
    blush: 0.5,
    makeUp: 0.25,
    hair: { style: 'bun', colour: '#d9d5d1', light: '#ffffff', dark: '#948e8a' },
    shoulders: 18,
    neck: 4.6,
    clothes: {
      kind: 'cardigan',
      colour: '#6b4a86',
      dark: '#3a2549',
      light: '#9a78b5',
      under: '#efe6f2',
    },
  },
  {
    ...plain,
    id: 'lirael',
    skin: { light: '#fdf0e6', base: '#f0d3c0', shade: '#b08a86' },
    lips: '#b9616e',
    iris: '#7a56b8',
    brows: { colour: '#b9a078', strength: 0.7 },
    shape: {
      ...plainShape,
      width: -0.06,
      jaw: -0.18,
      chin: -0.01,
      nose: -0.14,
      eyes: 0.18,
      lips: 0.05,
      smile: 0.2,
    },
    blush: 0.3,
    makeUp: 0.8,
    hair: { style: 'long', colour: '#d8c8a0', light: '#fffbe8', dark: '#96804e' },
    ears: 'pointed',
    shoulders: 17.5,
    neck: 4.1,
    clothes: {
      kind: 'cloak',
      colour: '#2f4a7d',
      dark: '#15233f',
      light: '#5a7cb8',
      under: '#c9d4e8',
    },
  },
  {
    ...plain,
    id: 'unit-7',
    skin: { light: '#e6eef5', base: '#aebfce', shade: '#56677a' },
    lips: '#7d93a8',
    iris: '#18b7e8',
    brows: { colour: '#4c5c6d', strength: 0.8 },
    shape: {
      ...plainShape,
      width: 0.01,
      jaw: 0.04,
      nose: -0.06,
      eyes: 0.06,
      lips: -0.02,
      smile: 0.1,
    },
    blush: 0,
    hair: { style: 'none', colour: '#8fa1b3', light: '#dbe6ef', dark: '#415061' },
    ears: 'metal',
    shoulders: 21,
    neck: 5.4,
    clothes: {
      kind: 'armour',
      colour: '#d5dde4',
      dark: '#66747f',
      light: '#ffffff',
      under: '#2a3440',
    },
    isMetal: true,
  },
];
