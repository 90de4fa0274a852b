/**
 * Finds captions that are written without quotation marks and puts private marks around them: “write happy birthday at the
 * top”, “Text unten: Wir sind umgezogen”. Where it is not certain which words are meant the marks say so, and the caption is
 * reported instead of written.
 */
import { MAX_CAPTION_CHARS } from '../../caption-text.ts';
import {
  CAPTION_LOOKS,
  EFFECTS,
  asksForEffect,
  changesWords,
  PLACES,
  type Read,
  SEPARATOR,
} from './caption-clauses.ts';
import { alternate, grammar } from '../tokens/grammar.ts';
import type { Lexicon } from '../tokens/lexicon.ts';
import { hasCapitals, markCapitals } from './mark-capitals.ts';
import { markMemes } from './mark-memes.ts';
import { markNames } from './mark-names.ts';
import { DOUBTED, QUOTED, splitQuotes, UNQUOTED } from '../tokens/quotes.ts';
import { isNegation, isOf, type Token } from '../tokens/token.ts';
import { tokenisePrompt } from '../tokens/tokenise.ts';

const edge = (words: string): string => String.raw`(?<!\p{L})(?:${words})(?!\p{L})`;
const VERB = edge(alternate('captionVerbs'));
const NOUN = edge(alternate('captionNouns', 'captionWords'));
const SAYS = edge(alternate('captionSays'));
/** What introduces a caption: a verb, an added noun, or words such as “that says”. */
const OPENING = new RegExp(
  `${SAYS}|${VERB}|(?:^|${edge(alternate('captionAdds'))}) ?(?:${edge(alternate('articles', 'determiners'))} )?${NOUN}`,
  'giu',
);
/** What may stand before a colon and a caption. */
const HEAD = new RegExp(`${VERB}|${NOUN}|${SAYS}|${edge(alternate('captionNames'))}`, 'iu');
/** A place that words before a colon name. */
const PLACED_HEAD = new RegExp(
  String.raw`${edge(alternate('memeTops', 'memeBottoms'))}[^:.!?]{0,40}:`,
  'iu',
);
const SURE = new RegExp(`^${VERB}$|${edge(alternate('captionWords'))}$`, 'iu');
const SAYS_ONLY = new RegExp(`^${SAYS}$`, 'iu');
/** Words with which no caption begins: they say what it is about. */
const ABOUT = new RegExp(
  `^(?:${alternate('articles', 'determiners', 'objectPronouns', 'purposePrepositions', 'questions', 'captionTopics')})$`,
  'iu',
);
/** A thing that the words are to stand on. */
const ON_THING = new RegExp(
  String.raw`(?<!\p{L})(?:${alternate('captionPlaces', 'locations')}) (?:${alternate('articles', 'definites')}) `,
  'iu',
);
// Case counts: the last word of “GAME OVER” leads to no place.
/** What may say how the words stand, and not belong to them: “Hello in a nice font”, “Hello twice”. */
const MANNER = new RegExp(
  String.raw`\s(?:(?:${alternate('captionManners')})\s|(?:${alternate('captionAdverbs')})$)`,
  'u',
);
const LINK = new RegExp(
  `^(?:${alternate('captionLinks', 'captionPlaces', 'articles', 'definites', 'objectPronouns', 'subjectPrepositions')})$`,
  'u',
);
const POLITE = new RegExp(
  String.raw`^(?:(?:${alternate('please', 'innerPlease', 'particles')})\s)|(?:[\s,]{1,2}(?:${alternate('please', 'innerPlease')}))$`,
  'iu',
);
/** Particles before a caption, which only a capital letter distinguishes from it: “schreib einfach Danke”. */
const LEAD = new RegExp(
  String.raw`^\s{0,2}(?:(?:${alternate('captionLeads')})\s){1,3}(?=\p{Lu})`,
  'u',
);
/** What says that nothing is to be written; in capitals it may be written: “text: none”. */
const NOTHING = new RegExp(`^(?:${alternate('captionDenials')})$`, 'iu');
const VERB_ONLY = new RegExp(`^${VERB}$`, 'iu');
/** Largest number of captions, and characters after their beginning, that are searched. */
const MAX_CAPTIONS = 4;
const REACH = MAX_CAPTION_CHARS + 80;

