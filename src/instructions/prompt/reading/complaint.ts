import type { Clause } from '../clauses/clauses.ts';
import { grammar } from '../tokens/grammar.ts';
import { targets } from '../tokens/concepts.ts';
import { isComplaint } from '../rewriting/rewrite.ts';
import { isOf, textOf, type Token } from '../tokens/token.ts';

const PEOPLE = { text: '', concepts: ['person'], kind: 'known', at: [] } as const;
const IS = { text: '', concepts: ['is'], kind: 'known', at: [] } as const;

/** Concepts that continue a statement: “the photo is dark and foggy”. */
const ADJECTIVES = 'g grain noisy blur amount too zu rain snow fog'.split(' ');

interface Complaint {
  readonly tokens: readonly Token[];
  /** The “is” that applies to the next clause as well: “it is dark … and grainy”. */
  readonly goesOn: Token | null;
}

function isComplaintOf(is: Token | null, tokens: readonly Token[]): boolean {
  return is !== null && isComplaint([is, ...tokens]);
}

/** Returns the tokens of a clause, along with the “is” of the clause before it where that complaint continues. */
export function readComplaint(
  tokens: readonly Token[],
  clause: Clause,
  goesOn: Token | null,
  hasTopic = false,
): Complaint {
  // “The photo is blurry and dark”, “it’s dark, grainy”
  const isAfterExcess = goesOn !== null && goesOn.text === '' && goesOn.at.length === 0;
  const isBare =
    !clause.isNew &&
    // “Much too dark and somehow pale”
    (!isAfterExcess || isFadedToo(tokens, clause)) &&
    !grammar.requests.test(textOf(clause.all)) &&
    tokens.length > 0 &&
    tokens.every((token) => isOf(token, ...ADJECTIVES) && !grammar.changing.test(token.text));
  const before =
    isBare || (!isAfterExcess && clause.isJoined && isComplaintOf(goesOn, tokens)) ? goesOn : null;
  const said =
    grammar.appearances.test(textOf(clause.all)) && !tokens.some((token) => isOf(token, 'is'));
  const isOfPeople =
    (said && grammar.personalPronouns.test(textOf(clause.all))) ||
    isNominative(tokens, clause) ||
    // “I like the background, but I am too dark” is about who says it.
    ((!hasTopic || grammar.firstPerson.test(clause.all[0]?.text ?? '')) &&
      isOfPerson(tokens, clause));
  const subject = isOfPeople ? [PEOPLE, ...tokens] : tokens;
  // “Ich bin zu braun”
  const isExcess =
    isOfPeople &&
    tokens.some((token) => isOf(token, 'zu')) &&
    tokens.some((token) => isOf(token, 'colour')) &&
    !tokens.some((token) => isOf(token, 'is'));
  const seems = cutLooks(said || isExcess ? addIs(subject) : subject, clause);
  const joined = before === null ? seems : [before, ...seems];
  const complains = !clause.isNew && !isWanted(clause) && isComplaint(joined);
  const excess = !clause.isNew && !isWanted(clause) ? turnSlight(joined) : null;
  if (excess !== null) {
    return { tokens: excess, goesOn: null };
  }
  const is = joined.find((token) => isOf(token, 'is'));
  const states =
    is !== undefined &&
    !clause.isNew &&
    !isWanted(clause) &&
    !grammar.comparisons.test(textOf(clause.all)) &&
    !grammar.likenesses.test(textOf(clause.all)) &&
    !joined.some((token) => isOf(token, 'identity') || grammar.comparatives.test(token.text));
  return {
    // Without it “it should be very dark” would become lighter.
    tokens:
      complains || (isBare && before !== null)
        ? joined
        : seems.filter((token) => !isOf(token, 'is') || !isComplaint(seems)),
    goesOn:
      (complains || states) && is !== undefined
        ? { ...is, concepts: isOfPeople ? ['is', 'person'] : is.concepts, at: [] }
        : isBareExcess(tokens, clause)
          ? IS
          : null,
  };
}

/** Returns whether a clause only says that the image is too much of something: “much too dark”. */
function isBareExcess(tokens: readonly Token[], { isNew, all }: Clause): boolean {
  return (
    !isNew &&
    !grammar.requests.test(textOf(all)) &&
    tokens.some((token) => isOf(token, 'too', 'zu', 'lowlight')) &&
    // “Too colourful, pale” asks for the contrary.
    !tokens.some((token) => token.concepts.some((concept) => concept.startsWith('g:more_'))) &&
    tokens.every((token) => isOf(token, 'too', 'zu', 'g', 'lowlight', 'amount', 'picture'))
  );
}

