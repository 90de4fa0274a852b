import type { Clause } from '../clauses/clauses.ts';
import {
  findPredicate,
  findTopic,
  goesOnAbout,
  isAboutTopic,
  isWanted,
  readComplaint,
} from './complaint.ts';
import { findSharedDegree } from './adjectives.ts';
import { findWhere, INVERTED_RULES } from './find-area.ts';
import { grammar } from '../tokens/grammar.ts';
import { nameMatchedPictures } from '../clauses/match-direction.ts';
import { findRule, type RuleMatch, STATES } from '../clauses/match-rule.ts';
import { targets } from '../tokens/concepts.ts';
import type { ReadState, ReadWish } from './read-state.ts';
import { readAmount } from './read-amount.ts';
import { readKept, readKeptEnd, readNot, REST } from './read-kept.ts';
import { readUnseen } from './read-unseen.ts';
import { readApproved } from './read-approved.ts';
import { readRepeated } from './read-repeated.ts';
import { readReason } from './stated-reasons.ts';
import { rewrite } from '../rewriting/rewrite.ts';
import { readWaiting } from './read-waiting.ts';
import { splitRunOn } from '../clauses/run-on.ts';
import { readCaption } from './read-caption.ts';
import {
  readCast,
  readDegree,
  readException,
  readGround,
  readLamp,
  readLimit,
  readMore,
  readTinge,
  readPlaced,
} from './said-after.ts';
import {
  findMended,
  findWithLight,
  findWithPicture,
  findWithTopic,
  isFurtherPicture,
} from './said-before.ts';
import { reopenWish } from './reopen-wish.ts';
import { isOfUndone } from './undone-neighbours.ts';
import { isOf, textOf, type Token } from '../tokens/token.ts';

const WAITING = [
  ...targets,
  'remove',
  'match',
  'crop',
  'extend',
  'text',
  'mono',
  'axis',
  'blur',
  'colour',
  'splash',
  'is',
  'more',
  'less',
  'amount',
  'add',
  'infront',
  'wall',
  'only',
  'light',
  'uncropped',
];
/** Largest number of wishes in one clause. */
const MAX = 12;

/** Parses a clause and adds its wishes to the state. */
export function readClause(clause: Clause, hasNext: boolean, state: ReadState): void {
  const isNewSentence = clause.sentence !== state.sentence;
  if (isNewSentence) {
    state.sentence = clause.sentence;
    state.region = null;
  }
  const carried = findCarried(clause, state);
  state.carried = [];
  const isRepair = clause.tokens.length > 0 && clause.tokens.every((token) => isOf(token, 'fix'));
  const topic = findGivenTopic(clause, isRepair, state);
  if (
    isRepair &&
    state.stated !== null &&
    state.stated.rule.topic !== 'cast' &&
    state.stated === state.wishes.at(-1)
  ) {
    state.wishes.pop();
  }
  const defects = isRepair ? takeDefects(clause, state) : [];
  const stated = state.stated === state.wishes.at(-1) ? state.stated : null;
  state.stated = null;
  if (hasNext && isBareDefect(clause, state)) {
    state.defects = clause.tokens.filter(({ kind }) => kind === 'known');
    return;
  }
  if (carried.length === 0 && readApproved(clause, hasNext, state)) {
    return;
  }
  const reason = readReason(clause, state);
  if (reason?.length === 0) {
    // “The background was ugly, blur it” names what to blur, “it was dark in my room” does not.
    const [subject] = clause.tokens;
    const isPast = clause.all.some(({ concepts }) => concepts.includes('past'));
    const isNamed = subject !== undefined && isOf(subject, ...targets);
    state.topic = isNamed || !isPast ? findTopic(clause, false) : null;
    // “It’s an old phone so it’s grainy, clean it up”
    state.defects = clause.tokens.filter((token) => isOf(token, 'grain', 'noisy'));
    return;
  }
  const said = readComplaint(
    readWay(
      defects.length > 0 ? defects : [...carried, ...(reason ?? clause.tokens)],
      clause,
      state,
    ),
    clause,
    state.complaint,
    state.topic !== null,
  );
  state.complaint = said.goesOn;
  const last = state.wishes.at(-1);
  if (said.goesOn !== null && last?.rule.id === 'restore' && last.sentence === clause.sentence) {
    // The defect of a photo that is to be restored is the reason, not a wish of its own.
    return;
  }
  let rest: readonly Token[] = rewrite(
    addTopic(said.tokens, clause, { topic, isNewSentence, state }),
  );
  rest = readCaption(rest, clause, state);
  const known = state.wishes.length;
  const isAsked = asksForChange(clause);
  rest = readSaid(rest, clause, { hasNext, state });
  rest = readRules(rest, { clause, state, carried, stated, topic, isAsked });
  const hasWish = state.wishes.length > known;
  // “It was really dark in here, brighten it”
  state.reasons.push(...(reason !== null && !hasWish ? rest : []));
  const isNamed = !hasWish && clause.tokens.some(({ kind }) => kind === 'unknown');
  state.sided =
    isNamed && clause.tokens.some((token) => isOf(token, 'side')) ? clause.sentence : state.sided;
  nameTopics(clause, topic, state.wishes.slice(known), state);
  state.carried = hasNext && !statesColour(clause) ? findWaiting(rest, hasWish) : [];
}

