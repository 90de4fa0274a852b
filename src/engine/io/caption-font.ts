/** Font of captions on images, as outlines from a package: captions do not depend on installed fonts. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { CaptionFont, OutlineCommand } from '../reimagine/words/outline.ts';

interface ParsedFont {
  charToGlyphIndex(character: string): number;
  getPath(text: string, x: number, y: number, size: number): { commands: OutlineCommand[] };
  getAdvanceWidth(text: string, size: number): number;
}

/** Cap height of Archivo Black, as a fraction of the font size. */
const CAP_HEIGHT = 0.69;
/** Substitutes for characters without a glyph in the font. */
const STAND_INS: Readonly<Record<string, string>> = { ẞ: 'ß', '‑': '-', '\u202F': ' ' };

let opened: CaptionFont | null = null;

/** Returns the caption font, which the first call reads. */
export function openCaptionFont(): CaptionFont {
  opened ??= readCaptionFont();
  return opened;
}

function readCaptionFont(): CaptionFont {
  const require = createRequire(import.meta.url);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the package has no types; these are those of the pinned version
  const { parse } = require('opentype.js') as { parse: (font: ArrayBuffer) => ParsedFont };
  const fonts = [
    require.resolve('@fontsource/archivo-black/files/archivo-black-latin-400-normal.woff'),
    require.resolve('@fontsource/archivo-black/files/archivo-black-latin-ext-400-normal.woff'),
  ].map((path) => parse(new Uint8Array(readFileSync(path)).buffer));
  const findFont = (character: string): ParsedFont | undefined =>
    fonts.find((font) => font.charToGlyphIndex(character) > 0);
  return {
    capHeight: CAP_HEIGHT,
    has: (written) => {
      const character = written.normalize('NFC');
      return findFont(STAND_INS[character] ?? character) !== undefined;
    },
    measure: (text, size) =>
      splitRuns(text, findFont).reduce(
        (width, { font, run }) => width + font.getAdvanceWidth(run, size),
        0,
      ),
    outline(text, { x, y, size }) {
      const commands: OutlineCommand[] = [];
      let end = x;
      for (const { font, run } of splitRuns(text, findFont)) {
        commands.push(...font.getPath(run, end, y, size).commands);
        end += font.getAdvanceWidth(run, size);
      }
      return commands;
    },
  };
}

/**
 * Splits a text into runs of one font file each, so that kerning applies within a run. Drops characters without a
 * glyph.
 */
function splitRuns(
  text: string,
  findFont: (character: string) => ParsedFont | undefined,
): { font: ParsedFont; run: string }[] {
  const runs: { font: ParsedFont; run: string }[] = [];
  for (const written of text.normalize('NFC')) {
    const character = STAND_INS[written] ?? written;
    const font = findFont(character);
    const last = runs.at(-1);
    if (font !== undefined && last?.font === font) {
      last.run += character;
    } else if (font !== undefined) {
      runs.push({ font, run: character });
    }
  }
  return runs;
}
