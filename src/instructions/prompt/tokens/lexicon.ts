import type { Tint } from '../../colours.ts';
import type { LanguageWords } from '../../language-words.ts';
import { grammar } from './grammar.ts';

/** The words of a language, indexed for look-up. */
export interface Lexicon {
  readonly words: LanguageWords;
  readonly exact: ReadonlyMap<string, string>;
  /** Concepts by stem, for stems whose words all have the same meaning. */
  readonly stems: ReadonlyMap<string, string>;
  readonly fillers: ReadonlySet<string>;
  readonly verbs: ReadonlySet<string>;
  readonly tails: ReadonlySet<string>;
  /** See {@link LanguageWords}; a map, because “constructor” is a key of every object. */
  readonly chatSpellings: ReadonlyMap<string, string>;
  /** See {@link LanguageWords}. */
  readonly tints: ReadonlyMap<string, Tint>;
  /** All single words, also of groups. */
  readonly vocabulary: ReadonlySet<string>;
  /** Words with umlauts by their spelling without the dots, where that is no word. */
  readonly bare: ReadonlyMap<string, string>;
  /** Single words that are long enough for spelling correction, by their first letter. */
  readonly spellings: ReadonlyMap<string, readonly string[]>;
  /** Largest number of words in a concept, by the stem of its first word. */
  readonly longest: ReadonlyMap<string, number>;
  /** Second words of groups and their stems, by the stem of the first word. */
  readonly seconds: ReadonlyMap<string, ReadonlySet<string>>;
  /** Results of {@link findConcepts} so far: a prompt is read several times, and again with each key that is typed. */
  readonly found: Map<string, readonly string[] | null>;
  /** Results of {@link spellOut} and {@link correctSpelling} so far. */
  readonly spelt: Map<string, string>;
  readonly corrected: Map<string, string | null>;
}

/** Number of results that are kept; the words of a long prompt take half of them. */
const MAX_FOUND = 4000;

/** Heads of compounds that accept a concept before them, such as `Haarfarbe`. Other heads change the meaning. */
const HEADS: ReadonlySet<string> = new Set(
  `background hair eyes lips brows skin clothes teeth light colourword cinematic vintage studio wall blur match
   sharpen golden night pencil oil watercolour cartoon noise axis picture mono object place material face rain snow fog`.split(
    /\s+/,
  ),
);

