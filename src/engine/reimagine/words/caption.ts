/** Typesets and draws captions: lines that fit the image, filled, with an outline that is visible on any background. */
import type { CaptionAnchor, ReimagineStep, StepColour } from '../../../instructions/step.ts';
import { clamp } from '../../vision/math.ts';
import { distanceTo, threshold } from '../../vision/regions.ts';
import { blurPlane } from '../raster/planes.ts';
import { type FloatPlane, computeLuminance, type Raster } from '../raster/raster.ts';
import { rasterizeGlyphs } from './rasterize-glyphs.ts';
import type { CaptionFont } from './outline.ts';

/** A caption that is typeset for images of one size. */
export interface Caption {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly letters: FloatPlane;
  /** Letters with the outline around them. */
  readonly outline: FloatPlane;
  readonly shade: FloatPlane;
}

/** Font sizes as fractions of the shorter side of an image. */
const SIZES = { small: 0.055, usual: 0.09, large: 0.15 } as const;
/** Maximum width of a line as a fraction of the width; the font size is reduced for longer words. */
const WIDEST = 0.9;
/** Maximum height of all lines as a fraction of the height. */
const HIGHEST = 0.42;
const LINE_HEIGHT = 1.12;
/** Minimum font size in pixels; smaller letters cannot be read. */
const MIN_SIZE = 7;
const MARGIN = 0.045;
const OUTLINE = 0.055;
const SHADE = 0.16;
const SHADE_WEIGHT = 0.45;

/** Typesets a caption for an image size; null where its letters would be too small to read. */
export function setCaption(
  { width, height }: { readonly width: number; readonly height: number },
  { text, size: wanted, place }: Extract<ReimagineStep, { kind: 'words' }>,
  font: CaptionFont,
): Caption | null {
  const shorter = Math.min(width, height);
  const fitted = fitLines(font, text, {
    size: Math.max(MIN_SIZE, shorter * SIZES[wanted]),
    widest: width * WIDEST,
    highest: height * HIGHEST,
  });
  if (fitted === null) {
    return null;
  }
  const { size, lines } = fitted;
  const border = Math.max(1.5, size * OUTLINE);
  const around = Math.ceil(border + size * SHADE * 2);
  const widths = lines.map((line) => font.measure(line, size));
  const widest = Math.max(...widths);
  const box = {
    width: Math.ceil(widest) + 2 * around,
    height: Math.ceil(size * (LINE_HEIGHT * (lines.length - 1) + 1.05)) + 2 * around,
  };
  const letters = rasterizeGlyphs(
    lines.flatMap((line, number) => {
      const free = widest - (widths[number] ?? 0);
      const x = around + free * (place.across === 'left' ? 0 : place.across === 'right' ? 1 : 0.5);
      // Accents stand above capital letters.
      const y = around + size * (0.82 + number * LINE_HEIGHT);
      return font.outline(line, { x, y, size });
    }),
    box,
  );
  const margin = shorter * MARGIN;
  const outline = widen(letters, box.width, border);
  return {
    ...box,
    left: Math.round(
      placeBetween(place.across, { extent: width, size: box.width, margin: margin - around }),
    ),
    top: Math.round(
      placeBetween(place.down, { extent: height, size: box.height, margin: margin - around }),
    ),
    letters,
    outline,
    shade: blurPlane(outline, box.width, size * SHADE),
  };
}

/** Draws a caption onto an image of the size it was set for. */
export function drawCaption(
  { width, height, pixels }: Raster,
  caption: Caption,
  { colour, outline }: { readonly colour: StepColour; readonly outline?: StepColour | undefined },
): void {
  const line = outline ?? (computeLuminance(...colour) < DARK ? LIGHT_LINE : DARK_LINE);
  const shadow = computeLuminance(...line) < DARK ? SHADE_WEIGHT : 0;
  const firstRow = Math.max(0, -caption.top);
  const firstColumn = Math.max(0, -caption.left);
  const rows = Math.min(caption.height, height - caption.top);
  const columns = Math.min(caption.width, width - caption.left);
  for (let row = firstRow; row < rows; row += 1) {
    for (let column = firstColumn; column < columns; column += 1) {
      const index = row * caption.width + column;
      const around = caption.outline[index];
      const dim = 1 - caption.shade[index] * shadow;
      if (dim > 0.998 && around === 0) {
        continue;
      }
      const inside = caption.letters[index];
      const at = ((row + caption.top) * width + column + caption.left) * 4;
      for (let channel = 0; channel < 3; channel += 1) {
        const ground = pixels[at + channel] * dim;
        const lined = ground + (line[channel] - ground) * around;
        pixels[at + channel] = lined + (colour[channel] - lined) * inside;
      }
      pixels[at + 3] = Math.max(pixels[at + 3], 255 * around);
    }
  }
}