/** Returns whether a clause only adds that the image has too little of something: “… and somehow pale”, “…, flat”. */
function isFadedToo(tokens: readonly Token[], { all, isJoined }: Clause): boolean {
  return (
    tokens.every((token) => isOf(token, 'amount') || grammar.fadedTones.test(token.text)) &&
    all.every(({ kind }) => kind === 'known' || (isJoined && kind === 'filler'))
  );
}

/** Returns whether a clause without a verb says how people should become: “…, and ich etwas heller”. */
function isNominative(tokens: readonly Token[], { all, isNew }: Clause): boolean {
  return (
    !isNew &&
    grammar.nominatives.test(all[0]?.text ?? '') &&
    all.slice(1).every(({ kind }) => kind === 'known') &&
    tokens.some(
      (token) => isOf(token, 'g', 'sharpen') && grammar.anyComparatives.test(token.text),
    ) &&
    tokens.every((token) => isOf(token, 'g', 'sharpen', 'amount', 'light', 'lowlight'))
  );
}

/** Returns whether an excess is that of people: “we both look way too pale”, “er ist viel zu dunkel”. */
function isOfPerson(tokens: readonly Token[], { all, isNew }: Clause): boolean {
  return (
    !isNew &&
    grammar.peopleAre.test(textOf(all)) &&
    tokens.some(
      (token) => isOf(token, 'too', 'zu', 'lowlight') || grammar.exposure.test(token.text),
    ) &&
    !tokens.some((token) => isOf(token, 'picture', 'colourword', ...targets))
  );
}

/** Reads “our faces are a bit dark” as “too dark”; null where it is no such statement. */
function turnSlight(tokens: readonly Token[]): readonly Token[] | null {
  const is = tokens.findIndex((token) => isOf(token, 'is'));
  const [slight, grade, ...more] = tokens.slice(is + 1);
  return is > 0 &&
    slight?.concepts[0] === 'amount:0.35' &&
    grade !== undefined &&
    isOf(grade, 'g') &&
    !grammar.comparatives.test(grade.text) &&
    more.length === 0 &&
    tokens.slice(0, is).some((token) => isOf(token, ...targets)) &&
    tokens.slice(0, is).every((token) => isOf(token, 'picture', ...targets))
    ? tokens.with(is + 1, { ...slight, concepts: ['too'] })
    : null;
}

/** Returns whether a clause states how something should become. */
export function isWanted(clause: Clause): boolean {
  return clause.all.some(({ text }) => grammar.volitionVerbs.test(text));
}

/** Adds the “is” after its subject. */
function addIs(tokens: readonly Token[]): readonly Token[] {
  const start = tokens.findIndex((token) => !isOf(token, 'picture', 'colourword', ...targets));
  return tokens.toSpliced(Math.max(0, start), 0, IS);
}

/** Cuts the particle of “sieht flau aus”, which would otherwise be read as “from”. */
function cutLooks(tokens: readonly Token[], clause: Clause): readonly Token[] {
  const last = tokens.at(-1);
  const isLook =
    last !== undefined &&
    grammar.seemParticles.test(last.text) &&
    clause.all.some(({ text }) => grammar.lookVerbs.test(text));
  return isLook ? tokens.slice(0, -1) : tokens;
}

/** Subjects of complaints besides parts of people. */
const THINGS = ['undereyes', 'blemish', 'shadowy', 'cast'];

/** Returns whether words name the skin and what is wrong with it: “my skin is blotchy”. */
function isOfSkin(named: readonly Token[]): boolean {
  const isSkin = ({ length }: readonly Token[]): boolean => length === 1;
  return (
    named.length === 2 &&
    isSkin(named.filter((token) => isOf(token, 'skin', 'face', 'cheeks', 'nose'))) &&
    named.some((token) => isOf(token, 'blemish'))
  );
}

