/** Names how wide a border or the lines of a drawing are to be, which have one width: “a thin gold border”. */
import { grammar } from '../tokens/grammar.ts';
import { isOf, type Token, toFiller } from '../tokens/token.ts';

/** Styles that draw lines. */
const INKED = ['cartoon', 'anime', 'pencil', 'neonlines'];
/** Largest number of words from a width to what has it. */
const REACH = 4;

/** Returns the words of a prompt; widths have their name, and lines that a style draws anyway mean nothing. */
export function nameWidths(tokens: readonly Token[]): readonly Token[] {
  const isInked = tokens.some((token) => isOf(token, ...INKED));
  const isLine = (token: Token): boolean =>
    isInked && token.kind !== 'filler' && grammar.drawnLines.test(token.text);
  const widths = new Set<Token>();
  const lines = new Set<Token>();
  for (const [at, token] of tokens.entries()) {
    const isBorder = isOf(token, 'border', 'rim', 'bars') || grammar.frames.test(token.text);
    if (isBorder || isLine(token)) {
      const said = findSaid(tokens, at);
      said
        .filter(({ text, concepts }) => concepts.length < 2 && grammar.lineWidths.test(text))
        .forEach((width) => widths.add(width));
      if (!isBorder && said.every((other) => widths.has(other) || isInk(other))) {
        [token, ...said].forEach((line) => lines.add(line));
      }
    }
  }
  return widths.size + lines.size === 0
    ? tokens
    : tokens.map((token): Token =>
        widths.has(token)
          ? { ...token, kind: 'known', concepts: ['width'] }
          : lines.has(token)
            ? toFiller(token)
            : token,
      );
}

/** Returns whether a colour is the one of ink. */
function isInk({ concepts }: Token): boolean {
  return concepts.includes('colour:black');
}

/** Returns the words directly before one that say how wide it is and which colour it has. */
function findSaid(tokens: readonly Token[], end: number): readonly Token[] {
  const before = tokens.slice(Math.max(0, end - REACH), end);
  const start = before.findLastIndex(
    (token) => !isOf(token, 'colour', 'g') && !grammar.lineWidths.test(token.text),
  );
  return before.slice(start + 1);
}
