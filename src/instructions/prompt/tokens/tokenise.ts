import { dropAttributes } from './attributes.ts';
import { alternate, grammar } from './grammar.ts';
import { correctSpelling, findConcepts, type Lexicon, normaliseWord, spellOut } from './lexicon.ts';
import { splitQuotes, type Stretch } from './quotes.ts';
import { type Piece, RATIO, readPiece } from './read-piece.ts';
import { isOf, kindOf, type Token } from './token.ts';

/** Matches the first colour, image reference, amount, shape, word or mark. */
const PIECE = new RegExp(
  String.raw`(?<![\p{L}\p{N}])@(?=[\p{L}\p{N}_])|(?<![\p{L}\p{N}.,:])[1-4]\.(?=\s?(?:bild|foto)(?!\p{L}))|#[0-9a-f]{6}(?![0-9a-z])|#\d|(?<![\p{L}\p{N}])[+\-−]\d[.,]\d{1,2}(?![\d\p{L}])|(?<![\p{L}\p{N}])(?:[+\-−]|(?:plus|minus)\s)\d{1,3}(?![\d:\p{L}])(?:\s?(?:%|${alternate('percent')}))?|\d{1,3}\s?(?:%|${alternate('percent')})|\d{1,2}\s?:\s?\d{1,2}|(?<!\d)(?:${RATIO})(?![\d\p{L}])|[\p{L}\p{N}&]+(?:['’\u0060´]\p{L}+)*|[.,;:!?()\n—–…/]|\p{Extended_Pictographic}`,
  'giu',
);

/**
 * Splits a prompt into tokens with their concepts in a language; a group of words with one meaning is one token.
 * `fallback` is a second language to search once the first is known; null before that.
 */
export function tokenisePrompt(
  prompt: string,
  lexicon: Lexicon,
  fallback: Lexicon | 'none' | null,
): Token[] {
  const text = divideLists(
    prompt
      .normalize('NFC')
      .replaceAll(/\b([bs])\/w\b/giu, '$1w')
      .replaceAll(/\b(n[or])\.(?= ?\d)/giu, '$1'),
  );
  const pieces = splitQuotes(text)
    .flatMap((stretch, _, all) => openQuote(stretch, all, lexicon))
    .flatMap(({ text: part, quote, isDoubted }): Piece[] =>
      (quote === null ? splitWords(part) : [{ text: part, word: normaliseWord(part) }]).map(
        ({ text: piece, word }) => ({
          text: piece,
          word: correctWord(spellOut(lexicon, word), lexicon, fallback),
          quote,
          isDoubted,
        }),
      ),
    );
  const tokens: Token[] = [];
  for (let at = 0; at < pieces.length;) {
    const token = readPiece(pieces, at, lexicon, fallback);
    tokens.push(token);
    at += token.at.length;
  }
  const purposes = fallback === null ? new Set<Token>() : findPurposes(tokens);
  return dropAttributes(tokens).map((token, index): Token =>
    isAlso(token, tokens[index + 1]) || isInward(tokens, index) || purposes.has(token)
      ? { ...token, concepts: [], kind: 'filler' }
      : isUs(tokens, index)
        ? { ...token, concepts: ['person'], kind: 'known' }
        : isAdjective(tokens, index)
          ? { ...token, concepts: ['described'] }
          : token,
  );
}

/** A word as it was written, and as lists of words spell it. */
type Word = Pick<Piece, 'text' | 'word'>;

/** Words of the last texts: a prompt is split for each language, and again once its language is known. */
const splits = new Map<string, readonly Word[]>();
/** Largest number of texts whose words are kept. */
const MAX_SPLITS = 32;

function splitWords(text: string): readonly Word[] {
  const known = splits.get(text);
  if (known !== undefined) {
    return known;
  }
  if (splits.size >= MAX_SPLITS) {
    splits.clear();
  }
  const words = (text.match(PIECE) ?? []).map((piece) => ({
    text: piece,
    word: normaliseWord(piece),
  }));
  splits.set(text, words);
  return words;
}

