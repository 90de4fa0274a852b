import type { Appearance } from '../characters/appearances.ts';

/** Appearance of the streamer in the sample: an invented person, none of the built-in characters. */
export const streamer: Appearance = {
  id: 'streamer',
  skin: { light: '#f3cfae', base: '#d9a47c', shade: '#96664a' },
  lips: '#b06a5c',
  iris: '#4b6a4a',
  brows: { colour: '#2e2018', strength: 0.95 },
  shape: { width: 0, jaw: 0.04, chin: 0.02, nose: 0.05, eyes: 0.02, lips: 0.04, smile: 0.3 },
  age: 0,
  blush: 0.2,
  makeUp: 0,
  freckles: 0,
  hair: { style: 'tousled', colour: '#3a271c', light: '#7b5a40', dark: '#1b120d' },
  beard: 0,
  glasses: false,
  ears: 'plain',
  shoulders: 21,
  neck: 5.6,
  clothes: {
    kind: 'hoodie',
    colour: '#3d4a63',
    dark: '#20283a',
    light: '#6b7b9c',
    under: '#d9dfe8',
  },
  isMetal: false,
};