/** Normalises a word for look-up: lower case, without apostrophes, `ß` as `ss`. */
export function normaliseWord(word: string): string {
  return word
    .toLowerCase()
    .replace(grammar.possessive, '')
    .replaceAll(/['’`´]/g, '')
    .replaceAll('ß', 'ss');
}

/**
 * Shortest word, in letters, that is corrected wherever one letter is wrong. Shorter words have too many similar words.
 */
const SHORTEST_MISSPELT = 6;

/** Creates the lexicon of a language. */
export function createLexicon(words: LanguageWords): Lexicon {
  const exact = new Map<string, string>();
  for (const [concept, list] of Object.entries(words.concepts)) {
    for (const phrase of list.split('|').map((entry) => normaliseWord(entry.trim()))) {
      if (phrase !== '' && !exact.has(phrase)) {
        exact.set(phrase, concept);
      }
    }
  }
  const fillers = toSet(words.fillers);
  const verbs = toSet(words.verbs);
  // Spanish is often typed without accents; where that gives another word, the other word wins.
  for (const [phrase, concept] of exact) {
    const bare = phrase.normalize('NFD').replaceAll('\u0301', '').normalize('NFC');
    if (!exact.has(bare) && !fillers.has(bare) && !verbs.has(bare)) {
      exact.set(bare, concept);
    }
  }
  const meanings = new Map<string, Set<string>>();
  for (const [phrase, concept] of exact) {
    const stem = toStem(phrase, words.endings);
    meanings.set(stem, (meanings.get(stem) ?? new Set()).add(concept));
  }
  const stems = new Map(
    [...meanings].flatMap(([stem, [concept, ...more]]) =>
      concept !== undefined && more.length === 0 ? [[stem, concept] as const] : [],
    ),
  );
  const vocabulary = new Set(
    [...exact.keys(), ...fillers, ...verbs].flatMap((word) => word.split(' ')),
  );
  const single = [...exact.keys(), ...fillers, ...verbs].filter(
    (word) => word.length >= SHORTEST_MISSPELT - 1 && !word.includes(' '),
  );
  return {
    words,
    exact,
    stems,
    fillers,
    verbs,
    vocabulary,
    bare: dropUmlauts(vocabulary),
    spellings: Map.groupBy(single, (word) => word.charAt(0)),
    tails: toSet(words.tails ?? ''),
    chatSpellings: new Map(Object.entries(words.spellings)),
    tints: new Map(Object.entries(words.tints)),
    longest: measureLongest(exact.keys(), words.endings),
    seconds: findSeconds(exact.keys(), words.endings),
    found: new Map(),
    spelt: new Map(),
    corrected: new Map(),
  };
}

function dropUmlauts(vocabulary: ReadonlySet<string>): ReadonlyMap<string, string> {
  const bare = new Map<string, string>();
  for (const word of vocabulary) {
    const plain = word.normalize('NFD').replaceAll('\u0308', '').normalize('NFC');
    if (plain.length >= SHORTEST_BARE && plain !== word && !vocabulary.has(plain)) {
      bare.set(plain, word);
    }
  }
  return bare;
}

/** Shortest word, in letters, that is read with umlauts which were not typed at all: “grun”. */
const SHORTEST_BARE = 4;

/** Returns a word as the lists spell it: with its umlauts, without the slips of chats (“nich”, “sooo”). */
export function spellOut(lexicon: Lexicon, word: string): string {
  return lexicon.vocabulary.has(word)
    ? word
    : remember(lexicon.spelt, word, () => spellUnknown(lexicon, word));
}

/** Returns a remembered result, or the result of a search, which is then remembered. */
function remember<T extends string | null>(
  results: Map<string, T>,
  word: string,
  search: () => T,
): T {
  const before = results.get(word);
  if (before !== undefined) {
    return before;
  }
  if (results.size >= MAX_FOUND) {
    results.clear();
  }
  const found = search();
  results.set(word, found);
  return found;
}

function spellUnknown(lexicon: Lexicon, word: string): string {
  const { vocabulary, bare, chatSpellings } = lexicon;
  const known = chatSpellings.get(word);
  if (known !== undefined) {
    return known;
  }
  const dotted = bare.get(word);
  if (dotted !== undefined) {
    return findConcepts(lexicon, word) === null ? dotted : word;
  }
  const long = /(\p{L})\1\1/u.test(word)
    ? [word.replaceAll(/(\p{L})\1{2,}/gu, '$1'), word.replaceAll(/(\p{L})\1{2,}/gu, '$1$1')]
    : [];
  const spelt = [writeUmlauts(lexicon, word), ...long].find(
    (other) => other !== null && vocabulary.has(other),
  );
  return spelt ?? word;
}

function measureLongest(
  phrases: Iterable<string>,
  endings: readonly string[],
): ReadonlyMap<string, number> {
  const longest = new Map<string, number>();
  for (const phrase of phrases) {
    const [first = '', ...more] = phrase.split(' ');
    const stem = toStem(first, endings);
    longest.set(stem, Math.max(longest.get(stem) ?? 1, more.length + 1));
  }
  return longest;
}

function findSeconds(
  phrases: Iterable<string>,
  endings: readonly string[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const seconds = new Map<string, Set<string>>();
  for (const phrase of phrases) {
    const [first = '', second] = phrase.split(' ');
    if (second !== undefined) {
      const stem = toStem(first, endings);
      const known = seconds.get(stem) ?? new Set();
      seconds.set(stem, known.add(second).add(toStem(second, endings)));
    }
  }
  return seconds;
}

/** Returns whether a group of words may begin with two words; most words beside each other begin none. */
export function beginsGroup({ seconds, words }: Lexicon, first: string, second: string): boolean {
  const known = seconds.get(toStem(first, words.endings));
  if (known === undefined) {
    return false;
  }
  return (
    known.has(second) ||
    known.has(toStem(second, words.endings)) ||
    // “Power lines” has more than one stem.
    words.endings.some((end) => second.endsWith(end) && known.has(second.slice(0, -end.length)))
  );
}

/**
 * Returns the largest number of words in a concept that begins with a word; 2 where the words may be a compound written
 * apart.
 */
export function countWords({ longest, words }: Lexicon, word: string): number {
  const max = longest.get(toStem(word, words.endings)) ?? 1;
  return words.tails === null ? max : Math.max(2, max);
}

/** Shortest word, in letters, whose doubled letters are reduced, as in “blurr” and “sooo”. */
const SHORTEST_DOUBLED = 5;

/**
 * Corrects repeated letters, or one extra, missing, wrong or transposed letter. Returns null where no correction is
 * known or several have different meanings.
 */
export function correctSpelling(lexicon: Lexicon, word: string): string | null {
  return remember(lexicon.corrected, word, () => searchSpelling(lexicon, word));
}

function searchSpelling({ exact, spellings }: Lexicon, word: string): string | null {
  const single = word.replaceAll(/(\p{L})\1+/gu, '$1');
  if (word.length >= SHORTEST_DOUBLED && single !== word && exact.has(single)) {
    return single;
  }
  if (word.length < SHORTEST_MISSPELT - 1) {
    return null;
  }
  const isNear = word.length < SHORTEST_MISSPELT ? isSmallSlip : isOneSlip;
  const near = (spellings.get(word.charAt(0)) ?? []).filter((known) => isNear(word, known));
  const meanings = new Set(near.map((known) => exact.get(known) ?? ''));
  return meanings.size === 1 ? (near[0] ?? null) : null;
}

/**
 * Returns whether a short word lacks one of two equal letters (“blury”) or has two transposed ones (“blakc”). Other
 * slips of short words have too many readings.
 */
function isSmallSlip(word: string, known: string): boolean {
  return known.length === word.length
    ? isOneSlip(word, known) && sortLetters(word) === sortLetters(known)
    : known.length === word.length + 1 && known.replaceAll(/(\p{L})\1/gu, '$1') === word;
}

function sortLetters(word: string): string {
  return word.split('').toSorted().join('');
}

/** Returns whether two words differ by one letter or by two transposed neighbours. */
function isOneSlip(word: string, known: string): boolean {
  if (Math.abs(word.length - known.length) > 1) {
    return false;
  }
  let at = 0;
  while (at < word.length && word[at] === known[at]) {
    at += 1;
  }
  const rest = word.slice(at);
  const wanted = known.slice(at);
  return (
    (rest.slice(1) === wanted.slice(1) && isMistyped(rest.charAt(0), wanted.charAt(0))) ||
    rest.slice(1) === wanted ||
    rest === wanted.slice(1) ||
    (rest[0] === wanted[1] && rest[1] === wanted[0] && rest.slice(2) === wanted.slice(2))
  );
}

/** Rows of keyboards, with z and y on either side. */
const KEYS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'qwertzuiopü', 'asdfghjklöä', 'yxcvbnm'];
const VOWELS = 'aeiouäöüy';

/** Returns whether a letter is easily typed for another: a neighbour on the keyboard, or another vowel. */
function isMistyped(typed: string, meant: string): boolean {
  return (
    (VOWELS.includes(typed) && VOWELS.includes(meant)) ||
    KEYS.some(
      (row) =>
        Math.abs(row.indexOf(typed) - row.indexOf(meant)) === 1 &&
        row.includes(typed) &&
        row.includes(meant),
    ) ||
    (/^[sßcz]$/.test(typed) && /^[sßcz]$/.test(meant)) ||
    (/^[dtbpgk]$/.test(typed) && /^[dtbpgk]$/.test(meant))
  );
}

function toSet(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).filter(Boolean).map(normaliseWord));
}