/** The captions of two images in one: “before and after”. */
const PAIR = new RegExp(
  String.raw`^(${alternate('befores')})\s{0,2}(?:&|/|${alternate('conjunctions')})\s{0,2}(${alternate('afters')})$`,
  'iu',
);

/** Words of how a caption is set. */
const TRAIT = new RegExp(edge(alternate('captionTraits')), 'iu');

/** Another line after the first: “Cake sale and below it Friday at 3”. */
const NEXT_LINE = new RegExp(
  String.raw`(?<!\p{L})(?:${alternate('conjunctions')}) (?:${alternate('captionLines')})(?!\p{L})`,
  'iu',
);

/** Returns a prompt with marks around its captions. */
export function markCaptions(given: string, lexicons: readonly Lexicon[]): string {
  const read = (text: string): readonly (readonly Token[])[] =>
    lexicons.map((lexicon) => tokenisePrompt(text.slice(0, REACH), lexicon, null));
  const prompt = markMemes(markNames(given.replaceAll(/[\uE000-\uE002]/gu, ' '), read), read);
  if (!HEAD.test(prompt) && !hasCapitals(prompt) && !PLACED_HEAD.test(prompt)) {
    return prompt;
  }
  const open = splitQuotes(prompt)
    .map(({ text, quote, isDoubted }) =>
      // The private marks of a name are no part of its text.
      quote === null ? text : QUOTED.repeat(text.length + (isDoubted === undefined ? 0 : 2)),
    )
    .join('');
  let count = 0;
  return open.replaceAll(/(?:[^.!?;\n]|\.(?=[\p{L}\p{N}]))+[!?]*/gu, (sentence, at: number) => {
    if (sentence.includes(QUOTED) || count >= MAX_CAPTIONS) {
      return prompt.slice(at, at + sentence.length);
    }
    const marked =
      HEAD.test(sentence) || PLACED_HEAD.test(sentence) ? markAll(sentence, read) : sentence;
    const found = marked.includes(QUOTED) ? marked : (markCapitals(sentence, read) ?? marked);
    count += found === sentence ? 0 : 1;
    return found;
  });
}

/** Marks the captions of a sentence one after the other: “text on top: A, text below: B”. */
function markAll(sentence: string, read: Read): string {
  let rest = sentence;
  let done = '';
  for (
    let count = 0;
    count < MAX_CAPTIONS && (HEAD.test(rest) || PLACED_HEAD.test(rest));
    count += 1
  ) {
    const marked = markSentence(rest, read);
    const end = marked.lastIndexOf(UNQUOTED) + 1;
    if (end === 0) {
      break;
    }
    done += marked.slice(0, end);
    rest = marked.slice(end);
  }
  return done + rest;
}

function markSentence(sentence: string, read: Read): string {
  const colon = /(?<!\d):(?=\s|\p{L})|(?<=\D):/u.exec(sentence);
  const head = sentence.slice(0, colon?.index);
  const start = colon === null ? -1 : colon.index + 1;
  const before = head.split(SEPARATOR).at(-1) ?? '';
  if (start > 0 && HEAD.test(before)) {
    const isOfPeople = read(before).some((tokens) => tokens.some((token) => isOf(token, 'person')));
    return changesWords(before, read) || isOfPeople || TRAIT.test(before)
      ? sentence
      : mark(sentence, start, { read, isSure: true });
  }
  // “Oben: Himmel blauer” asks for another sky.
  if (start > 0 && isPlaceAlone(head, read) && !asksForEffect(sentence.slice(start), read)) {
    return mark(sentence, start, { read, isSure: false });
  }
  const openings = [...sentence.matchAll(OPENING)].map((found) => ({
    found,
    isSaid: SAYS_ONLY.test(found[0].trim()),
  }));
  for (const { found, isSaid } of openings.toSorted(
    (a, b) => Number(b.isSaid) - Number(a.isSaid),
  )) {
    const before = sentence.slice(0, found.index);
    // “Fix the sign, it should say Bakery”
    const clause = isSaid ? before : (before.split(SEPARATOR).at(-1) ?? '');
    const isSure = isSaid || SURE.test(found[0].trim());
    const marked = changesWords(clause, read)
      ? sentence
      : mark(sentence, found.index + found[0].length, {
          read,
          isSure,
          isSaid,
          isWritten: isSaid || VERB_ONLY.test(found[0].trim()),
        });
    if (marked !== sentence) {
      return marked;
    }
  }
  return sentence;
}

