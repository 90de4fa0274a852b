import type { CoverKind } from '../live-swap.ts';
import type { LiveMode } from '../live-mode.ts';

/** Background behind the streamer. */
export type BackgroundSettings =
  | { readonly kind: 'keep' }
  /** `amount`: 0 barely .. 1 beyond recognition. */
  | { readonly kind: 'blur'; readonly amount: number }
  /** Red, green and blue of 0..255. */
  | { readonly kind: 'colour'; readonly rgb: readonly [number, number, number] };

/** Colour grade of the whole frame; each value is -1 .. 1, 0 changes nothing. */
export interface ColourGradeSettings {
  readonly brightness: number;
  readonly contrast: number;
  /** Negative values are cooler. */
  readonly warmth: number;
  /** -1 is black and white. */
  readonly colourfulness: number;
}

/** Settings of an instruction. */
export interface LiveSettings {
  /** Mode; null selects the best mode for the image of the character. */
  readonly mode: LiveMode | null;
  /** Traits of the requested built-in character, see `built-in-characters.ts`; used only without an image. */
  readonly traits: readonly string[];
  readonly background: BackgroundSettings;
  readonly grade: ColourGradeSettings;
  /** Cover; null keeps the current one. */
  readonly cover: CoverKind | null;
}

/** Grade that leaves the camera's frame unchanged. */
export const neutralGrade: ColourGradeSettings = {
  brightness: 0,
  contrast: 0,
  warmth: 0,
  colourfulness: 0,
};

/** Settings without an instruction. */
export const plainSettings: LiveSettings = {
  mode: null,
  traits: [],
  background: { kind: 'keep' },
  grade: neutralGrade,
  cover: null,
};