/**
 * Finds the concepts of a word or a group of words; null where it is unknown. Fillers have no concepts and are not
 * found.
 */
export function findConcepts(lexicon: Lexicon, phrase: string): readonly string[] | null {
  const { found } = lexicon;
  const before = found.get(phrase);
  if (before !== undefined) {
    return before;
  }
  if (found.size >= MAX_FOUND) {
    found.clear();
  }
  const concepts = searchConcepts(lexicon, phrase);
  found.set(phrase, concepts);
  return concepts;
}

function searchConcepts(lexicon: Lexicon, phrase: string): readonly string[] | null {
  const known = lexicon.exact.get(phrase);
  if (known !== undefined) {
    return known.split('+');
  }
  if (lexicon.fillers.has(phrase) || lexicon.verbs.has(phrase)) {
    return null;
  }
  const { endings } = lexicon.words;
  const ending = endings.find(
    (end) =>
      // “NES” is no plural of “n”.
      phrase.length - end.length > 1 &&
      phrase.endsWith(end) &&
      lexicon.exact.has(phrase.slice(0, -end.length)),
  );
  const bare =
    ending === undefined ? undefined : lexicon.exact.get(phrase.slice(0, -ending.length));
  const stem = bare ?? lexicon.stems.get(toStem(phrase, endings));
  if (stem !== undefined) {
    return stem.split('+');
  }
  if (phrase.includes(' ')) {
    return null;
  }
  return splitCompound(lexicon, phrase) ?? respell(lexicon, phrase);
}