/** Returns whether words only say where and how others stand: “unten klein in Weiß: Foto von Jana”. */
function isPlaceAlone(head: string, read: Read): boolean {
  return read(head).some(
    (tokens) =>
      tokens.every((token) => isLook(token) || token.kind === 'filler') &&
      tokens.some((token) => isOf(token, 'side')),
  );
}

interface Opened {
  readonly read: Read;
  /** Whether it is certain that words are to be written. */
  readonly isSure: boolean;
  /** Whether words such as “that says” stand before it. */
  readonly isSaid?: boolean;
  /** Whether a verb such as “write” stands before it. */
  readonly isWritten?: boolean;
}

function mark(
  sentence: string,
  from: number,
  { read, isSure, isSaid = false, isWritten = isSaid }: Opened,
): string {
  const isNamed = sentence[from - 1] === ':';
  const start = from + measureStart(sentence.slice(from), read);
  const begin = start + (LEAD.exec(sentence.slice(start))?.[0].length ?? 0);
  const cut = cutTail(sentence.slice(begin), read);
  const whole = cut.text.trimEnd();
  const ended = whole.replace(/[!?]{1,9}$/u, '');
  const look = measureEnd(ended, read);
  const text = (look > 0 ? ended.slice(0, ended.length - look) : whole).replace(POLITE, '').trim();
  const at = sentence.indexOf(text, begin);
  if (
    text === '' ||
    !/[\p{L}\p{N}]/u.test(text) ||
    (isNamed && /\p{Ll}/u.test(text) && NOTHING.test(text))
  ) {
    return sentence;
  }
  if (read(text).some((tokens) => tokens.length > 0 && tokens.every(isLook))) {
    // “Text: bigger” says how it is to look.
    return sentence;
  }
  if (!isNamed && !isWritten && isTakenAway(text, read)) {
    return sentence;
  }
  const isCertain =
    !cut.isDoubtful &&
    !NEXT_LINE.test(text) &&
    text.length <= MAX_CAPTION_CHARS &&
    (isNamed ? !isAsked(read(text)) : isSaid || (isLiteral(text) && !isSized(text, read))) &&
    (isNamed || !(ON_THING.test(` ${text} `) || MANNER.test(text) || isMixed(text, read))) &&
    (isSure || isOwn(text, read));
  const end = at + (isCertain ? text.length : whole.length - (at - begin));
  const pair = isCertain ? PAIR.exec(text) : null;
  if (pair !== null) {
    return `${sentence.slice(0, at)} ${pair
      .slice(1)
      .map((word) => `${QUOTED}${word}${UNQUOTED}`)
      .join(' & ')} ${sentence.slice(end)}`;
  }
  return !isCertain && !isSure
    ? sentence
    : `${sentence.slice(0, at)} ${isCertain ? QUOTED : DOUBTED}${sentence.slice(at, end)}${UNQUOTED} ${sentence.slice(end)}`;
}

/** Returns whether words that are there are to go: “der Schriftzug auf dem Pulli soll weg”. */
function isTakenAway(text: string, read: Read): boolean {
  return (
    /^\p{Ll}/u.test(text) &&
    read(text).some((tokens) => {
      const last = tokens.at(-1);
      return last !== undefined && isOf(last, 'remove', 'conceal');
    })
  );
}

