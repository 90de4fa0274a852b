/** Names coloured lights in loose words: “red from the left, blue from the right, like a club”. */
import { grammar } from '../tokens/grammar.ts';
import { isContentWord, isDivider, isSaid, splitAfter } from '../clauses/segments.ts';
import { isOf, type Token, toFiller } from '../tokens/token.ts';

const LIGHT: Token = { text: '', concepts: ['light'], kind: 'known', at: [] };
/** Concepts of what light may be like: places, pictures and people that only illustrate it. */
const MODELS =
  'to from neontint object place picture cinematic person ageword golden site material'.split(' ');

/** Returns the words of a prompt; what only illustrates a light means nothing, and colours from two sides are lights. */
export function nameLamps(given: readonly Token[]): readonly Token[] {
  if (
    !given.some((token) => isOf(token, 'side')) ||
    !given.some((token) => isOf(token, 'colour'))
  ) {
    return given;
  }
  const parts = splitAfter(given, isDivider).map((part) => (isNeon(part) ? nameNeon(part) : part));
  const tokens = parts.flat();
  const lit = parts.map((part) => isLamp(part));
  const isOfLight =
    tokens.some((token) => isOf(token, 'light')) || lit.filter((one) => one).length > 1;
  const named = parts.map((part, at) => (isOfLight ? dropModel(part, lit[at - 1] === true) : part));
  const bare = named.filter((part, at) => lit[at] === true && isBare(part));
  // “Neon light, pink from the left”
  const isNamed = tokens.some(isNeonLight);
  const isLit = tokens.some((token) => isOf(token, 'light'));
  const isTaken = tokens.some(
    // “Red from the left, blue from the right, remove both”
    (token) => isOf(token, 'remove') || token.concepts.includes('place:gradient'),
  );
  const isUnlit =
    !isTaken &&
    (isLit ? parts.some(isNeon) || given.some(isNeonLight) : bare.length > 1 || isNamed);
  return named.flatMap((part) =>
    isUnlit && bare.includes(part) && !part.some((token) => isOf(token, 'light'))
      ? [part[0] ?? LIGHT, LIGHT, ...part.slice(1)]
      : part,
  );
}

/** Returns whether words name a colour and the side that it comes from. */
function isLamp(part: readonly Token[]): boolean {
  return (
    part.filter((token) => isOf(token, 'colour')).length === 1 &&
    part.filter((token) => isOf(token, 'side')).length === 1 &&
    !part.some((token) => isOf(token, 'wall', 'background', 'clothes', 'hair', 'quote', 'text'))
  );
}

/** Returns whether a neon look is named as light: “Neonlicht”. */
function isNeonLight(token: Token): boolean {
  return isOf(token, 'neontint') && grammar.lightNouns.test(token.text);
}

/** Returns whether neon light has a colour and a side, and nothing else is said of it: “Neonlicht von rechts in Pink”. */
function isNeon(part: readonly Token[]): boolean {
  return (
    part.some(isNeonLight) &&
    isLamp(part) &&
    part.every((token) => !isContentWord(token) || isOf(token, 'neontint', 'colour', 'side', 'to'))
  );
}

function nameNeon(part: readonly Token[]): readonly Token[] {
  return part
    .filter((token) => !isOf(token, 'to'))
    .map((token) => (isNeonLight(token) ? { ...token, concepts: ['light'] } : token));
}

/** Returns whether words name nothing else: “red from the left”; “the red from the left” is already in the image. */
function isBare(part: readonly Token[]): boolean {
  return (
    !grammar.definites.test(part[0]?.text ?? '') &&
    part.every(
      (token) =>
        !isContentWord(token) ||
        isOf(token, 'colour') ||
        // “Links in Türkis”
        (isOf(token, 'to') && token.at.length === 1) ||
        (isOf(token, 'side') && grammar.sources.test(token.text.split(' ')[0] ?? '')),
    )
  );
}

/** Drops “like in those cyberpunk setups” after a light, or as a part after one. */
function dropModel(part: readonly Token[], isNext: boolean): readonly Token[] {
  const start = part.findIndex(({ text }) => grammar.alike.test(text.split(' ')[0] ?? ''));
  const after = part.slice(start + 1);
  const isModel =
    start >= 0 &&
    (isLamp(part.slice(0, start)) || (isNext && !part.slice(0, start).some(isSaid))) &&
    after.every((token) => token.kind !== 'known' || isDivider(token) || isOf(token, ...MODELS));
  return isModel
    ? part.map((token, at) => (at < start || isDivider(token) ? token : toFiller(token)))
    : part;
}
