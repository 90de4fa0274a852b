/** Replaces words about the colour of skin. */
import { grammar } from './grammar.ts';
import { isOf, type Token, valueOf } from './token.ts';

/** Reads “I’m too pale” and “my face less pale” as warmer skin: people need no stronger clothes. */
export function warmPale(tokens: readonly Token[]): readonly Token[] {
  const isPale = (token: Token): boolean =>
    valueOf(token, 'g') === 'more_saturated' && grammar.pallor.test(token.text);
  const isOfPeople = (token: Token): boolean =>
    isOf(token, 'person', 'face', 'skin', 'pronoun') && !isOf(token, 'except', 'only');
  return tokens.some(isPale) && tokens.some(isOfPeople)
    ? tokens.map((token) =>
        isPale(token)
          ? { ...token, concepts: ['g:warmer'] }
          : isOfPeople(token)
            ? { ...token, concepts: ['skin'] }
            : token,
      )
    : tokens;
}
