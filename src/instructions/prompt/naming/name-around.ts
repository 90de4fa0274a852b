/** Names what surrounds a part, which is not the part: “darken everything around my head”, “blur behind her hair”. */
import { grammar } from '../tokens/grammar.ts';
import { isDivider, isSaid, splitAfter } from '../clauses/segments.ts';
import { isOf, mergeTokens, type Token } from '../tokens/token.ts';

const SURROUNDED = ['face', 'hair', 'person', 'pronoun'];
/** Concepts that what surrounds somebody takes. */
const EFFECTS = ['g:darker', 'blur', 'mono', 'colour', 'transparent'];
/** Concepts of what is put around somebody instead. */
const ADDED = 'border rim outline light object blemish side text quote infront place'.split(' ');

/** Returns the words of a prompt; a background that is named by what it surrounds has its name. */
export function nameAround(tokens: readonly Token[]): readonly Token[] {
  return tokens.some(isAround)
    ? splitAfter(tokens, isDivider).flatMap((part) => namePart(part))
    : tokens;
}

function isAround(token: Token): boolean {
  return (
    token.concepts.length === 0 &&
    (grammar.around.test(token.text) || grammar.behindWords.test(token.text))
  );
}

function namePart(part: readonly Token[]): readonly Token[] {
  const start = part.findIndex(isAround);
  const end = part.findIndex((token, at) => at > start && isSaid(token));
  const [around, inside] = [part[start], part[end]];
  if (
    around === undefined ||
    inside === undefined ||
    !isOf(inside, ...SURROUNDED) ||
    part.some((token) => isOf(token, ...ADDED))
  ) {
    return part;
  }
  const next = part[end + 1];
  const isClosed = next !== undefined && grammar.aroundEnds.test(next.text);
  const hasEffect = part.some((token) =>
    EFFECTS.some((effect) => isOf(token, effect) || token.concepts.includes(effect)),
  );
  if (grammar.aroundOpened.test(around.text) && !isClosed) {
    // “Um mein Gesicht” alone may mean anything.
    return part;
  }
  return hasEffect
    ? [
        ...part.slice(0, start),
        mergeTokens('background', ...part.slice(start, end + (isClosed ? 2 : 1))),
        ...part.slice(end + (isClosed ? 2 : 1)),
      ]
    : // “Brighter around my face” may mean the face.
      part.some((token) => isOf(token, 'g', 'sharpen', 'smooth'))
      ? part.with(start, { ...around, kind: 'unknown' })
      : part;
}
