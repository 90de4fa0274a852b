import type { Clause } from './clauses.ts';
import { findTopic, isAboutTopic, isWanted, readComplaint } from './complaint.ts';
import { findRule, type RuleMatch, targets } from './match-rule.ts';
import type { ReadState, ReadWish } from './read-state.ts';
import { rewrite } from './rewrite.ts';
import { findWithLight, findWithPicture, findWithTopic } from './said-before.ts';
import { type StepArea, type StepRegion, stepRegions } from '../step.ts';
import { isOf, type Token } from './token.ts';

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
const KEPT_WITH = [
  ...targets,
  'keep',
  'identity',
  'picture',
  'not',
  'only',
  'colourword',
  'sharpen',
  'is',
  'g:original',
  'more',
  'add',
  'smooth',
  'side',
  'object',
  'garment',
  'bodyshape',
];
/** What “not” or “keep” may be said of. */
const LEFT_OUT = [...targets, 'not', 'only', 'object', 'garment', 'side', 'colourword'];
/** Wishes in one part of a sentence; more is no sentence. */
const MOST = 12;

/** Reads a part of a sentence. */
export function readClause(clause: Clause, hasNext: boolean, state: ReadState): void {
  if (clause.sentence !== state.sentence) {
    state.sentence = clause.sentence;
    state.region = null;
  }
  const carried = state.carried;
  state.carried = [];
  const topic = state.topic;
  const isRepair = clause.tokens.length > 0 && clause.tokens.every((token) => isOf(token, 'fix'));
  if (isRepair && state.stated !== null && state.stated === state.wishes.at(-1)) {
    state.wishes.pop();
  }
  state.stated = null;
  const said = readComplaint(
    readWay([...carried, ...clause.tokens], clause, state),
    clause,
    state.complaint,
  );
  state.complaint = said.goesOn;
  const last = state.wishes.at(-1);
  if (said.goesOn !== null && last?.rule.id === 'restore' && last.sentence === clause.sentence) {
    // What is wrong with a photo that is to be restored is why, and no wish of its own.
    return;
  }
  let rest: readonly Token[] = rewrite(
    topic !== null && isAboutTopic(clause) ? [...said.tokens, topic] : said.tokens,
  );
  rest = readCaption(rest, clause, state);
  const known = state.wishes.length;
  rest = readKept(rest, clause, state);
  rest = readKeptEnd(rest, clause, state);
  rest = takeBack(rest, clause, state);
  rest = readException(rest, clause, state);
  rest = readNot(rest, clause, state);
  rest = readMore(rest, clause, { hasNext, state });
  for (let count = 0; count < MOST && rest.length > 0; count += 1) {
    const match =
      findWithPicture(rest, state) ??
      findRule(state.rules, rest) ??
      findWithLight(rest, clause, state) ??
      findWithTopic(rest, { clause, state, topic });
    if (match === null) {
      break;
    }
    rest = readMatch(match, rest, { clause, state, carried });
  }
  const hasWish = state.wishes.length > known;
  state.topic = clause.tokens.length === 0 ? topic : findTopic(clause, hasWish);
  // “blur what is behind me, and warmer”: whom it is behind is no whom of the next wish.
  const waiting = hasWish ? rest.filter((token) => !isOf(token, 'person', 'pronoun')) : rest;
  const waits = hasNext && waiting.length > 0 && rest.every((token) => isOf(token, ...WAITING));
  state.carried = waits ? waiting : [];
}

/** “write “Hi” at the top, big, in yellow”: how words look is said after them. */
function readCaption(rest: readonly Token[], clause: Clause, state: ReadState): readonly Token[] {
  const last = state.wishes.at(-1);
  if (
    last?.rule.id !== 'words' ||
    last.sentence !== clause.sentence ||
    rest.length === 0 ||
    !rest.every((token) => isOf(token, ...LOOKS))
  ) {
    return rest;
  }
  state.wishes[state.wishes.length - 1] = { ...last, used: [...last.used, ...rest] };
  return [];
}

const LOOKS = ['colour', 'colourword', 'bigger', 'smaller', 'side', 'edges', 'outline', 'amount'];

/** “raise the exposure and contrast”: the second goes the way of the first. */
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

