/** Phrases at the end of a clause that leave its wish as it is: “pixel art like my old zorb”, “enlarge it for a zorb”. */
import type { Clause } from '../clauses/clauses.ts';
import { grammar } from '../tokens/grammar.ts';
import { targets } from '../tokens/concepts.ts';
import type { ReadWish } from '../reading/read-state.ts';
import { isNegation, isOf, type Token } from '../tokens/token.ts';

/** Topics of wishes about the whole image or all of its background, which no such phrase makes narrower. */
const WHOLE =
  'style time rain snow fog background enlarge collage sharpen denoise grain vignette'.split(' ');
/** Concepts that make a wish narrower or another one. */
const NARROWING = ['colour', 'side', 'numbered', 'g', 'amount', 'and', ...targets.slice(0, -1)];

/** Returns the words of phrases after whole wishes that nothing explains; they are reported, and the wish is done. */
export function findTrailing(
  clauses: readonly Clause[],
  unexplained: readonly Token[],
  done: readonly ReadWish[],
): ReadonlySet<Token> {
  return new Set(clauses.flatMap((clause) => measureTail(clause, unexplained, done)));
}

function measureTail(
  { all, tokens }: Clause,
  unexplained: readonly Token[],
  done: readonly ReadWish[],
): readonly Token[] {
  const inside = done.filter(({ used }) => used.some((token) => all.includes(token)));
  const isUsed = (token: Token): boolean => inside.some(({ used }) => used.includes(token));
  const first = all.findIndex(isUsed);
  const start = all.findIndex(
    ({ text }, at) =>
      at > first &&
      (grammar.purposePrepositions.test(text) ||
        grammar.alike.test(text) ||
        // “Watercolour with paper texture”
        (grammar.companions.test(text) && inside.every(({ rule }) => rule.topic === 'style')) ||
        isCarrier(all, at, inside) ||
        isSomewhere(all, at, inside)),
  );
  const tail = all.slice(start + 1);
  return first >= 0 &&
    start > 0 &&
    inside.every(({ rule, where }) => WHOLE.includes(rule.topic) && where === null) &&
    !tokens.some((token) => isNegation(token) || isOf(token, 'only', 'except', 'keep')) &&
    tail.every((token) => !isOf(token, ...NARROWING) && (!isUsed(token) || isOf(token, 'to')))
    ? tail.filter((token) => unexplained.includes(token))
    : [];
}

/** Returns whether a word leads to what a style is drawn on: “pencil on yellowed paper”. */
function isCarrier(all: readonly Token[], at: number, inside: readonly ReadWish[]): boolean {
  const [word, last] = [all[at], all.at(-1)];
  return (
    word !== undefined &&
    (word.kind === 'filler' || isOf(word, 'to')) &&
    last !== undefined &&
    grammar.carriers.test(last.text) &&
    inside.length > 0 &&
    inside.every(({ rule }) => rule.topic === 'style')
  );
}

/** Returns whether a name after a drawn scene only says where it would be: “on a beach in Bali”. */
function isSomewhere(all: readonly Token[], at: number, inside: readonly ReadWish[]): boolean {
  const [word, name] = all.slice(at, at + 2);
  return (
    word?.kind === 'filler' &&
    name?.kind === 'unknown' &&
    name === all.at(-1) &&
    /^\p{Lu}/u.test(name.text) &&
    inside.length > 0 &&
    inside.every(({ rule }) => rule.id.startsWith('scene_'))
  );
}
