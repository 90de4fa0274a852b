/** Names what complains of how people are seen: “I disappear into the background”, “lift the shadows in my face”, “so pale”. */
import { isDivider, splitAfter } from '../clauses/segments.ts';
import { isOf, NO_TOKEN, type Token, toFiller } from '../tokens/token.ts';

/** Returns the words of a prompt; who is lost in a background removes none, and a dark face is brightened alone. */
export function nameLost(tokens: readonly Token[]): readonly Token[] {
  return splitAfter(tokens, isDivider).flatMap((part) =>
    leaveLost(lightFace(lightHalf(warmSkin(part)))),
  );
}

/** Returns the place of the next word with a meaning; -1 where there is none. */
function nextOf(part: readonly Token[], at: number): number {
  return part.findIndex(({ kind }, index) => index > at && kind !== 'filler');
}

/** Reads “give me some colour” as warmer skin. */
function warmSkin(part: readonly Token[]): readonly Token[] {
  return !part.some((token) => isOf(token, 'complexion'))
    ? part
    : part.flatMap((token) =>
        isOf(token, 'complexion')
          ? [
              { ...token, concepts: ['g:warmer'] },
              { ...NO_TOKEN, kind: 'known', concepts: ['skin'] },
            ]
          : [token],
      );
}

/** Reads “to disappear into the background” as no removal of it. */
function leaveLost(part: readonly Token[]): readonly Token[] {
  const verb = part.findIndex((token) => isOf(token, 'remove') && token.at.length === 1);
  const into = nextOf(part, verb);
  const ground = nextOf(part, into);
  const isLost =
    verb > 0 &&
    into === verb + 1 &&
    ground > into &&
    isOf(part[into] ?? NO_TOKEN, 'to') &&
    isOf(part[ground] ?? NO_TOKEN, 'background');
  return isLost
    ? part.map((token, at) =>
        at === verb || at === into || at === ground ? toFiller(token) : token,
      )
    : part;
}

/** Reads “lift the shadows in my face” as a face that becomes brighter. */
function lightFace(part: readonly Token[]): readonly Token[] {
  const at = part.findIndex((token) => token.concepts.join() === 'lowlight');
  const dark = part[at];
  const next = part[nextOf(part, at)];
  const face =
    next !== undefined && isOf(next, 'to') ? part[nextOf(part, part.indexOf(next))] : next;
  return dark !== undefined && face !== undefined && isOf(face, 'face') && face !== part[at + 1]
    ? part.with(at, { ...dark, concepts: ['g:brighter'] })
    : part;
}

/** Reads “more light on the left half of my face” as light from the left. */
function lightHalf(part: readonly Token[]): readonly Token[] {
  const half = part.findIndex((token) => token.concepts.join() === 'side:half');
  const side = part[half - 1];
  return half > 0 &&
    side !== undefined &&
    isOf(side, 'side') &&
    part.some((token) => isOf(token, 'light'))
    ? part.map((token, at) => (at === half ? toFiller(token) : token))
    : part;
}
