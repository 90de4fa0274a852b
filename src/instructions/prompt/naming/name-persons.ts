/**
 * Names people whom a wish chooses by where they are: “blur the face of the person on the right”, “hide every face but
 * mine, I’m on the left”. All words of a clause beside its verb have to belong to the choice; otherwise nothing is named.
 */
import { type PersonChoice, personPositions, PERSONS, writeChoice } from '../../person-choice.ts';
import type { PersonWords } from '../../person-words.ts';
import { personWords } from '../../words/persons.ts';
import { grammar } from '../tokens/grammar.ts';
import { isOf, mergeTokens, textOf, type Token } from '../tokens/token.ts';

type PersonWord = Exclude<keyof PersonWords, 'ordinals' | 'removes'>;
type Mark = PersonWord | number;

/** Words of one language; the longest phrase that begins at a word is read. */
interface Dictionary {
  readonly phrases: ReadonlyMap<string, Mark>;
  readonly removing: ReadonlySet<string>;
  /** First words of the phrases. */
  readonly starts: ReadonlySet<string>;
  /** Number of words of the longest phrase. */
  readonly longest: number;
}

const dictionaries: readonly Dictionary[] = Object.values(personWords).map(
  ({ ordinals, removes, ...lists }) => {
    const phrases = new Map<string, Mark>();
    for (const [mark, words] of Object.entries(lists)) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the lists
      words.split('|').forEach((phrase) => phrases.set(phrase, mark as PersonWord));
    }
    for (const [at, ordinal] of ordinals.split('|').entries()) {
      ordinal.split(' ').forEach((form) => phrases.set(form, at + 1));
    }
    const longest = Math.max(...[...phrases.keys()].map((phrase) => phrase.split(' ').length));
    const starts = new Set([...phrases.keys()].map((phrase) => phrase.split(' ')[0] ?? ''));
    return { phrases, starts, removing: new Set(removes.split('|')), longest };
  },
);

const EFFECTS = ['hide', 'conceal', 'blur', 'remove'];

/** Returns the words of a prompt; a choice of people is one token with the concept `persons`. */
export function namePersons(tokens: readonly Token[]): readonly Token[] {
  if (!tokens.some(isEffect)) {
    return tokens;
  }
  for (const dictionary of dictionaries) {
    const named = nameIn(tokens, dictionary);
    if (named !== null) {
      return named;
    }
  }
  return tokens;
}

/** Names the choices in the words of one language; null where there is none. */
function nameIn(tokens: readonly Token[], dictionary: Dictionary): readonly Token[] | null {
  const parts = splitParts(tokens, dictionary);
  const selves = parts.map((part) => readSelf(part, dictionary));
  const at = selves.findIndex((place) => place !== null);
  const self = {
    choice: selves[at] ?? null,
    words: parts[at]?.filter((one) => !isEnd(one)) ?? [],
    others: readOthers(parts, dictionary),
  };
  const named = parts.map((part, index) =>
    goesOn(parts[index + 1]) ? null : nameChoice(part, self, dictionary),
  );
  if (named.every((one) => one === null)) {
    return null;
  }
  const usesSelf = named.some((one) => one?.usesSelf === true);
  return parts.flatMap((part, index) =>
    usesSelf && index === at ? part.filter(isEnd) : (named[index]?.tokens ?? part),
  );
}

function isEffect(token: Token): boolean {
  return (
    // “The person in the background annoys me” names no deed.
    (isOf(token, ...EFFECTS) && !isOf(token, 'dislike')) ||
    dictionaries.some(({ removing }) => removing.has(token.text.toLowerCase()))
  );
}

function isEnd({ kind }: Token): boolean {
  return kind === 'pause' || kind === 'stop';
}

/** Splits a prompt at marks and at “and”, which begins its part; “but” divides nothing here. */
function splitParts(
  tokens: readonly Token[],
  dictionary: Dictionary,
): readonly (readonly Token[])[] {
  const parts: Token[][] = [[]];
  const isExcept = (token: Token | undefined): boolean =>
    token !== undefined && readMarks([token], dictionary)?.[0] === 'except';
  for (const [at, token] of tokens.entries()) {
    if (isOf(token, 'and') && !isExcept(token)) {
      parts.push([]);
    }
    parts.at(-1)?.push(token);
    // “Blur the faces, except mine”
    if (isEnd(token) && !(token.text === ',' && isExcept(tokens[at + 1]))) {
      parts.push([]);
    }
  }
  return parts;
}