/** Adds the part named before to the words of a clause that is about it. */
function addTopic(
  tokens: readonly Token[],
  clause: Clause,
  {
    topic,
    isNewSentence,
    state,
  }: { readonly topic: Token | null; readonly isNewSentence: boolean; readonly state: ReadState },
): readonly Token[] {
  const isAbout =
    topic !== null &&
    (isAboutTopic(clause, state.denied !== null) ||
      (!isNewSentence &&
        goesOnAbout(topic, tokens, {
          ...clause,
          isNew: clause.isNew || (state.denied !== null && hasVerb(clause)),
          isStated: state.isTopicStated,
        })));
  return isAbout
    ? [...tokens.filter(({ text }) => !grammar.peoplePronouns.test(text)), topic]
    : tokens;
}

/** Returns whether a clause has a verb: “don’t smooth my skin, just make it brighter” is about the image. */
function hasVerb({ all }: Clause): boolean {
  return all.some(({ kind }) => kind === 'verb');
}

/** Returns whether somebody says how they look, which is the colour of no other part: “I look yellow. Make the background …”. */
function statesColour({ all, tokens }: Clause): boolean {
  return (
    tokens.every((token) => isOf(token, 'colour')) &&
    all.some(({ text }) => grammar.firstPerson.test(text)) &&
    all.some(({ text }) => grammar.appearing.test(text)) &&
    !all.some(({ text }) => grammar.volitionVerbs.test(text))
  );
}

function asksForChange(clause: Clause): boolean {
  const words = textOf(clause.all);
  return (
    clause.isNew ||
    isWanted(clause) ||
    (grammar.comparisons.test(words) && !grammar.seeming.test(words))
  );
}

/** Returns the words that wait for a clause: those of which it says that something else stays do not. */
function findCarried({ all, tokens }: Clause, { carried }: ReadState): readonly Token[] {
  const isKept = tokens.some((token) => isOf(token, 'keep'));
  // “The mood as in picture 2, leave the background”: the picture does not stay.
  const isLeft =
    tokens.length === 1 &&
    tokens.every((token) => isOf(token, ...targets)) &&
    grammar.leaveInfinitives.test(all.at(-1)?.text ?? '');
  // “only change the background, my face stays”: the background does not stay.
  const isOther =
    (isKept && carried.some((token) => isOf(token, 'only'))) ||
    ((isKept || isLeft) && carried.some((token) => isOf(token, 'numbered')));
  return isOther ? [] : carried;
}

/** Notes what the next clause may be about. */
function nameTopics(
  clause: Clause,
  topic: Token | null,
  made: readonly ReadWish[],
  state: ReadState,
): void {
  const isDone = made.some(({ isNegated }) => !isNegated);
  // “Thicker eyebrows, darker too”: a shape that is not offered is named as well.
  const isOffered = made.some(({ isNegated, rule }) => !isNegated && rule.id !== 'part_shape');
  state.topic = clause.tokens.length === 0 ? topic : findTopic(clause, isOffered);
  state.isTopicStated =
    made.every(({ isStated }) => isStated) && clause.tokens.some((token) => isOf(token, 'is'));
  // “don’t blur the background, just darken it”: the first part was only named.
  const isDenied = made.length > 0 && !isDone;
  if (isDenied && state.topic !== null && isOf(state.topic, 'blemish', 'undereyes')) {
    // “Don’t remove the wrinkles, just brighten it”
    state.topic = null;
  }
  state.denied = isDenied ? state.topic : null;
  state.predicate = isDone ? findPredicate(clause) : null;
}

/** Tones that no small part has by itself. */
const WHOLE_TONES = 'g:warmer g:cooler g:more_contrast g:less_contrast g:more_saturated'.split(' ');

