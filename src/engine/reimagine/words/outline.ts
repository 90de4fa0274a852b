/** What a typeface gives of words that are drawn on pictures. */

/** A part of an outline, as SVG paths have it: down is positive. */
export type OutlineCommand =
  | { readonly type: 'M'; readonly x: number; readonly y: number }
  | { readonly type: 'L'; readonly x: number; readonly y: number }
  | {
      readonly type: 'Q';
      readonly x1: number;
      readonly y1: number;
      readonly x: number;
      readonly y: number;
    }
  | {
      readonly type: 'C';
      readonly x1: number;
      readonly y1: number;
      readonly x2: number;
      readonly y2: number;
      readonly x: number;
      readonly y: number;
    }
  | { readonly type: 'Z' };

/** Set letters: their outlines from the left end of the baseline on, and how far they reach. */
export interface SetLine {
  readonly commands: readonly OutlineCommand[];
  readonly width: number;
}

/** A typeface that sets lines. */
export interface CaptionFont {
  /** Height of capital letters, as a fraction of the size. */
  readonly capHeight: number;
  /** A line of text at a size in pixels. What the typeface lacks is left out. */
  set(text: string, size: number): SetLine;
  has(character: string): boolean;
}