/** Returns whether a part only names more people: “the person on the left and my sister”. */
function goesOn(part: readonly Token[] | undefined): boolean {
  const [joint, ...rest] = part ?? [];
  const first = rest.find(({ kind }) => kind !== 'filler');
  return (
    joint !== undefined &&
    isOf(joint, 'and') &&
    first !== undefined &&
    (isOf(first, 'person', 'face', 'side', 'bystander') || first.kind === 'unknown') &&
    !rest.some((token) => isEffect(token) || token.kind === 'verb')
  );
}

/** Reads the words of tokens as marks without silent ones; null where a word belongs to no choice. */
function readMarks(
  tokens: readonly Token[],
  { phrases, starts, longest }: Dictionary,
): readonly Mark[] | null {
  const first = tokens.find((token) => !isEnd(token));
  const [start] = first === undefined ? [] : splitWords(first.text);
  if (start !== undefined && !starts.has(start)) {
    return null;
  }
  const words = splitWords(textOf(tokens.filter((token) => !isEnd(token))));
  const marks: Mark[] = [];
  for (let at = 0; at < words.length;) {
    let length = Math.min(longest, words.length - at);
    while (length > 0 && !phrases.has(words.slice(at, at + length).join(' '))) {
      length -= 1;
    }
    const mark = phrases.get(words.slice(at, at + length).join(' '));
    if (mark === undefined) {
      return null;
    }
    if (mark !== 'silent') {
      marks.push(mark);
    }
    at += length;
  }
  return marks;
}

