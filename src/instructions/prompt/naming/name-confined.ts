/** Confines the tones of a sentence to the part that another of its clauses names: “brighter and warmer, only my face”. */
import { isContentWord, isDivider, splitAfter } from '../clauses/segments.ts';
import { grammar } from '../tokens/grammar.ts';
import { targets } from '../tokens/concepts.ts';
import { isOf, type Token, toFiller } from '../tokens/token.ts';

/** Concepts of effects that may be confined. */
const TONES = ['g', 'mono', 'blur', 'sharpen', 'axis', 'noisy', 'denoise'];
/** Concepts of words that may stand beside them. */
const BESIDE_TONES = [...TONES, 'amount', 'picture', 'more', 'less', 'not', 'nottoo'];

/** A part that a clause limits other ones to, or leaves out of them. */
interface Limit {
  readonly part: string;
  readonly isSpared: boolean;
}

/** Returns the words of a prompt; tones whose limit is another clause name the part themselves. */
export function nameConfined(tokens: readonly Token[]): readonly Token[] {
  if (!tokens.some((token) => isOf(token, 'only', 'not', 'except') || isJust(token))) {
    return tokens;
  }
  const parts = splitAfter(tokens, isDivider);
  const at = parts.findIndex((part) => findLimit(part) !== null);
  const words = parts[at];
  const limit = words === undefined ? null : findLimit(words);
  if (words === undefined || limit === null) {
    return tokens;
  }
  const [start, end] = findSentence(parts, at);
  const others = parts.slice(start, end).filter((other) => other !== words);
  const isOfTones = others.some(hasTone) && others.every((other) => isTone(other));
  // One tone that spares a part is read with it.
  const isSpread = !limit.isSpared || others.filter((other) => hasTone(other)).length > 1;
  if (!limit.isSpared && isRepeated(others, limit.part)) {
    // “The background darker, only the background”
    return parts.flatMap((other) => (other === words ? other.map(silence) : other));
  }
  if (!isOfTones && !limit.isSpared) {
    return confineLast(parts, { at, start, limit, words });
  }
  return isOfTones && isSpread
    ? parts.flatMap((other, index) =>
        other === words
          ? other.map(silence)
          : index >= start && index < end
            ? namePart(other, limit, words)
            : other,
      )
    : tokens;
}

interface LimitPlace {
  readonly at: number;
  /** The part that its sentence begins with. */
  readonly start: number;
  readonly limit: Limit;
  readonly words: readonly Token[];
}

/** Confines the tones between another part and a limit: “the background blurry, and warmer, only the face”. */
function confineLast(
  parts: readonly (readonly Token[])[],
  { at, start, limit, words }: LimitPlace,
): readonly Token[] {
  const other = parts.findLastIndex(
    (part, index) => index >= start && index < at && part.some(isContentWord) && !isTone(part),
  );
  const isLast = other >= 0 && parts.slice(other + 1, at).some((part) => hasTone(part));
  return isLast
    ? parts.flatMap((part, index) =>
        part === words
          ? part.map(silence)
          : index > other && index < at
            ? namePart(part, limit, words)
            : part,
      )
    : parts.flat();
}

/** Returns whether words name tones of one part and of no other one. */
function isRepeated(others: readonly (readonly Token[])[], part: string): boolean {
  const named = others.flat().filter((token) => isOf(token, ...targets, 'object'));
  return (
    named.length > 0 &&
    named.every((token) => isOf(token, part)) &&
    others.every((other) => hasTone(other) || !other.some(isContentWord))
  );
}

/** Returns the part of words that only limit other ones: “only the background”, “nur den Hintergrund verändern”. */
function findLimit(words: readonly Token[]): Limit | null {
  const said = words.filter(isContentWord);
  const named = said.filter((token) => isOf(token, ...targets));
  const [target] = named;
  const part = target?.concepts.find((concept) => targets.includes(concept));
  const hasRest = said.some(({ concepts }) => concepts.includes('identity:rest'));
  const isSpared = !hasRest && said.some(isDenial);
  const isLimit =
    named.length === 1 &&
    target !== undefined &&
    target.concepts.every((concept) => [part, 'there', 'only'].includes(concept)) &&
    !isOf(target, 'pronoun', 'sky') &&
    (isSpared || words.some((token) => isOf(token, 'only') || isJust(token))) &&
    said.every(
      (token) =>
        token === target ||
        (isOf(token, 'only') && token.concepts.length === 1) ||
        (isSpared && isDenial(token)) ||
        // “Only my face, not the rest”
        (hasRest && isOf(token, 'not', 'except', 'identity')) ||
        (!isSpared && token.kind === 'unknown' && grammar.editing.test(token.text)),
    );
  return isLimit && part !== undefined ? { part, isSpared } : null;
}

function isDenial(token: Token): boolean {
  return (
    token.concepts.length === 1 &&
    (isOf(token, 'except') || (isOf(token, 'not') && grammar.negators.test(token.text)))
  );
}

/** Returns the parts of the sentence of a limit; one that is a sentence of its own belongs to the one beside it. */
function findSentence(
  parts: readonly (readonly Token[])[],
  at: number,
): readonly [start: number, end: number] {
  const isEnd = (part: readonly Token[]): boolean => part.at(-1)?.kind === 'stop';
  const findStart = (from: number): number =>
    parts.findLastIndex((part, index) => index < from && isEnd(part)) + 1;
  const findEnd = (from: number): number => {
    const end = parts.findIndex((part, index) => index >= from && isEnd(part)) + 1;
    return end < 1 ? parts.length : end;
  };
  const [start, end] = [findStart(at), findEnd(at)];
  if (start < at || parts.slice(at + 1, end).some((part) => part.some(isContentWord))) {
    return [start, end];
  }
  // “Warmer. Only the background”, “Only my face. Warmer and brighter”
  return start > 0 ? [findStart(start - 1), end] : [start, findEnd(end)];
}

function isJust({ text, kind }: Token): boolean {
  return kind === 'filler' && grammar.justly.test(text);
}

function hasTone(part: readonly Token[]): boolean {
  return part.some((token) => isOf(token, ...TONES));
}

/** Returns whether words only name tones; empty parts do, too. */
function isTone(part: readonly Token[]): boolean {
  return part.filter(isContentWord).every((token) => isOf(token, ...BESIDE_TONES));
}

/** Names a part beside the tones of words, or leaves it out of them; it stands for the words of its limit. */
function namePart(
  words: readonly Token[],
  { part, isSpared }: Limit,
  limit: readonly Token[],
): readonly Token[] {
  if (!hasTone(words)) {
    return words;
  }
  const at = limit.filter(isContentWord).flatMap((token) => token.at);
  const named: Token = { text: '', concepts: [part], kind: 'known', at };
  const except: Token = { text: '', concepts: ['except'], kind: 'known', at: [] };
  return isSpared
    ? [
        ...words.filter((token) => !isDivider(token)),
        except,
        named,
        ...words.filter((token) => isDivider(token)),
      ]
    : words.toSpliced(words.findIndex(isContentWord), 0, named);
}

function silence(token: Token): Token {
  return isContentWord(token) ? toFiller(token) : token;
}
