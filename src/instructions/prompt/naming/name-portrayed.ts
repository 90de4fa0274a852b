/** Names whom the image shows, where a prompt calls it by them: “the photo of my late husband a bit warmer”. */
import { alternate, grammar } from '../tokens/grammar.ts';
import { isOf, NO_TOKEN, type Token } from '../tokens/token.ts';

/** Largest number of words between an image and whom it shows. */
const REACH = 4;

/** Returns the words of a prompt; whom “the photo of …” shows is the image, not a person that changes alone. */
export function namePortrayed(tokens: readonly Token[], pictures: number): readonly Token[] {
  const shown = new Set<Token>();
  for (const at of pictures > 1 ? [] : tokens.keys()) {
    if (isPicture(tokens, at)) {
      const after = tokens.slice(at + 1, at + 1 + REACH);
      const person = after.findIndex((other) => isOf(other, 'person') && !isOf(other, 'pronoun'));
      const [link = NO_TOKEN] = after;
      const hasOf = OF.test(tokens[at]?.text ?? '');
      const isLinked = hasOf || OF.test(link.text) || grammar.genitives.test(link.text);
      const said = after.slice(hasOf ? 0 : 1, person);
      if (
        isLinked &&
        person >= (hasOf ? 0 : 1) &&
        said.every(({ kind }) => kind === 'filler' || kind === 'unknown')
      ) {
        [...said, ...findPeople(tokens, at + 1 + person)].forEach((word) => shown.add(word));
      }
    }
  }
  return shown.size === 0
    ? tokens
    : tokens.map((token): Token =>
        shown.has(token) ? { ...token, kind: 'filler', concepts: [] } : token,
      );
}

/** Ends with what leads from an image to whom it shows. */
const OF = new RegExp(
  String.raw`(?:^|\s)(?:${alternate('subjectPrepositions')})(?: \p{L}+)?$`,
  'iu',
);

/** Returns the people that “and” joins: “of grandma and grandpa”. */
function findPeople(tokens: readonly Token[], at: number): readonly Token[] {
  const [person = NO_TOKEN, and = NO_TOKEN, other = NO_TOKEN] = tokens.slice(at, at + 3);
  return isOf(and, 'and') && isOf(other, 'person') ? [person, and, other] : [person];
}

/** Returns whether a word is the image, not one in it: “the photo”, but not “remove the photo”. */
function isPicture(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  const before = tokens.slice(0, at).findLast(({ kind }) => kind !== 'filler');
  return (
    token !== undefined &&
    (token.kind === 'filler' || (isOf(token, 'picture') && token.concepts.length === 1)) &&
    grammar.pictureNouns.test(` ${token.text.replace(OF, '')}`) &&
    (before === undefined || !isOf(before, 'remove', 'replace', 'hide'))
  );
}
