/** Clauses that say how the caption before them looks. */
import type { Clause } from '../clauses/clauses.ts';
import { grammar } from '../tokens/grammar.ts';
import { extendLastWish, type ReadState } from './read-state.ts';
import { isOf, textOf, type Token } from '../tokens/token.ts';

/** Captions that are written, and those whose words are not certain. */
const CAPTIONS = ['words', 'words_unquoted', 'words_named', 'words_added'];

/** Adds the style of a caption that follows it: “write “Hi” at the top, big, in yellow”. */
export function readCaption(
  given: readonly Token[],
  clause: Clause,
  state: ReadState,
): readonly Token[] {
  const said = nameCaption(given, clause);
  const isOfLetters =
    said.some((token) => isOf(token, 'text')) &&
    said.every((token) => isOf(token, 'text', 'rim', 'border', ...LOOKS));
  // “White letters with a black border”
  const rest = isOfLetters
    ? said.map((token) =>
        isOf(token, 'rim', 'border') ? { ...token, concepts: ['outline'] } : token,
      )
    : said;
  // “Bold, white with a black edge”: how letters are drawn may be said between.
  const drawn = state.wishes.slice(
    state.wishes.findLastIndex((wish) => wish.rule.id !== 'words_lettering') + 1,
  );
  const last = state.wishes.at(-1 - drawn.length);
  const isDrawn = rest.some((token) => isOf(token, 'lettering'));
  const looks = rest.filter(
    (token) => isOf(token, 'text', ...LOOKS) && !(isDrawn && isOf(token, 'amount')),
  );
  if (
    last === undefined ||
    !CAPTIONS.includes(last.rule.id) ||
    last.sentence !== clause.sentence ||
    looks.length === 0 ||
    !rest.every((token) => looks.includes(token) || isOf(token, 'lettering', 'amount'))
  ) {
    return rest;
  }
  state.wishes.length -= drawn.length;
  extendLastWish(state, looks);
  state.wishes.push(...drawn);
  return rest.filter((token) => !looks.includes(token));
}

const LOOKS = 'colour colourword bigger smaller side edges outline amount to zu'.split(' ');

/** Reads “put “Hi” on it” and “a picture with “Hi”” as a caption, although no word says that it is to be written. */
function nameCaption(rest: readonly Token[], { all }: Clause): readonly Token[] {
  const at = all.findIndex((token) => isOf(token, 'quote'));
  const [next] = all.slice(at + 1);
  const isOn =
    grammar.onImage.test(textOf(all)) || grammar.accompaniments.test(all[at - 1]?.text ?? '');
  // “"Cosy" vibes” are no caption.
  const isEnd = next === undefined || isOf(next, ...LOOKS) || grammar.paths.test(next.text);
  return at >= 0 &&
    isOn &&
    isEnd &&
    rest.every((token) => isOf(token, 'quote', 'picture', 'pronoun', ...LOOKS))
    ? [...rest, { text: '', concepts: ['add'], kind: 'known', at: [] }]
    : rest;
}