function readMatch(
  match: RuleMatch,
  rest: readonly Token[],
  {
    clause,
    state,
    carried,
  }: { readonly clause: Clause; readonly state: ReadState; readonly carried: readonly Token[] },
): readonly Token[] {
  const { rule } = match;
  const left = rest.filter((token) => !match.used.includes(token));
  const found = findWhere(match, left, clause, state);
  const others = left.find(({ concepts }) => concepts.includes(REST));
  const isNowhere =
    others !== undefined &&
    rule.touches.includes('all') &&
    found.where === null &&
    state.kept.length === 0;
  if (isNowhere) {
    // “make the rest black and white” of which nothing was said before: better not understood than done to all.
    return [];
  }
  state.wishes.push({
    ...match,
    used: [...match.used, ...found.tokens],
    where: found.where,
    sentence: clause.sentence,
  });
  const isStated = rule.needs.includes('colour') && rest.some((token) => isOf(token, 'is'));
  state.stated = isStated && !isWanted(clause) ? (state.wishes.at(-1) ?? null) : null;
  state.picture = match.used.findLast((token) => isOf(token, 'numbered')) ?? state.picture;
  if (!match.isNegated && rule.make !== null) {
    state.region =
      found.where?.isInverted === false
        ? found.where.region
        : rule.touches.includes('background')
          ? 'background'
          : state.region;
  }
  const after = left.filter((token) => !found.tokens.includes(token));
  // “the hair and the lips red”: one colour for all that waited for it.
  const colour = match.used.find((token) => isOf(token, 'colour'));
  const waiting = after.filter((token) => carried.length > 0 && isOf(token, ...targets));
  if (
    colour !== undefined &&
    rule.needs.includes('colour') &&
    !after.some((token) => isOf(token, 'colour'))
  ) {
    for (const target of waiting) {
      const other = findRule(state.rules, [target, colour]);
      if (other !== null && other.rule.make !== null) {
        state.wishes.push({ ...other, used: [target], where: null, sentence: clause.sentence });
        return after.filter((token) => token !== target);
      }
    }
  }
  return after;
}

/** “black and white, but keep the red”, “…, only the lips in colour”: one wish in two parts. */
function takeBack(rest: readonly Token[], clause: Clause, state: ReadState): readonly Token[] {
  const last = state.wishes.at(-1);
  const isRest =
    (rest.some((token) => isOf(token, 'keep', 'only', 'except')) &&
      rest.some((token) => isOf(token, 'colour', 'splash'))) ||
    (rest.some((token) => isOf(token, 'splash')) && rest.some((token) => isOf(token, ...targets)));
  if (
    last?.rule.id === 'neon_tint' &&
    last.sentence === clause.sentence &&
    rest.some((token) => isOf(token, 'side')) &&
    rest.some((token) => isOf(token, 'colour'))
  ) {
    // “neon lighting, blue from the right”: the lamps are named, not a tint.
    const lit = last.used.filter(({ text }) => /light|licht|luz|luces/i.test(text));
    if (lit.length > 0) {
      state.wishes.pop();
      return [...lit.map((token) => ({ ...token, concepts: ['light'] })), ...rest];
    }
  }
  if (
    last?.rule.id === 'shape_alone' &&
    last.sentence === clause.sentence &&
    rest.some((token) => isOf(token, 'crop', 'extend', 'uncropped'))
  ) {
    state.wishes.pop();
    return [...last.used, ...rest];
  }
  if (!isRest || last?.rule.id !== 'black_and_white' || last.sentence !== clause.sentence) {
    return rest;
  }
  const part = findStaying(rest);
  if (part !== null && last.where === null) {
    // “…, the dress stays red” keeps it; “…, only my eyes blue” colours them, too.
    const isKept = rest.some((token) => isOf(token, 'keep'));
    const used = isKept ? [...last.used, ...rest] : last.used;
    state.wishes[state.wishes.length - 1] = {
      ...last,
      used,
      where: { region: part, isInverted: true },
    };
    return isKept ? [] : rest.filter((token) => !isOf(token, 'only'));
  }
  const joined = [...last.used, ...rest];
  const match = findRule(state.rules, joined);
  if (match === null || match.rule.id === 'black_and_white' || match.rule.topic !== 'colours') {
    return rest;
  }
  state.wishes.pop();
  return joined;
}

/** The part that stays coloured where all else becomes grey, named with its colour; null for none. */
function findStaying(rest: readonly Token[]): StepRegion | null {
  const region = stepRegions.find((name) => rest.some((token) => isOf(token, name)));
  const isAbout = rest.every((token) =>
    isOf(token, 'keep', 'only', 'colour', 'colourword', 'is', ...targets),
  );
  return region !== undefined && isAbout && rest.some((token) => isOf(token, 'colour'))
    ? region
    : null;
}

/** “my face brighter, the rest darker”: all but what the wish before it was about. */
const REST = 'identity:rest';
/** Wishes that say what is left out instead of where they are done. */
const INVERTED: ReadonlySet<string> = new Set(['black_and_white_except', 'black_and_white_beside']);

function findRegion(last: ReadWish | undefined, clause: Clause): StepRegion | null {
  return last === undefined || last.sentence !== clause.sentence
    ? null
    : (last.where?.region ??
        stepRegions.find((region) => last.rule.touches.includes(region)) ??
        null);
}

interface FoundWhere {
  readonly where: StepArea | null;
  readonly tokens: readonly Token[];
}

