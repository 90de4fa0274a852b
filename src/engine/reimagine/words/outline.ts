/** Parts of a typeface that captions need. */

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

/** A typeface that typesets lines. Characters that it lacks are omitted. */
export interface CaptionFont {
  /** Height of capital letters, as a fraction of the size. */
  readonly capHeight: number;
  /** Returns the width of a line of text at a font size in pixels. */
  measure(text: string, size: number): number;
  /** Returns the outlines of a line of text, from the left end of its baseline on. */
  outline(text: string, at: Baseline): readonly OutlineCommand[];
  has(character: string): boolean;
}

/** Start of the baseline of a line, and its font size, in pixels. */
export interface Baseline {
  readonly x: number;
  readonly y: number;
  readonly size: number;
}