/** Marks the items of “1. smooth skin 2. whiten teeth” and “warmer + sharper” as clauses. */
function divideLists(text: string): string {
  const items = /^\s{0,9}1[.)]\s/u.test(text)
    ? text.replaceAll(/(^|\s)\d[.)](?=\s)/gu, '$1;')
    : text;
  return items.replaceAll(/\s\+\s(?=\p{L})/gu, ' & ');
}

/**
 * “Mach uns etwas dunkler” and “ich heller, …” are about people; elsewhere “uns” means for whom, and “ich” who asks.
 */
function isUs(tokens: readonly Token[], index: number): boolean {
  const { text = '' } = tokens[index] ?? {};
  if (isSomewhere(tokens, index) || wishesToBe(tokens, index)) {
    return true;
  }
  const isObject = grammar.objectUs.test(text);
  if (isObject && isSpared(tokens, index)) {
    return true;
  }
  if (!isObject && !grammar.firstPerson.test(text)) {
    return false;
  }
  const start = tokens.findIndex(
    (token, at) => at > index && !isOf(token, 'amount') && !grammar.models.test(token.text),
  );
  const [next, after] = start < 0 ? [] : tokens.slice(start, start + 2);
  const isEnd = after === undefined || after.kind === 'pause' || after.kind === 'stop';
  return (
    (isObject || isEnd) &&
    next !== undefined &&
    // “Ich als Comic”
    (isOf(next, 'cartoon', 'anime', 'pencil', 'oil', 'watercolour') ||
      (isOf(next, 'g') && (grammar.comparatives.test(next.text) || (!isObject && index > 0))) ||
      // “Ich unscharf, der Hintergrund scharf”
      (!isObject && isOf(next, 'blur', 'sharpen', 'mono', 'splash')) ||
      (isObject && tokens.slice(start, start + 4).some((token) => isOf(token, 'place', 'infront'))))
  );
}

/** Returns whether a word is who is left out at the end of a clause: “den Hintergrund dunkler, aber nicht uns”. */
function isSpared(tokens: readonly Token[], index: number): boolean {
  const [before, next] = [tokens[index - 1], tokens[index + 1]];
  return (
    before !== undefined &&
    isOf(before, 'not', 'except') &&
    (next === undefined || next.kind === 'pause' || next.kind === 'stop')
  );
}

/** Returns whether a word is who an image is to show at a place: “make it look like I’m in space”. */
function isSomewhere(tokens: readonly Token[], index: number): boolean {
  const { text = '', kind } = tokens[index] ?? {};
  return (
    kind === 'filler' &&
    (grammar.personalPronouns.test(text) || grammar.firstPerson.test(text)) &&
    tokens
      .slice(Math.max(0, index - 2), index)
      .some((token) => grammar.models.test(token.text) || grammar.conditions.test(token.text)) &&
    tokens.slice(index + 1, index + 4).some((token) => isOf(token, 'place'))
  );
}

/** Returns whether a word is who would like to be at a place: “I’d love to be on a beach”, “ich wär gern am Meer”. */
function wishesToBe(tokens: readonly Token[], index: number): boolean {
  const { text = '', kind } = tokens[index] ?? {};
  if (kind !== 'filler' || !grammar.wishingPeople.test(text.split(' ', 1)[0] ?? '')) {
    return false;
  }
  const start = tokens.findLastIndex(
    (token, at) => at < index && (token.kind === 'pause' || token.kind === 'stop'),
  );
  const rest = tokens.slice(start + 1);
  const end = rest.findIndex(({ kind: other }) => other === 'pause' || other === 'stop');
  const clause = end < 0 ? rest : rest.slice(0, end);
  return (
    clause.some((token) => token.text.split(' ').some((word) => grammar.longing.test(word))) &&
    clause.some((token) => isOf(token, 'place')) &&
    clause.every(
      (token) =>
        token.kind === 'filler' ||
        token.kind === 'verb' ||
        isOf(token, 'place', 'to', 'past', 'described', 'picture'),
    )
  );
}

/** Concepts that an unknown word before them describes; before people it would name one of them. */
const DESCRIBED =
  'background skin teeth clothes hair lips colourword cinematic vintage golden bokeh vignette studio'.split(
    ' ',
  );