function findWhere(
  { rule, used, isNegated }: RuleMatch,
  left: readonly Token[],
  clause: Clause,
  state: ReadState,
): FoundWhere {
  const nowhere = { where: null, tokens: [] };
  if (!rule.canConfine || isNegated) {
    return nowhere;
  }
  const others = left.find(({ concepts }) => concepts.includes(REST));
  const before = others === undefined ? null : findRegion(state.wishes.at(-1), clause);
  if (others !== undefined && before !== null) {
    return { where: { region: before, isInverted: true }, tokens: [others] };
  }
  const turning = [...left, ...used].find((token) => isOf(token, 'except', 'only', 'keep'));
  const isStyle = rule.topic === 'style';
  const region = INVERTED.has(rule.id)
    ? findColoured([...left, ...used])
    : stepRegions.find((name) => left.some((token) => isOf(token, name)));
  if (region !== undefined && (!isStyle || turning !== undefined || region === 'background')) {
    const tokens = left.filter(
      (token) =>
        isOf(token, region, 'person', 'pronoun') ||
        token === turning ||
        (turning !== undefined && isOf(turning, 'except') && isOf(token, 'colour')),
    );
    const isInverted = INVERTED.has(rule.id) || (turning !== undefined && isOf(turning, 'except'));
    return { where: { region, isInverted }, tokens };
  }
  const pronoun = left.find((token) => isOf(token, 'pronoun'));
  if (pronoun !== undefined && !isStyle) {
    return { where: { region: state.region ?? 'person', isInverted: false }, tokens: [pronoun] };
  }
  // “the background blurred and darker”: what is only an adjective is said of the same.
  const isBare = used.every((token) => isOf(token, 'g', 'mono', 'amount')) && left.length === 0;
  return isBare && clause.isJoined && !clause.isNew && state.region !== null
    ? { where: { region: state.region, isInverted: false }, tokens: [] }
    : nowhere;
}

/** “the background grey, me in colour”: the part that is named beside the colour keeps it. */
function findColoured(tokens: readonly Token[]): StepRegion | undefined {
  const inOrder = tokens.toSorted((a, b) => (a.at[0] ?? 0) - (b.at[0] ?? 0));
  const colour = inOrder.findIndex((token) => isOf(token, 'splash'));
  const [nearest] = inOrder
    .flatMap((token, at) => {
      const region = stepRegions.find((name) => isOf(token, name));
      return region === undefined ? [] : [{ region, distance: Math.abs(at - colour) }];
    })
    .toSorted((a, b) => a.distance - b.distance);
  return nearest?.region;
}

const KEEP: Token = { text: '', concepts: ['keep'], kind: 'known', at: [] };

/** “keep the face”, “leave everything else as it is”, “lass die Haare so”. */
function readKept(rest: readonly Token[], clause: Clause, state: ReadState): readonly Token[] {
  const hasMarks = rest.some((token) => isOf(token, 'blemish'));
  const leaves =
    clause.all.some(({ text, kind }) => kind === 'verb' && /^lass/i.test(text)) &&
    (clause.all.some(({ text }) => /^(?:so|wie|scharf)$/i.test(text)) ||
      /^lassen$/i.test(clause.all.at(-1)?.text ?? '') ||
      hasMarks) &&
    (hasMarks || rest.some((token) => isOf(token, ...targets))) &&
    rest.every(
      (token) => isOf(token, ...targets, 'side', 'sharpen', 'blemish') || token.kind === 'unknown',
    );
  if (leaves && hasMarks) {
    return [...rest, KEEP];
  }
  const keeps = leaves || rest.some((token) => isOf(token, 'keep'));
  // “keep only the person” takes the rest away.
  if (
    keeps &&
    rest.some((token) => isOf(token, 'only')) &&
    rest.some((token) => isOf(token, 'person')) &&
    findRule(state.rules, rest) !== null
  ) {
    return rest;
  }
  if (keeps && rest.some((token) => isOf(token, 'blemish', 'shadowy'))) {
    return rest;
  }
  const isAbout = (token: Token): boolean => isOf(token, ...KEPT_WITH) || token.kind === 'unknown';
  const isOnlyIdentity =
    rest.length > 0 &&
    rest.every((token) =>
      isOf(token, 'identity', 'picture', 'is', 'face', 'person', 'more', 'only'),
    ) &&
    rest.some((token) => isOf(token, 'identity'));
  if (!(keeps && rest.every(isAbout)) && !isOnlyIdentity) {
    return rest;
  }
  const tokens = rest.filter((token) => token.kind !== 'unknown');
  const isIdentity = rest.some((token) => isOf(token, 'identity'));
  // “Natural skin” is skin whose colours stay; other features are nothing that a step is confined by.
  const regions = targets.filter(
    (target) => (!isIdentity || target === 'skin') && rest.some((token) => isOf(token, target)),
  );
  state.kept.push({ regions, tokens, isIdentity });
  return rest.filter((token) => !tokens.includes(token));
}