function respell(lexicon: Lexicon, word: string): readonly string[] | null {
  const spelt = writeUmlauts(lexicon, word);
  return spelt === null ? null : findConcepts(lexicon, spelt);
}

/** Adds the umlauts to a German word that was typed without them; null where no known word results. */
export function writeUmlauts({ words }: Lexicon, word: string): string | null {
  if (words.code !== 'de' || !/[aou]e/.test(word)) {
    return null;
  }
  return word.replaceAll('ae', 'ä').replaceAll('oe', 'ö').replaceAll('ue', 'ü');
}

const SHORTEST_COMPOUND = 7;
const SHORTEST_PART = 3;

function splitCompound(lexicon: Lexicon, word: string): readonly string[] | null {
  const { tails, words } = lexicon;
  if (words.tails === null || word.length < SHORTEST_COMPOUND) {
    return null;
  }
  for (let cut = word.length - SHORTEST_PART; cut >= SHORTEST_PART; cut -= 1) {
    const head = word.slice(cut);
    const first = findPart(lexicon, word.slice(0, cut));
    if (first === null) {
      continue;
    }
    const tail = toStem(head, words.endings);
    if (tails.has(head) || tails.has(tail)) {
      return [first];
    }
    const second = lexicon.exact.get(head) ?? lexicon.stems.get(tail);
    if (second !== undefined && HEADS.has(second.split(':', 1)[0] ?? '')) {
      // “Schwarzweißporträt” is black and white.
      return second === 'picture' ? [first] : [first, second];
    }
    const tint = lexicon.tints.get(word.slice(0, cut));
    if (second?.startsWith('colour:') === true && tint !== undefined) {
      return [tintColour(second, tint)];
    }
  }
  return null;
}

function findPart({ exact, stems, words }: Lexicon, part: string): string | null {
  const bare = part.replace(/[sn]$/, '');
  return exact.get(part) ?? exact.get(bare) ?? stems.get(toStem(part, words.endings)) ?? null;
}

/** Returns what a word does to the colour after it, in any inflection; null for other words. */
export function findTint({ tints, words }: Lexicon, word: string): Tint | null {
  return tints.get(word) ?? tints.get(toStem(word, words.endings)) ?? null;
}

/** Returns the concept of a colour with a tint. */
export function tintColour(concept: string, tint: Tint): string {
  return concept.replace('colour:', `colour:${tint} `);
}

function toStem(phrase: string, endings: readonly string[]): string {
  return phrase.includes(' ')
    ? phrase
        .split(' ')
        .map((word) => stemOf(word, endings))
        .join(' ')
    : stemOf(phrase, endings);
}

function stemOf(word: string, endings: readonly string[]): string {
  const ending = endings.find((end) => word.length - end.length >= 3 && word.endsWith(end));
  return ending === undefined ? word : word.slice(0, -ending.length);
}
