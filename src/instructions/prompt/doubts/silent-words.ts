/** Words that no wish takes, and that change nothing about the wishes beside them. */
import { grammar } from '../tokens/grammar.ts';
import { targets } from '../tokens/concepts.ts';
import type { ReadWish } from '../reading/read-state.ts';
import { isNegation, isOf, kindOf, type Token } from '../tokens/token.ts';

/** Concepts that add nothing to the wishes beside them. */
const SILENT: readonly string[] = [
  'picture',
  'to',
  'from',
  'is',
  'and',
  'because',
  'reason',
  'identity',
  'fix',
  'plain',
  'nothing',
  'quality',
  'add',
  'described',
  'correction',
];

/** Returns whether a word that no wish takes adds nothing to the wishes beside it. */
export function isSilent(tokens: readonly Token[], at: number): boolean {
  const [token, next] = tokens.slice(at, at + 2);
  if (token?.kind !== 'known' || token.concepts.length === 0) {
    return false;
  }
  const before = findSaid(tokens, at);
  const isFirst = before === undefined || before.kind === 'pause' || before.kind === 'stop';
  return (
    token.concepts.every((concept) => SILENT.includes(kindOf(concept))) ||
    // “Without flicker”; “it flickers, fix that” asks for what is not done.
    (isOf(token, 'flaw') && isDeniedBefore(tokens.slice(0, at))) ||
    // “Schneide es zu”; before an adjective it means “too”.
    (token.concepts[0] === 'zu' &&
      (next?.kind !== 'known' ||
        isInfinitive(tokens, at + 1) ||
        (isOf(next, 'colour') && isChange(tokens.slice(0, at))))) ||
    // “…, nur auf 16:9 erweitern”; before a part it confines the wish.
    (isOf(token, 'only') && isFirst && (next === undefined || !isOf(next, ...targets))) ||
    // “Could someone …”
    (isFirst && grammar.indefinites.test(token.text)) ||
    // “The background behind my daughter”
    (isOf(token, 'person') && before !== undefined && isOf(before, 'background')) ||
    grammar.objectPronouns.test(token.text)
  );
}

/** Returns whether a word before in the same sentence denies what follows. */
function isDeniedBefore(before: readonly Token[]): boolean {
  const start = before.findLastIndex(({ kind }) => kind === 'stop');
  return before.slice(start + 1).some((token) => isNegation(token) || isOf(token, 'except'));
}

/** Returns whether “zu” and a colour say what becomes of something: “ändere … zu grün”, not “mach es nicht zu rot”. */
function isChange(before: readonly Token[]): boolean {
  return (
    before.some((token) => token.kind === 'verb' || isOf(token, 'colourword', 'replace')) &&
    !before.some((token) => isOf(token, 'is', 'not'))
  );
}

/** Returns whether a word is the infinitive that ends its clause: “den Hintergrund zu entfernen”. */
function isInfinitive(tokens: readonly Token[], at: number): boolean {
  const [token, next] = tokens.slice(at, at + 2);
  return (
    token !== undefined &&
    /[elr]n$/u.test(token.text) &&
    (next === undefined || next.kind === 'pause' || next.kind === 'stop')
  );
}

/** Returns whether a wish of a later clause is about a word: “the background is ugly, blur it”. */
export function isCarried(token: Token, wishes: readonly ReadWish[]): boolean {
  return (
    token.kind === 'known' &&
    token.concepts.length > 0 &&
    wishes.some(({ used }) =>
      used.some(
        ({ at, concepts }) =>
          at.length === 0 && token.concepts.every((concept) => concepts.includes(concept)),
      ),
    )
  );
}

/** Finds the word or mark before another one, without fillers and verbs. */
function findSaid(tokens: readonly Token[], end: number): Token | undefined {
  for (let at = end - 1; at >= 0; at -= 1) {
    const token = tokens[at];
    if (token !== undefined && token.kind !== 'filler' && token.kind !== 'verb') {
      return token;
    }
  }
  return undefined;
}

/** Returns whether a word says on which side of somebody another person is to stand. */
export function isSideOfSomebody({ text, concepts }: Token): boolean {
  return concepts.includes('side:beside') && grammar.sideNames.test(text);
}
