/** Names how people look whom a prompt only describes: “a woman with blond hair at sunset”, “the blonde girl’s eyes green”. */
import { grammar } from '../tokens/grammar.ts';
import { isOf, type Token } from '../tokens/token.ts';

const WORN = ['clothes', 'garment', 'hair', 'lips', 'eyes', 'brows'];

/** Returns the words of a prompt; how somebody looks who is only described is not understood as a wish. */
export function namePictured(tokens: readonly Token[]): readonly Token[] {
  if (!tokens.some((token) => isOf(token, 'colour'))) {
    return tokens;
  }
  const looks = new Set(
    tokens.flatMap((token, at) =>
      isOf(token, 'person', 'age') && !isOf(token, 'pronoun', 'only', 'except')
        ? [...findHaired(tokens, at), ...findPictured(tokens, at)]
        : [],
    ),
  );
  return looks.size === 0
    ? tokens
    : tokens.map((token): Token =>
        looks.has(token) ? { ...token, kind: 'unknown', concepts: [] } : token,
      );
}

/** Finds the hair that a noun has: “the blonde girl’s eyes green”; “make me blonde” wants it. */
function findHaired(tokens: readonly Token[], person: number): readonly Token[] {
  const hair = tokens[person - 1];
  return hair !== undefined && isOf(hair, 'hair') && isOf(hair, 'colour') ? [hair] : [];
}

/** Largest number of adjectives before a person. */
const ADJECTIVES = 3;

/**
 * Finds the colours and parts of somebody whom a prompt only describes, with all that “and” adds: “a woman with blond
 * hair and blue eyes”, “my friend has pink hair”.
 */
function findPictured(tokens: readonly Token[], person: number): readonly Token[] {
  const before = tokens.slice(Math.max(0, person - ADJECTIVES), person);
  const [link, ...after] = tokens.slice(person + 1);
  const hasArticle = before.some(({ text }) => grammar.singulars.test(text));
  const isDescribed =
    link !== undefined &&
    (grammar.wearing.test(link.text)
      ? hasArticle || person === 0
      : grammar.having.test(link.text)
        ? !before.some(({ kind }) => kind === 'verb')
        : // “A girl, blonde hair, blue eyes”
          link.text === ',' && hasArticle && person < ADJECTIVES);
  if (!isDescribed) {
    return [];
  }
  const end = after.findIndex((token) => token.kind === 'verb' || !isLooked(token));
  const look = after.slice(0, end < 0 ? after.length : end);
  return look.some((token) => isOf(token, 'colour')) && look.some((token) => isOf(token, ...WORN))
    ? look.filter((token) => isOf(token, 'colour', ...WORN))
    : [];
}

/** Returns whether a word may belong to how somebody looks. */
function isLooked(token: Token): boolean {
  return (
    token.kind === 'filler' ||
    token.kind === 'unknown' ||
    token.text === ',' ||
    isOf(token, 'colour', 'and', 'described', 'g', 'object', 'bodyshape', ...WORN)
  );
}
