/** Replaces words whose effect depends on what else is asked for: pale people, grain of lighter images. */
import { grammar } from '../tokens/grammar.ts';
import { isOf, mergeTokens, type Token, valueOf } from '../tokens/token.ts';

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

/** Reads “lighten it without all that grain” as denoising, because what is lightened shows its noise. */
export function mendGrain(tokens: readonly Token[]): readonly Token[] {
  const not = tokens.findIndex((token) => isOf(token, 'not', 'except'));
  const grain = tokens.findIndex((token, at) => at > not && isOf(token, 'grain'));
  const denied = tokens.slice(Math.max(0, not), grain + 1);
  return not >= 0 &&
    grain > not &&
    denied.slice(1, -1).every((token) => isOf(token, 'picture', 'amount')) &&
    tokens.some((token) => isOf(token, 'lowlight') || valueOf(token, 'g') === 'brighter')
    ? tokens.toSpliced(not, denied.length, mergeTokens('denoise', ...denied))
    : tokens;
}

/** Reads “not so much colour” as less of it, not as much less. */
export function joinQuantity(tokens: readonly Token[]): readonly Token[] {
  const at = tokens.findIndex(
    (token, index) => isOf(token, 'less') && grammar.quantities.test(tokens[index + 1]?.text ?? ''),
  );
  const [less, much] = tokens.slice(at, at + 2);
  return at < 0 || less === undefined || much === undefined
    ? tokens
    : tokens.toSpliced(at, 2, mergeTokens('less', less, much));
}

/** Reads “rosier lips” as pink ones. */
export function colourLips(tokens: readonly Token[]): readonly Token[] {
  const lips = tokens.find((token) => isOf(token, 'lips'));
  if (lips === undefined || tokens.some((token) => isOf(token, 'cheeks', 'colour'))) {
    return tokens;
  }
  const rosy = tokens.findIndex((token) => isOf(token, 'rosy'));
  const [more, tone] = [tokens[rosy - 1], tokens[rosy]];
  if (tone !== undefined) {
    const isMore = more !== undefined && isOf(more, 'more');
    const colour = isMore
      ? mergeTokens('colour:pink', more, tone)
      : { ...tone, concepts: ['colour:pink'] };
    return tokens.toSpliced(isMore ? rosy - 1 : rosy, isMore ? 2 : 1, colour);
  }
  return tokens;
}