/** Finds the part named before that a clause may be about. */
function findGivenTopic(clause: Clause, isRepair: boolean, state: ReadState): Token | null {
  const last = state.wishes.at(-1)?.rule;
  if (isRepair && (last?.make === null || last?.topic === 'shine')) {
    // “My skin looks oily, fix it”: what is not offered, or done already, is not mended otherwise.
    return null;
  }
  const goesOn =
    clause.isJoined &&
    state.topic === null &&
    !clause.all.some(({ text }) => grammar.requests.test(text) && !grammar.politeness.test(text)) &&
    clause.tokens.some((token) => isOf(token, 'g', 'bigger', 'smaller'));
  // “Whiter teeth and a bit warmer” warms no teeth.
  const isTone =
    state.predicate !== null &&
    isOf(state.predicate, 'teeth', 'mouth', 'nose', 'brows') &&
    clause.tokens.some((token) => token.concepts.some((one) => WHOLE_TONES.includes(one)));
  return goesOn ? (isTone ? null : state.predicate) : state.topic;
}

/** Finds the words of a clause that wait for the rest of their wish; empty where they do not. */
function findWaiting(rest: readonly Token[], hasWish: boolean): readonly Token[] {
  // “blur what is behind me, and warmer”: the person of the first wish does not belong to the next one.
  const waiting = hasWish ? rest.filter((token) => !isOf(token, 'person', 'pronoun')) : rest;
  const waits =
    waiting.length > 0 &&
    waiting.at(-1)?.concepts[0] !== 'is' &&
    // “It’s black and white, give it colour” states how it is.
    !(rest.some((token) => isOf(token, 'is')) && rest.some((token) => isOf(token, ...STATES))) &&
    (rest.every((token) => isOf(token, ...WAITING)) || isFurtherPicture(rest)) &&
    // “The foreground blurred” misses nothing; no rule does it.
    !(rest.some((token) => isOf(token, ...targets)) && rest.some((token) => isOf(token, 'blur')));
  return waits ? waiting : [];
}

/** Reads what a clause says about other wishes, and returns the tokens of its own. */
function readSaid(
  given: readonly Token[],
  clause: Clause,
  { hasNext, state }: { readonly hasNext: boolean; readonly state: ReadState },
): readonly Token[] {
  let rest = readRepeated(readUnseen(given, clause), clause, state);
  rest = readGround(rest, clause, state);
  rest = readPlaced(rest, clause, state);
  rest = readKept(rest, clause, state);
  rest = readKeptEnd(rest, clause, state);
  rest = readLimit(rest, clause, state);
  rest = readCast(rest, clause, state);
  rest = readTinge(rest, clause, state);
  rest = reopenWish(rest, clause, state);
  rest = readException(rest, clause, state);
  rest = readNot(rest, clause, state);
  rest = readLamp(rest, clause, state);
  rest = readAmount(rest, clause, state);
  rest = readDegree(rest, clause, state);
  rest = readMore(rest, clause, { hasNext, state });
  return rest;
}

interface RuleContext extends MatchContext {
  readonly topic: Token | null;
}

/** Reads the wishes of a clause and returns the tokens that no rule takes. */
function readRules(given: readonly Token[], context: RuleContext): readonly Token[] {
  const { clause, state, topic, isAsked } = context;
  const pieces = splitRunOn(given, state.rules);
  for (const piece of pieces ?? []) {
    const match = findRule(state.rules, piece, isAsked);
    if (match !== null) {
      readMatch(match, piece, { clause, state, carried: [], stated: null, isAsked });
    }
  }
  const refused: Token[] = [];
  let rest = pieces === null ? given : [];
  for (let count = 0; count < MAX && rest.length > 0; count += 1) {
    const match =
      findWithPicture(rest, state) ??
      findRule(state.rules, rest, isAsked) ??
      findWithLight(rest, clause, state) ??
      findWithTopic(rest, { clause, state, topic });
    if (match === null) {
      break;
    }
    const neighbours = { clause, state, rest, carried: context.carried, refused };
    if (match.rule.make !== null && isOfUndone(match, neighbours)) {
      break;
    }
    if (match.rule.make === null) {
      refused.push(...match.used);
      state.sided = match.rule.id === 'one_side' ? clause.sentence : state.sided;
    }
    rest = readMatch(match, rest, context);
  }
  return rest;
}

/** Returns whether a prompt begins with an adjective that may be a complaint: “grainy as hell, shot it in a gym”. */
function isBareDefect({ all, tokens }: Clause, state: ReadState): boolean {
  return (
    state.wishes.length === 0 &&
    tokens.some(({ text }) => grammar.grainy.test(text)) &&
    tokens.every((token) => isOf(token, 'grain', 'amount', 'is') || token.kind === 'unknown') &&
    !tokens.some((token) => isOf(token, 'is')) &&
    !all.some(({ kind }) => kind === 'verb')
  );
}