/** Finds the subject of a clause that the next clause may continue: “my hair is too dark, make it lighter”. */
export function findTopic(clause: Clause, hasWish: boolean): Token | null {
  const named = clause.tokens.filter(
    (token) =>
      isOf(token, ...targets, ...(hasWish ? [] : THINGS)) &&
      !isOf(token, 'person', 'pronoun', 'there'),
  );
  const [topic] = isOfSkin(named) ? named.filter((token) => !isOf(token, 'blemish')) : named;
  const isPlace =
    topic !== undefined &&
    isOf(topic, 'background') &&
    grammar.behindWords.test(topic.text.split(' ')[0] ?? '') &&
    clause.tokens.some((token) => token.kind === 'unknown' || isOf(token, 'object'));
  if (isPlace) {
    // “Behind me lies laundry, away with it” names where the thing is.
    return null;
  }
  const isStated =
    (clause.tokens.some((token) => isOf(token, 'is', 'too')) ||
      grammar.appearances.test(textOf(clause.all))) &&
    !isWanted(clause);
  return topic !== undefined && (named.length === 1 || isOfSkin(named)) && (!hasWish || isStated)
    ? {
        ...topic,
        concepts: [...new Set(named.flatMap(({ concepts }) => concepts))],
        text: '',
        at: [],
      }
    : null;
}

/**
 * Finds the part that a clause begins with and says how it should become, which adjectives after “and” continue: “the
 * eyes bigger and brighter”, not “bigger eyes and brighter”.
 */
export function findPredicate({ tokens }: Clause): Token | null {
  const [topic, second, ...more] = tokens.filter(
    // “My eyes to look bigger”
    (token) => !isOf(token, 'person', 'pronoun', 'to'),
  );
  return topic !== undefined &&
    second !== undefined &&
    isOf(topic, ...ADJECTIVED, 'face', 'clothes') &&
    isOf(second, 'amount', 'more', 'less', ...SHAPES) &&
    more.every((token) => isOf(token, 'amount', ...SHAPES))
    ? { ...topic, text: '', at: [] }
    : null;
}

/** Concepts of how a part becomes. */
const SHAPES =
  'g smooth bigger smaller wide slim whiten colour open raise bodyshape finish blur sharpen'.split(
    ' ',
  );

/**
 * Returns whether a clause continues the topic. In “thicker eyebrows, darker too” an adjective alone describes the
 * small part, not the whole image. The denied part of “don’t blur the background, only darker” is not continued.
 */
export function goesOnAbout(
  topic: Token,
  tokens: readonly Token[],
  {
    isNew,
    isJoined,
    isStated,
  }: Pick<Clause, 'isNew' | 'isJoined'> & { readonly isStated: boolean },
): boolean {
  const isSofter =
    isOf(topic, 'blemish', 'undereyes') &&
    tokens.some((token) => isOf(token, 'smooth', 'less')) &&
    tokens.every((token) => isOf(token, 'smooth', 'less', 'amount'));
  // “The wrinkles on my forehead, a little softer”
  if (isSofter && !isNew) {
    return true;
  }
  return (
    !isNew &&
    (isOf(topic, ...ADJECTIVED, ...(isJoined || isStated ? ['face', 'clothes'] : [])) ||
      tokens.some((token) => isOf(token, 'only'))) &&
    tokens.every(
      (token) =>
        isOf(token, 'g', 'amount', 'only', 'less', 'more', 'bigger', 'smaller') &&
        !isOf(token, ...targets),
    ) &&
    tokens.some((token) => isOf(token, 'g', 'bigger', 'smaller'))
  );
}

const ADJECTIVED = ['hair', 'eyes', 'lips', 'mouth', 'teeth', 'skin', 'nose', 'brows', 'cheeks'];

/**
 * Returns whether a clause is about the part that was named before it. “Make it …” after a denied wish (`isDenied`) is
 * about the whole image.
 */
export function isAboutTopic(clause: Clause, isDenied = false): boolean {
  return (
    clause.all.some(
      ({ text }) =>
        // “Even it out” is one token.
        text.split(' ').some((word) => grammar.objectPronouns.test(word)) ||
        grammar.subjectPronouns.test(text),
    ) &&
    !(isDenied && clause.all.some(({ text }) => grammar.makeVerbs.test(text))) &&
    !clause.tokens.some(
      (token) =>
        !grammar.objectPronouns.test(token.text) &&
        isOf(token, 'picture', ...targets.filter((one) => one !== 'pronoun')),
    )
  );
}
