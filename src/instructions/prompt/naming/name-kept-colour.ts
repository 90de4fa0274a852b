/** Names colour that only the rest keeps, after a part that gets none: “only the background black and white, I want to stay in colour”. */
import { targets } from '../tokens/concepts.ts';
import { grammar } from '../tokens/grammar.ts';
import { isOf, type Token, toFiller } from '../tokens/token.ts';

/**
 * Returns the words of a prompt; what is said of the rest asks for nothing more, and gives the part no colour. What alone is
 * “colourful” beside black and white keeps its colour.
 */
export function nameKeptColour(tokens: readonly Token[]): readonly Token[] {
  return leaveRest(keepColourful(tokens));
}

function keepColourful(tokens: readonly Token[]): readonly Token[] {
  const mono = tokens.findIndex((token) => isOf(token, 'mono'));
  const only = tokens.findIndex((token, at) => at > mono && isOf(token, 'only'));
  return mono < 0 || only < 0
    ? tokens
    : tokens.map((token, at) =>
        at > only && grammar.colourful.test(token.text)
          ? { ...token, concepts: ['splash'] }
          : token,
      );
}

function leaveRest(tokens: readonly Token[]): readonly Token[] {
  const mono = tokens.findIndex((token) => isOf(token, 'mono'));
  const splash = tokens.findIndex((token, at) => at > mono && isOf(token, 'splash'));
  const isPart = (token: Token | undefined): boolean =>
    token !== undefined && isOf(token, ...targets);
  return mono > 0 &&
    splash > mono &&
    isPart(tokens.slice(0, mono).findLast(({ kind }) => kind !== 'filler')) &&
    !tokens.slice(mono, splash).some((token) => isPart(token) || isOf(token, 'pronoun'))
    ? tokens.map((token, at) =>
        at === splash || (at > mono && at < splash && isOf(token, 'keep', 'identity'))
          ? toFiller(token)
          : token,
      )
    : tokens;
}
