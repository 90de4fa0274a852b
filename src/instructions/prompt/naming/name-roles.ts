/** Names which of two images becomes the background: “make picture 1 the background of picture 2”. */
import { isContentWord, isDivider, splitAfter } from '../clauses/segments.ts';
import { grammar } from '../tokens/grammar.ts';
import { isOf, type Token, valueOf, toFiller } from '../tokens/token.ts';

/** Returns the words of a prompt; a background between two images is what the first of them becomes. */
export function nameRoles(tokens: readonly Token[], pictures: number): readonly Token[] {
  return pictures < 2 || tokens.filter((token) => isOf(token, 'numbered')).length < 2
    ? tokens
    : splitAfter(tokens, isDivider).flatMap(nameRole);
}

function nameRole(part: readonly Token[]): readonly Token[] {
  const [first, ground, second, ...more] = part.filter(
    (token) => isContentWord(token) && !isOf(token, 'from', 'to', 'zu', 'picture'),
  );
  const isRole =
    first !== undefined &&
    ground !== undefined &&
    second !== undefined &&
    more.length === 0 &&
    // “Give picture 1 the background of picture 2” is the other way round.
    part.some(({ text }) => grammar.becoming.test(text)) &&
    !part.some(({ text }) => grammar.giving.test(text)) &&
    !grammar.prepositionsOfTakers.test(part[part.indexOf(first) - 1]?.text ?? '') &&
    isOf(first, 'numbered') &&
    isOf(second, 'numbered') &&
    valueOf(first, 'numbered') !== valueOf(second, 'numbered') &&
    ground.concepts.length === 1 &&
    isOf(ground, 'background') &&
    // “Give picture 1 background picture 2”
    part.indexOf(second) > part.indexOf(ground) + 1;
  return isRole
    ? part.flatMap((token) =>
        token === ground
          ? [{ ...token, concepts: ['background', 'role'] }]
          : isOf(token, 'from', 'to', 'zu')
            ? [toFiller(token)]
            : [token],
      )
    : part;
}