/**
 * Returns whether an unknown word only describes the known one after it: “my messy room”, “a premium cinematic look”.
 * Names and possessives do not: “Annas Haare”.
 */
function isAdjective(tokens: readonly Token[], index: number): boolean {
  const token = tokens[index];
  if (token?.kind !== 'unknown') {
    return false;
  }
  const [before, next] = [tokens[index - 1], tokens[index + 1]];
  return (
    before !== undefined &&
    next !== undefined &&
    grammar.determiners.test(before.text) &&
    next.at.length === 1 &&
    isOf(next, ...DESCRIBED) &&
    !/^\p{Lu}|['’`´]s$|[^su]s$/u.test(token.text) &&
    !grammar.distinguishingAdjectives.test(token.text)
  );
}

/** Returns whether a word may be what something is for: “for my shop”, “für abends”, not “for golden hour”. */
function isOccasion(token: Token): boolean {
  return (
    token.kind === 'unknown' || (isOf(token, 'golden', 'night', 'day') && token.at.length === 1)
  );
}

/** Returns whether a word is a person for whom something may be: “an oil painting for my dad”. */
function isRelative(token: Token | undefined): token is Token {
  return (
    token !== undefined &&
    isOf(token, 'person') &&
    token.concepts.length === 1 &&
    token.at.length === 1
  );
}

/** Returns whether a word before a colon may only say what an image is. */
function isHeading(token: Token): boolean {
  return (
    token.kind === 'unknown' ||
    token.kind === 'filler' ||
    isOf(token, 'picture', 'site') ||
    // “Living room: …”; a place that can be drawn may be asked for.
    token.concepts.join() === 'place'
  );
}

/** Finds what something is for: “for our christmas card”, “für den Shop”. */
function findPurposes(tokens: readonly Token[]): ReadonlySet<Token> {
  const purposes = new Set<Token>();
  const isEnd = (token: Token | undefined): boolean =>
    token === undefined ||
    token.kind === 'pause' ||
    token.kind === 'stop' ||
    isOf(token, 'and', 'because');
  const colon = tokens.findIndex(isEnd);
  const heading = tokens.slice(0, Math.max(0, colon));
  if (tokens[colon]?.text === ':' && heading.length < 4 && heading.every(isHeading)) {
    // “Reaction clip: …”
    heading.forEach((token) => purposes.add(token));
  }
  for (const [at, { text }] of tokens.entries()) {
    if (!grammar.purposePrepositions.test(text)) {
      continue;
    }
    const end = tokens.findIndex((token, index) => index > at && isEnd(token));
    const said = tokens
      .slice(at + 1, end < 0 ? tokens.length : end)
      .filter(({ kind }) => kind !== 'filler');
    const start = tokens.findLastIndex((token, index) => index < at && isEnd(token));
    const isSwap = tokens.slice(start + 1, at).some((token) => isOf(token, 'replace', 'swap'));
    // “Put for sale on it” names what is to be put there.
    const isPut =
      tokens[at - 1]?.kind === 'verb' &&
      tokens.slice(at + 1, end < 0 ? tokens.length : end).every(({ kind }) => kind !== 'known');
    // “For my halloween stream video”
    const isOfPicture = ({ concepts }: Token, index: number): boolean =>
      index > 0 && concepts[0] === 'picture' && said[index - 1]?.kind === 'unknown';
    if (
      !isSwap &&
      !isPut &&
      said.length <= 3 &&
      said.every((token, index) => isOccasion(token) || isOfPicture(token, index))
    ) {
      said.forEach((token) => purposes.add(token));
    }
    if (at === 0 && tokens[end]?.text === ':' && said.every((token) => isHeading(token))) {
      // “For a youtube thumbnail: …”
      said.forEach((token) => purposes.add(token));
    }
    const [first, second] = tokens.slice(at + 1, at + 3);
    if (grammar.determiners.test(text.split(' ').at(-1) ?? '') && isRelative(first)) {
      // “For my dad”, of which the first two words may be one token.
      (isEnd(second) ? [first] : []).forEach((token) => purposes.add(token));
    }
    if (first?.kind === 'known' && isOccasion(first)) {
      // “Für abends etwas wärmer”
      purposes.add(first);
    }
    if (
      !isSwap &&
      first !== undefined &&
      grammar.determiners.test(first.text) &&
      (second?.kind === 'unknown' || (isRelative(second) && isEnd(tokens[at + 3])))
    ) {
      purposes.add(second);
    }
  }
  return purposes;
}

/** Corrects a misspelt word before groups are searched (“blakc and white”); only once the language is known. */
function correctWord(word: string, lexicon: Lexicon, fallback: Lexicon | 'none' | null): string {
  const isKnown =
    fallback === null ||
    lexicon.vocabulary.has(word) ||
    !/^\p{L}+$/u.test(word) ||
    (fallback !== 'none' && fallback.exact.has(word)) ||
    findConcepts(lexicon, word) !== null;
  return isKnown ? word : (correctSpelling(lexicon, word) ?? word);
}

/**
 * Removes the marks around words that are meant, not written: “give it a "film noir" look”. Words beside which a quote
 * is a caption keep it, and so do unknown words.
 */
function openQuote(
  stretch: Stretch,
  all: readonly Stretch[],
  lexicon: Lexicon,
): readonly Stretch[] {
  const { text, quote } = stretch;
  if (quote === null || stretch.isDoubted !== undefined) {
    return [stretch];
  }
  const words = (quote.match(PIECE) ?? []).map((word) => spellOut(lexicon, normaliseWord(word)));
  const isMeant =
    words.some((word) => findConcepts(lexicon, word) !== null) &&
    words.every(
      (word) =>
        findConcepts(lexicon, word) !== null ||
        lexicon.fillers.has(word) ||
        lexicon.verbs.has(word),
    );
  const next = all[all.indexOf(stretch) + 1]?.text.trim() ?? '';
  // “"Hi all" in yellow” has a look, ““warmer” colours” none.
  const isPlaced = /^\p{Lu}/u.test(quote) && grammar.paths.test(next);
  // “Side by side, "before" and "after"”
  const isTitle = grammar.befores.test(quote) || grammar.afters.test(quote);
  return !isMeant || isPlaced || isTitle || isBesideCaption(all, lexicon)
    ? [stretch]
    : [{ text: ` ${text.slice(1, -1)} `, quote: null }];
}

/** Returns whether words outside of quotation marks make those inside captions. */
function isBesideCaption(all: readonly Stretch[], lexicon: Lexicon): boolean {
  // “Side by side with "Before" and "After" on it”
  const isPair = all.filter(({ quote }) => quote !== null).length === 2;
  return all
    .filter((other) => other.quote === null)
    .flatMap((other) => other.text.match(PIECE) ?? [])
    .some((word) =>
      (findConcepts(lexicon, normaliseWord(word)) ?? []).some(
        (concept) =>
          BESIDE_CAPTIONS.has(kindOf(concept)) ||
          (isPair && ['collage', 'beside'].includes(kindOf(concept))),
      ),
    );
}

const BESIDE_CAPTIONS: ReadonlySet<string> = new Set(
  'text add side infront edges object clothes'.split(' '),
);

/** “Nebel rein”, “unten rein”: part of a separable verb; “die Haut rein” is clear skin. */
function isInward(tokens: readonly Token[], index: number): boolean {
  if (!grammar.inwardParticles.test(tokens[index]?.text ?? '')) {
    return false;
  }
  const isEnd = (token: Token): boolean => token.kind === 'pause' || token.kind === 'stop';
  const start = tokens.findLastIndex((token, at) => at < index && isEnd(token));
  return !tokens.slice(start + 1, index).some((token) => isOf(token, 'skin', 'face', 'person'));
}

/**
 * Returns whether a word such as “too” or “instead” ends its clause without a meaning: “a vignette too”, “sepia
 * instead”.
 */
function isAlso({ text }: Token, next: Token | undefined): boolean {
  return (
    grammar.closingAdverbs.test(text) &&
    (next === undefined || next.kind === 'pause' || next.kind === 'stop' || isOf(next, 'and'))
  );
}
