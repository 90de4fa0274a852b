/** Names a small count of steps as a small amount: “ein, zwei Stufen heller”. */
import { grammar } from '../tokens/grammar.ts';
import { isOf, mergeTokens, type Token } from '../tokens/token.ts';

/** Returns the words of a prompt; of two counts, divided by a comma, the larger one is no strong amount. */
export function nameCounts(tokens: readonly Token[]): readonly Token[] {
  const at =
    tokens.findIndex(
      (more, index) =>
        index > 1 && isOf(more, 'amount') && isSmallCount(tokens.slice(index - 2, index + 1)),
    ) - 2;
  const [one, , more] = at < 0 ? [] : tokens.slice(at, at + 3);
  return one === undefined || more === undefined
    ? tokens
    : [
        ...tokens.slice(0, at),
        mergeTokens('amount:0.35', one, more),
        ...nameCounts(tokens.slice(at + 3)),
      ];
}

function isSmallCount([one, comma, more]: readonly Token[]): boolean {
  return (
    one !== undefined &&
    more !== undefined &&
    comma?.text === ',' &&
    grammar.singulars.test(one.text) &&
    grammar.counts.test(more.text.split(' ')[0] ?? '')
  );
}