/** Takes back wishes that were complaints, because a repair follows: “super grainy, clean it up”. */
function takeDefects(clause: Clause, state: ReadState): readonly Token[] {
  const taken = state.wishes.filter(
    ({ used, sentence, where }) =>
      sentence === clause.sentence &&
      where === null &&
      used.every(
        (token) =>
          isOf(token, 'g', 'grain', 'noisy', 'blur', 'amount') &&
          !grammar.comparatives.test(token.text) &&
          !grammar.excess.test(token.text),
      ),
  );
  if (taken.length + state.defects.length === 0) {
    return [];
  }
  state.wishes.splice(
    0,
    state.wishes.length,
    ...state.wishes.filter((wish) => !taken.includes(wish)),
  );
  return [
    { text: '', concepts: ['is'], kind: 'known', at: [] },
    ...[...state.defects, ...taken.flatMap(({ used }) => used)].flatMap((token): Token[] =>
      token.concepts.includes('g:darker')
        ? [{ ...token, concepts: ['lowlight'] }]
        : isOf(token, 'g')
          ? []
          : [token],
    ),
  ];
}

/** Completes “raise the exposure and contrast”: the second property changes in the direction of the first. */
function readWay(tokens: readonly Token[], clause: Clause, state: ReadState): readonly Token[] {
  const isWay = (token: Token): boolean => isOf(token, 'more', 'less', 'raise');
  const hasAxis = tokens.some((token) => isOf(token, 'axis'));
  const named = tokens.filter((token) => !isOf(token, 'number', 'amount'));
  const way = tokens.find(isWay) ?? null;
  const goesOn = way === null && clause.isJoined && !clause.isNew && named.length === 1;
  const before = goesOn && hasAxis ? state.way : null;
  state.way = hasAxis ? (way ?? before) : null;
  return before === null ? tokens : [{ ...before, at: [] }, ...tokens];
}

interface MatchContext {
  readonly clause: Clause;
  readonly state: ReadState;
  readonly carried: readonly Token[];
  readonly stated: ReadWish | null;
  /** Whether the clause asks for a change. */
  readonly isAsked: boolean;
}

function readMatch(
  found: RuleMatch,
  rest: readonly Token[],
  { clause, state, carried, stated, isAsked }: MatchContext,
): readonly Token[] {
  const match = nameMatchedPictures(found, clause);
  const { rule } = match;
  const left = rest.filter((token) => !match.used.includes(token));
  const area = findWhere(match, left, clause, state);
  const others = left.find(({ concepts }) => concepts.includes(REST));
  const isNowhere =
    others !== undefined &&
    rule.touches.includes('all') &&
    area.where === null &&
    state.kept.length === 0;
  if (isNowhere) {
    // “make the rest black and white” with nothing named before: an unknown wish is better than a change of everything.
    return [];
  }
  if (
    rule.canConfine &&
    area.where === null &&
    (INVERTED_RULES.has(rule.id) || match.used.some((token) => isOf(token, 'except')))
  ) {
    // Who or what is excepted is not known, or several are: “lips and eyes in colour”.
    return [];
  }
  // “my shirt is white, make it black”: the first colour states the present one.
  const isTurned =
    stated !== null && state.wishes.at(-1) === stated && stated.rule.topic === rule.topic;
  if (isTurned) {
    state.wishes.pop();
  }
  // “My white shirt looks yellow, fix it”
  const isSaid =
    rest.some((token) => isOf(token, 'is')) ||
    (!clause.isNew && grammar.seeming.test(textOf(clause.all)));
  const isColoured = rule.needs.includes('colour') && isSaid;
  const isStated = isColoured && !isWanted(clause);
  const mended = findMended(match, clause, state);
  if (mended !== null) {
    state.wishes.pop();
  }
  state.wishes.push({
    ...match,
    isDescription: rule.make === null && !isAsked && !clause.isNew && isSaid,
    used: [
      ...(mended?.used ?? []),
      ...(isTurned ? stated.used : []),
      ...match.used,
      ...area.tokens,
      ...findSharedDegree({ ...match, left, carried }, clause, state),
    ],
    where: area.where,
    sentence: clause.sentence,
    isStated: isStated && rule.make !== null && !isAsked && !rule.touches.includes('all'),
  });
  state.stated = isStated ? (state.wishes.at(-1) ?? null) : null;
  state.picture = match.used.findLast((token) => isOf(token, 'numbered')) ?? state.picture;
  if (!match.isNegated && rule.make !== null) {
    state.region =
      area.where?.isInverted === false
        ? area.where.region
        : rule.topic === 'background'
          ? 'background'
          : state.region;
  }
  const after = left.filter((token) => !area.tokens.includes(token));
  return readWaiting(match, after, { sentence: clause.sentence, state, carried });
}