const DARK = 90;
const DARK_LINE: StepColour = [18, 18, 22];
const LIGHT_LINE: StepColour = [246, 246, 246];

interface Fit {
  readonly size: number;
  readonly widest: number;
  readonly highest: number;
}

/** A word with its width at a font size of 1. */
interface MeasuredWord {
  readonly word: string;
  readonly width: number;
}

const MEASURED_AT = 100;

interface FittedLines {
  readonly size: number;
  readonly lines: readonly string[];
}

/**
 * Finds the largest font size up to the wished one at which the lines fit; words are broken only where no other size
 * fits.
 */
function fitLines(font: CaptionFont, text: string, fit: Fit): FittedLines | null {
  const measure = (word: string): number => font.measure(word, MEASURED_AT) / MEASURED_AT;
  const space = measure('n n') - measure('nn');
  const words = text
    .split(/\s+/u)
    .filter((word) => word !== '')
    .map((word) => ({ word, width: measure(word) }));
  return (
    findSize(fit, space, () => words) ??
    findSize(fit, space, (widest) => words.flatMap((word) => breakWord(word, widest, measure)))
  );
}

function findSize(
  { size, widest, highest }: Fit,
  space: number,
  listWords: (widest: number) => readonly MeasuredWord[],
): FittedLines | null {
  for (let fitted = size; ; fitted = Math.max(MIN_SIZE, fitted * 0.92)) {
    const words = listWords(widest / fitted);
    const lines = breakLines(words, { widest: widest / fitted, space });
    const longest = Math.max(...words.map(({ width }) => width));
    if (lines.length * fitted * LINE_HEIGHT <= highest && longest * fitted <= widest) {
      return { size: fitted, lines };
    }
    if (fitted <= MIN_SIZE) {
      return null;
    }
  }
}

/** Breaks a word into pieces that are no wider than a line. */
function breakWord(
  word: MeasuredWord,
  widest: number,
  measure: (letters: string) => number,
): readonly MeasuredWord[] {
  if (word.width <= widest) {
    return [word];
  }
  const pieces: MeasuredWord[] = [];
  for (const letter of word.word) {
    const before = pieces.at(-1);
    const joined = `${before?.word ?? ''}${letter}`;
    const width = measure(joined);
    if (before !== undefined && width > widest) {
      pieces.push({ word: letter, width: measure(letter) });
    } else {
      pieces.splice(-1, 1, { word: joined, width });
    }
  }
  return pieces;
}

/** Breaks words into lines: fills them up to a width, then makes them about equally long. */
function breakLines(
  words: readonly MeasuredWord[],
  { widest, space }: { readonly widest: number; readonly space: number },
): readonly string[] {
  const fill = (max: number): string[] => {
    const lines: string[] = [];
    let reach = Number.POSITIVE_INFINITY;
    for (const { word, width } of words) {
      if (reach + space + width <= max) {
        lines[lines.length - 1] += ` ${word}`;
        reach += space + width;
      } else {
        lines.push(word);
        reach = width;
      }
    }
    return lines;
  };
  let best = fill(widest);
  for (let part = 0.95; part > 0.4; part -= 0.05) {
    const tried = fill(widest * part);
    if (tried.length > best.length) {
      break;
    }
    best = tried;
  }
  return best;
}

/** Widens a mask by a distance, with a soft edge of one pixel. */
function widen(mask: FloatPlane, width: number, by: number): FloatPlane {
  const away = distanceTo(threshold(mask, 0.5), width);
  return mask.map((value, index) => Math.max(value, clamp(by + 0.5 - away[index], 0, 1)));
}

function placeBetween(
  place: CaptionAnchor['across'] | CaptionAnchor['down'],
  {
    extent,
    size,
    margin,
  }: { readonly extent: number; readonly size: number; readonly margin: number },
): number {
  switch (place) {
    case 'left':
    case 'top':
      return margin;
    case 'right':
    case 'bottom':
      return extent - size - margin;
    case 'middle':
      return (extent - size) / 2;
    default:
      return place satisfies never;
  }
}
