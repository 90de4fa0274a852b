/** Names the white lines that are between the images of a collage anyway: “side by side with a white line in between”. */
import { grammar } from '../tokens/grammar.ts';
import { isDivider, splitAfter } from '../clauses/segments.ts';
import { isOf, mergeTokens, type Token } from '../tokens/token.ts';

/** Largest number of words around a line that say how and where it is. */
const REACH = 4;

/** Returns the words of a prompt; a line between images that stand side by side is their gap. */
export function nameGaps(tokens: readonly Token[], pictures: number): readonly Token[] {
  return pictures > 1 && tokens.some((token) => isOf(token, 'collage', 'beside'))
    ? splitAfter(tokens, isDivider).flatMap(joinGap)
    : tokens;
}

function joinGap(part: readonly Token[]): readonly Token[] {
  const line = part.findIndex(
    ({ text, concepts }) => concepts.length < 2 && grammar.drawnLines.test(text),
  );
  const before = part.slice(Math.max(0, line - REACH), Math.max(0, line));
  const other = before.findLastIndex((token) => !isWhite(token) && !isWidth(token));
  const first = line - before.length + other + 1;
  const after = part.slice(line + 1, line + 1 + REACH).filter((token) => !isDivider(token));
  const between = after.findLastIndex(
    (token) => grammar.betweens.test(token.text) || isOf(token, 'side'),
  );
  const isGap =
    line >= 0 &&
    between >= 0 &&
    after[between] !== undefined &&
    (grammar.betweens.test(after[between].text) ||
      after[between].concepts.includes('side:middle')) &&
    !before.some((token) => isOf(token, 'colour') && !isWhite(token));
  const said = part.slice(first, line + 2 + between).filter(({ kind }) => kind !== 'filler');
  return isGap
    ? [...part.slice(0, first), mergeTokens('gaps', ...said), ...part.slice(line + 2 + between)]
    : part;
}

function isWhite({ concepts }: Token): boolean {
  return concepts.includes('colour:white');
}

function isWidth({ text }: Token): boolean {
  return grammar.lineWidths.test(text);
}
