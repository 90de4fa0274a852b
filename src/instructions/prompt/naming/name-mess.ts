/** Names a mess behind people that is to be hidden as a background to blur: “my room is a mess, can you hide that”. */
import { grammar } from '../tokens/grammar.ts';
import { contentWords, isDivider, splitAfter } from '../clauses/segments.ts';
import { isNegation, isOf, mergeTokens, type Token } from '../tokens/token.ts';

const HIDING = ['hide', 'conceal', 'remove', 'less'];
/** Concepts beside a mess and its hiding. */
const BESIDE = 'background is there described stuff picture amount because past'.split(' ');

/** Returns the words of a prompt; a mess in the background that is to be out of sight is a blurred background. */
export function nameMess(tokens: readonly Token[]): readonly Token[] {
  if (!tokens.some(isMess) || !tokens.some((token) => isOf(token, ...HIDING))) {
    return tokens;
  }
  const parts = splitAfter(tokens, isDivider);
  const at = parts.findIndex((part) => part.some(isMess));
  const mess = parts[at] ?? [];
  const after = parts[at + 1] ?? [];
  const isInside = hides(mess) && isBehind(mess);
  const isAfter =
    !hides(mess) && isBehind(mess) && hides(after) && contentWords(after).every(isHiding);
  const meant = isInside ? [mess] : isAfter ? [mess, after] : [];
  const said = contentWords(meant.flat());
  const isPlain = said.every((token) => isHiding(token) || isMess(token) || isOf(token, ...BESIDE));
  if (meant.length === 0 || !isPlain) {
    return tokens;
  }
  const blur = { ...mergeTokens('blur', ...said), concepts: ['blur', 'background'] };
  const mark = (meant.at(-1) ?? []).filter(isDivider);
  return parts.flatMap((part) =>
    part === meant[0] ? [blur, ...mark] : meant.includes(part) ? [] : part,
  );
}

function isMess({ text }: Token): boolean {
  return grammar.messes.test(text);
}

function isHiding(token: Token): boolean {
  return (
    isOf(token, ...HIDING) || isOf(token, 'because') || grammar.objectPronouns.test(token.text)
  );
}

function hides(part: readonly Token[]): boolean {
  return part.some((token) => isOf(token, ...HIDING)) && !part.some(isNegation);
}

function isBehind(part: readonly Token[]): boolean {
  return part.some((token) => isOf(token, 'background', 'there'));
}
