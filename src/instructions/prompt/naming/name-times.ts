/** Names the time that a prompt turns into another one: “turn day into night”, “mach aus dem Tag eine Nacht”. */
import { isDivider, splitAfter } from '../clauses/segments.ts';
import { isOf, type Token, toFiller } from '../tokens/token.ts';

/** Returns the words of a prompt; the day that becomes night means nothing of its own. */
export function nameTimes(tokens: readonly Token[]): readonly Token[] {
  return tokens.some((token) => isOf(token, 'day')) && tokens.some((token) => isOf(token, 'night'))
    ? splitAfter(tokens, isDivider).flatMap(turnDay)
    : tokens;
}

function turnDay(part: readonly Token[]): readonly Token[] {
  const day = part.findIndex((token) => isOf(token, 'day'));
  const night = part.findIndex((token, at) => at > day && isOf(token, 'night'));
  const isFrom = part.slice(0, Math.max(0, day)).some((token) => isOf(token, 'from'));
  const isInto = part.slice(day + 1, night).some((token) => isOf(token, 'to', 'into', 'instead'));
  return day >= 0 && night > day && (isFrom || isInto)
    ? part.map((token, at): Token =>
        at === day || (at < night && isOf(token, 'from', 'to', 'into')) ? toFiller(token) : token,
      )
    : part;
}