/** Returns whether a text asks for something: “make it bigger”. */
function isAsked(readings: readonly (readonly Token[])[]): boolean {
  return readings.some(
    ([first]) => first?.kind === 'verb' || grammar.requests.test(first?.text ?? ''),
  );
}

/** Returns whether a text begins with a size, which may be that of the letters: “oben klein Folge 3”. */
function isSized(text: string, read: Read): boolean {
  return (
    /^\p{Ll}/u.test(text) &&
    read(text).some(([first]) => first !== undefined && isOf(first, 'bigger', 'smaller'))
  );
}

/** Returns whether a text may be what is to be written, not a description of it: “Live”, not “my name”. */
function isLiteral(text: string): boolean {
  const [first = '', second = '', ...more] = text.split(/\s+/u);
  // “Schreib meinen Namen in Schreibschrift drunter”
  if (/^\p{Ll}/u.test(first) && grammar.wearing.test(first) && more.length === 0) {
    return false;
  }
  const isTitle = /^\p{Lu}/u.test(first) && /^\p{L}/u.test(second);
  return isTitle || !ABOUT.test(first);
}

/** Returns whether a text after a noun alone is a caption: it has words of its own and names no effect. */
function isOwn(text: string, read: Read): boolean {
  return read(text).every(
    (tokens) =>
      (/\p{Lu}/u.test(text) || tokens.some(({ kind }) => kind === 'unknown')) &&
      !tokens.some((token) => isOf(token, ...EFFECTS, 'is', 'not')),
  );
}

/** Returns whether a text holds words of its look: “Hello in big letters somewhere”, “Soon over”. */
function isMixed(text: string, read: Read): boolean {
  return read(text).some((tokens) =>
    tokens.some((token, at) => {
      const next = tokens[at + 1];
      // “Hello top left and bye” holds two captions.
      const isPlacedBefore = isOf(token, 'side') && next !== undefined && isOf(next, 'and');
      return (
        isPlacedBefore ||
        (isLink(token) && (next === undefined || isOf(next, ...PLACES, 'colour', 'bigger')))
      );
    }),
  );
}

/** Measures the place and look that stand before a caption: “unten bitte”. */
function measureStart(text: string, read: Read): number {
  return Math.max(
    ...read(text).map((tokens) => {
      let length = 0;
      let end = 0;
      let isLed = false;
      for (const token of tokens) {
        const isPlace = isOf(token, ...PLACES) || grammar.politeness.test(token.text);
        const isEnd = isPlace || (isLed && isOf(token, ...CAPTION_LOOKS)) || token.text === ':';
        // “Red roses” begins a caption, “in red” does not.
        if (isEverything(token) || (!isEnd && !isLink(token))) {
          break;
        }
        length = text.indexOf(token.text, length) + token.text.length;
        end = isEnd ? length : end;
        isLed ||= isLink(token);
      }
      return end;
    }),
  );
}

/** Returns whether a word means all of the image: “Alles Gute” begins a caption, “auf das Foto” does not. */
function isEverything(token: Token): boolean {
  return isOf(token, 'picture') && grammar.totals.test(token.text);
}

/** Measures the place and look that stand after a caption: “at the top in yellow”. */
function measureEnd(text: string, read: Read): number {
  return Math.max(
    ...read(text).map((tokens) => {
      const lettering = findLettering(tokens);
      const last = tokens.findLastIndex(
        (token, at) => !isLook(token) && !(lettering > 0 && at >= lettering),
      );
      const tail = tokens.slice(last + 1);
      // “Roses are red” ends with no look; “in red” does.
      const start = tail.findIndex(
        (token) =>
          isOf(token, ...PLACES, 'bigger', 'smaller') ||
          grammar.paths.test(token.text) ||
          grammar.pictureNouns.test(token.text),
      );
      const look = start < 0 ? [] : tail.slice(start);
      const [first] = look;
      return first === undefined ||
        !(look.some(isPlaced) || grammar.onImage.test(look.map((token) => token.text).join(' ')))
        ? 0
        : text.length -
            look.reduceRight(
              (end, token) => text.lastIndexOf(token.text, end - token.text.length),
              text.length,
            );
    }),
  );
}

