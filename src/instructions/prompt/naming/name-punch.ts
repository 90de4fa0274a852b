/** Names the strength of colours in words that elsewhere mean contrast: “more punch in the colours”. */
import { grammar } from '../tokens/grammar.ts';
import { isDivider, splitAfter } from '../clauses/segments.ts';
import { isOf, type Token } from '../tokens/token.ts';

/** Returns the words of a prompt; punch of colours makes them stronger, it does not raise the contrast. */
export function namePunch(tokens: readonly Token[]): readonly Token[] {
  return tokens.some(isPunch)
    ? splitAfter(tokens, isDivider).flatMap((part) =>
        part.some(isColours) ? strengthen(part) : part,
      )
    : tokens;
}

function strengthen(part: readonly Token[]): readonly Token[] {
  return part.map((token) =>
    isPunch(token) ? { ...token, concepts: ['g:more_saturated'] } : token,
  );
}

function isPunch({ concepts, text }: Token): boolean {
  return concepts.includes('g:more_contrast') && !grammar.contrasts.test(text);
}

function isColours(token: Token): boolean {
  return isOf(token, 'colourword') && grammar.colourNouns.test(token.text);
}
