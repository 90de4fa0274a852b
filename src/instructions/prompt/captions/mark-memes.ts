/** Puts private marks around the two lines of a meme: “top: when Monday comes, bottom: me in bed”. */
import { alternate } from '../tokens/grammar.ts';
import { asksForEffect, type Read } from './caption-clauses.ts';
import { QUOTED, UNQUOTED } from '../tokens/quotes.ts';

/** Shortest line, in words. */
const SHORTEST = 3;
/** Longest line, in characters. */
const LONGEST = 120;
const side = (name: 'memeTops' | 'memeBottoms'): string =>
  String.raw`(?<!\p{L})(?:${alternate(name)})(?: (?:${alternate('captionNouns')}))?\s?: ?`;
const LINE = String.raw`[^:"“”„«»\n\uE000-\uE002]{2,${LONGEST}}`;
const MEME = new RegExp(
  String.raw`(${side('memeTops')})(${LINE}?)([,;.\n]\s?(?:(?:${alternate('conjunctions')}) )?${side('memeBottoms')})(${LINE}?)([.!?]?\s?)$`,
  'iu',
);

/** Returns a prompt with marks around the lines at its top and bottom, where both follow a colon. */
export function markMemes(prompt: string, read: Read): string {
  return prompt.replace(MEME, (whole: string, ...parts: readonly string[]) => {
    const [top = '', first = '', bottom = '', second = '', end = ''] = parts.map((part, at) =>
      // Without its colon the place belongs to the line after it.
      at % 2 === 0 && typeof part === 'string' ? part.replace(':', ' ') : part,
    );
    // “Top: darker, bottom: lighter” and “top: make it much darker, …” ask for something else.
    return [first, second].some(
      (line) => line.trim().split(' ').length < SHORTEST || asksForEffect(line, read),
    )
      ? whole
      : `${top}${QUOTED}${first}${UNQUOTED}${bottom}${QUOTED}${second}${UNQUOTED}${end}`;
  });
}