/** Splits a text into words without apostrophes and possessives. */
function splitWords(text: string): readonly string[] {
  return text
    .toLowerCase()
    .replaceAll(/['’`´]s?(?!\p{L})/gu, '')
    .replaceAll(/['’`´]/gu, '')
    .split(' ')
    .filter((word) => word !== '');
}

/** Reads where who speaks is, from a part that says nothing else; null for other parts. */
function readSelf(part: readonly Token[], dictionary: Dictionary): PersonChoice | null {
  const marks = readMarks(part, dictionary);
  const isPlaced = marks?.length === 2 && marks[0] === 'me';
  return marks?.includes('self') === true || (marks !== null && isPlaced)
    ? readPerson(['one', ...marks.filter((mark) => !['self', 'me', 'one'].includes(String(mark)))])
    : null;
}

interface NamedChoice {
  readonly tokens: readonly Token[];
  readonly usesSelf: boolean;
}

/** Where who speaks is, if the prompt says so, and its words. */
interface Self {
  readonly choice: PersonChoice | null;
  readonly words: readonly Token[];
  /** Who is not one of “the others”: who speaks unless somebody else is named; null where that is not clear. */
  readonly others: PersonChoice | null;
}

/** Reads whom a prompt names beside “the others”: “keep the man on the left and remove the others”. */
function readOthers(
  parts: readonly (readonly Token[])[],
  dictionary: Dictionary,
): PersonChoice | null {
  const named = parts.filter(
    (part) =>
      part.some((token) => isOf(token, 'person') && !isOf(token, 'pronoun', 'everybody')) &&
      !part.some(isEffect),
  );
  const [part = [], ...more] = named;
  if (named.length === 0) {
    return ME;
  }
  const rest = part.filter((token) => !isOf(token, 'keep', 'and') && token.kind !== 'verb');
  const marks = part.some((token) => isOf(token, 'keep')) ? readMarks(rest, dictionary) : null;
  return marks === null || more.length > 0 ? null : readPerson(marks);
}

function nameChoice(
  part: readonly Token[],
  self: Self,
  dictionary: Dictionary,
): NamedChoice | null {
  const [verb, ...verbs] = part.filter(isEffect);
  const isQuestion = part.at(-1)?.text.includes('?') === true;
  if (isQuestion && grammar.askedVerbs.test(part[0]?.text ?? '')) {
    // “Is the person on the left blurred?”
    return null;
  }
  const isBeside = (token: Token): boolean =>
    token.kind === 'verb' || isEnd(token) || (token === part[0] && isOf(token, 'and', 'because'));
  const rest = trimFillers(
    part.filter((token) => token !== verb && !isBeside(token)),
    dictionary,
  );
  const marks = verbs.length === 0 ? readMarks(rest, dictionary) : null;
  const read = marks === null || marks.includes('self') ? null : readChoice(marks, self);
  if (marks === null || read === null || verb === undefined || isOfParts(verb, rest, marks)) {
    return null;
  }
  const { usesSelf, choice } = read;
  const merged = {
    ...mergeTokens(toConcept(choice), ...rest, ...(usesSelf ? self.words : [])),
    text: textOf(rest),
  };
  const tokens = part.flatMap((token): readonly Token[] =>
    token === verb
      ? [toEffect(token)]
      : token === rest[0]
        ? [merged]
        : rest.includes(token)
          ? []
          : [token],
  );
  return { tokens, usesSelf };
}

/** Removes words without a meaning from the ends: “could you please”. */
function trimFillers(tokens: readonly Token[], dictionary: Dictionary): readonly Token[] {
  const isWord = (token: Token): boolean =>
    token.kind !== 'filler' || readMarks([token], dictionary)?.length !== 0;
  return tokens.some(isWord)
    ? tokens.slice(tokens.findIndex(isWord), tokens.findLastIndex(isWord) + 1)
    : tokens;
}

function toEffect(token: Token): Token {
  return isOf(token, ...EFFECTS) ? token : { ...token, kind: 'known', concepts: ['remove'] };
}

/**
 * Returns whether a wish is not about whole people: “remove the face on the left”, which takes nobody out, or “blur my
 * friend behind me”, which may mean the background.
 */
function isOfParts(verb: Token, rest: readonly Token[], marks: readonly Mark[]): boolean {
  if (!isOf(verb, 'hide', 'conceal', 'blur')) {
    return marks.some((mark) => mark === 'face' || mark === 'faces');
  }
  return (
    isOf(verb, 'blur') &&
    !marks.some((mark) => mark === 'face' || mark === 'faces' || mark === 'everybody') &&
    rest.some((token) => isOf(token, 'background') && !isOf(token, 'there'))
  );
}

function readChoice(
  marks: readonly Mark[],
  { choice: self, others }: Self,
): { readonly choice: PersonChoice; readonly usesSelf: boolean } | null {
  const except = marks.indexOf('except');
  const [group, kept] =
    except < 0 ? [marks, ['me' as const]] : [marks.slice(0, except), marks.slice(except + 1)];
  const isRest = except < 0 && group.includes('rest');
  if (except < 0 && !isRest) {
    const isOwn = self !== null && marks.includes('me') && marks.every(isOfMe);
    const choice = isOwn ? self : readPerson(marks);
    return choice === null ? null : { choice, usesSelf: isOwn };
  }
  const named = ['all', 'everybody', 'faces', 'face', ...(isRest ? ['rest'] : [])];
  if (group.length === 0 || group.some((mark) => !named.includes(String(mark)))) {
    return null;
  }
  const isMe = kept.includes('me') && kept.every(isOfMe);
  // “All but the second from the left”
  const isNamed = kept.some((mark) => mark === 'one' || mark === 'face');
  const person = isRest
    ? (self ?? others)
    : isMe
      ? (self ?? ME)
      : readPerson(isNamed ? kept : ['one', ...kept]);
  return person === null || person.isSeveral
    ? null
    : { choice: { ...person, isInverted: true }, usesSelf: isMe && self !== null };
}

function isOfMe(mark: Mark): boolean {
  return mark === 'me' || mark === 'face';
}

/** Who speaks, unless they say where they are. */
const ME: PersonChoice = { place: 'front', number: 1, isSeveral: false, isInverted: false };

/** Reads who is chosen by one place; null where it is none or not clear. */
function readPerson(given: readonly Mark[]): PersonChoice | null {
  // “My friend on the left”
  const marks = given.filter((mark, at) => mark !== 'me' || given[at + 1] !== 'one');
  const places = personPositions.filter((place) => marks.includes(place));
  const [place] = places;
  const number = marks.find((mark) => typeof mark === 'number') ?? 1;
  const nouns = marks.filter((mark) => mark === 'one' || mark === 'everybody');
  const isSeveral = marks.some((mark) => mark === 'everybody' || mark === 'faces');
  const isSomebody = isSeveral || marks.some((mark) => mark === 'one' || mark === 'face');
  const known: readonly Mark[] = [
    ...personPositions,
    'one',
    'everybody',
    'face',
    'faces',
    'all',
    number,
  ];
  return place === undefined ||
    !isSomebody ||
    places.length > 1 ||
    nouns.length > 1 ||
    (isSeveral && place !== 'back') ||
    (number > 1 && place !== 'left' && place !== 'right') ||
    marks.some((mark) => !known.includes(mark))
    ? null
    : { place, number, isSeveral, isInverted: false };
}

function toConcept(choice: PersonChoice): string {
  return `${PERSONS}:${writeChoice(choice)}`;
}