/** “brighter without changing the face”: what is to stay is said at the end of a wish. */
function readKeptEnd(rest: readonly Token[], clause: Clause, state: ReadState): readonly Token[] {
  const not = rest.findIndex(
    (token, at) => at > 0 && isPlainNot(token) && rest.slice(at).every((t) => isOf(t, ...LEFT_OUT)),
  );
  if (not > 0 && not < rest.length - 1) {
    return [...rest.slice(0, not), ...readNot(rest.slice(not), clause, state)];
  }
  const start = rest.findIndex((token) => isOf(token, 'keep'));
  const end = rest.slice(start);
  return start > 0 && end.length > 1 && end.every((token) => isOf(token, ...KEPT_WITH))
    ? [...rest.slice(0, start), ...readKept(end, clause, state)]
    : rest;
}

/** “…, except the face”, “…, not the background”: where the wish before it is not done. */
function readException(rest: readonly Token[], clause: Clause, state: ReadState): readonly Token[] {
  const isOnly =
    rest.some((token) => isOf(token, 'only')) &&
    rest.every((token) => isOf(token, 'only', ...targets));
  const isException =
    isOnly ||
    (rest.some((token) => isOf(token, 'except', 'not')) &&
      rest.every((token) => isOf(token, 'except', 'not', 'picture', 'only', ...targets)));
  const region = stepRegions.find((name) => rest.some((token) => isOf(token, name)));
  const last = state.wishes.at(-1);
  // Of a live swap “only the face” is a wish.
  const isWish = isOnly && findRule(state.rules, rest) !== null;
  if (isWish || !isException || region === undefined || last?.sentence !== clause.sentence) {
    return rest;
  }
  const canLeaveOut = last.rule.canConfine && last.where === null;
  const isOut = last.where !== null && !last.where.isInverted && last.where.region !== region;
  if (
    !canLeaveOut &&
    !isOut &&
    (isOnly ||
      last.rule.topic === 'anonymise' ||
      last.rule.touches.some((part) => part === 'all' || part === region))
  ) {
    return rest;
  }
  state.wishes[state.wishes.length - 1] = {
    ...last,
    used: [...last.used, ...rest],
    where: canLeaveOut ? { region, isInverted: !isOnly } : last.where,
  };
  return [];
}

function isPlainNot(token: Token): boolean {
  return isOf(token, 'not') && /^(?:not|nicht|no)$/i.test(token.text);
}

/** “not the trousers”, “nicht die Haare färben, sondern …”: what nothing is to happen to. */
function readNot(rest: readonly Token[], clause: Clause, state: ReadState): readonly Token[] {
  const isLeftOut =
    rest.length > 1 && rest.some(isPlainNot) && rest.every((token) => isOf(token, ...LEFT_OUT));
  if (!isLeftOut || clause.all.every(({ kind }) => kind === 'unknown')) {
    return rest;
  }
  const regions = targets.filter((target) => rest.some((token) => isOf(token, target)));
  state.kept.push({ regions, tokens: rest, isIdentity: false });
  return [];
}

/** “whiter teeth, but only slightly”, “blurry borders”: how much, or once more, of the wish before it. */
function readMore(
  rest: readonly Token[],
  clause: Clause,
  { hasNext, state }: { readonly hasNext: boolean; readonly state: ReadState },
): readonly Token[] {
  const index = state.wishes.findLastIndex(
    ({ rule, sentence, isNegated }) =>
      rule.make !== null && sentence === clause.sentence && !isNegated,
  );
  const last = state.wishes[index];
  if (last === undefined || rest.length === 0) {
    return rest;
  }
  const needs = last.rule.needs.flatMap((need) => need.split('|'));
  const isAgain = ({ concepts }: Token): boolean =>
    concepts.length > 0 &&
    concepts.every(
      (concept) =>
        needs.includes(concept) &&
        last.used.some((token) => isOf(token, ...needs)) &&
        concept !== 'colour',
    );
  const amounts = rest.filter((token) => isOf(token, 'amount'));
  const isAmount = amounts.length === 1 && !last.used.some((token) => isOf(token, 'amount'));
  const isMore =
    rest.every((token) => isOf(token, 'amount', 'only') || isAgain(token)) &&
    (amounts.length === 0
      ? !rest.every((token) => isOf(token, 'only'))
      : isAmount && (clause.isJoined || !hasNext || rest.length > 1));
  const isTarget = rest.some((token) => isOf(token, ...targets));
  if (!isMore || isTarget) {
    return rest;
  }
  state.wishes[index] = { ...last, used: [...last.used, ...rest] };
  return [];
}