/** Finds where “in huge pixel letters” begins at the end of a text; -1 where it does not. */
function findLettering(tokens: readonly Token[]): number {
  const last = tokens.at(-1);
  const start = tokens.findLastIndex(
    (token, at) => at < tokens.length - 1 && grammar.paths.test(token.text),
  );
  return last !== undefined &&
    isOf(last, 'text') &&
    start > 0 &&
    tokens.length - start < 6 &&
    tokens.slice(start + 1, -1).some(isPlaced)
    ? start
    : -1;
}

function isLook(token: Token): boolean {
  return (
    isPlaced(token) ||
    isOf(token, 'picture') ||
    isLink(token) ||
    grammar.captionDurations.test(token.text) ||
    grammar.politeness.test(token.text)
  );
}

/** Returns whether a word says how or where words stand: “in red”, “on top”, “on this photo”. */
function isPlaced(token: Token): boolean {
  return (
    (isOf(token, ...CAPTION_LOOKS) && !isOf(token, 'picture')) ||
    grammar.topSide.test(token.text) ||
    grammar.captionEnds.test(token.text) ||
    grammar.pictureNouns.test(` ${token.text}`)
  );
}

/** Returns whether words say what a caption is not to cover: “but not over my face”. */
function isLimit(tokens: readonly Token[]): boolean {
  const [first, second] = tokens.filter(({ kind }) => kind !== 'filler');
  const denial = first !== undefined && isOf(first, 'and') ? second : first;
  return (
    denial !== undefined &&
    (isNegation(denial) || isOf(denial, 'except')) &&
    tokens.some((token) => isOf(token, 'face', 'person', 'pronoun'))
  );
}

/** Cuts a wish that follows a caption: “…, and blur the background”. */
function cutTail(
  text: string,
  read: Read,
): { readonly text: string; readonly isDoubtful: boolean } {
  let isDoubtful = false;
  for (const found of text.slice(0, REACH).matchAll(SEPARATOR)) {
    const after = text.slice(found.index + found[0].length);
    const next = after.slice(0, after.search(SEPARATOR) < 0 ? undefined : after.search(SEPARATOR));
    const readings = read(next);
    const isWish =
      isAsked(readings) ||
      readings.some(isLimit) ||
      readings.some(
        (tokens) =>
          tokens.every((token) => token.kind !== 'unknown') &&
          (tokens.every(isLook) ||
            (tokens.some((token) => isOf(token, ...EFFECTS)) &&
              tokens.filter(({ kind }) => kind === 'known').length > 1)),
      );
    if (isWish || (/:/.test(next) && HEAD.test(next))) {
      return { text: text.slice(0, found.index), isDoubtful };
    }
    isDoubtful ||=
      isNextCaption(readings, read(text.slice(0, found.index))) ||
      grammar.definites.test(next.split(' ')[0] ?? '') ||
      readings.some((tokens) => tokens.some((token) => isOf(token, ...EFFECTS)));
  }
  return { text, isDoubtful };
}

/** Returns whether another caption follows, which has a place of its own: “OMA und oben OPA”, “A on the left, B on the right”. */
function isNextCaption(
  next: readonly (readonly Token[])[],
  before: readonly (readonly Token[])[],
): boolean {
  const isPlace = (token: Token | undefined): boolean =>
    token !== undefined && isOf(token, ...PLACES);
  return (
    next.some((tokens) => isPlace(tokens.find(({ kind }) => kind !== 'filler'))) ||
    (next.some((tokens) => isPlace(tokens.at(-1))) &&
      before.some((tokens) => isPlace(tokens.at(-1))))
  );
}

function isLink({ text }: Token): boolean {
  return text.split(' ').every((word) => LINK.test(word));
}
