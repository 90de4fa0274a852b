import type { Clause } from './clauses.ts';
import { findTopic, goesOnAbout, isAboutTopic, isWanted, readComplaint } from './complaint.ts';
import { findRule, type RuleMatch, targets } from './match-rule.ts';
import type { ReadState, ReadWish } from './read-state.ts';
import { rewrite } from './rewrite.ts';
import { readCaption, readDegree, readException, readLamp, readMore } from './said-after.ts';
import { findWithLight, findWithPicture, findWithTopic } from './said-before.ts';
import { type StepArea, type StepRegion, stepRegions } from '../step.ts';
import { reopenWish } from './reopen-wish.ts';
import { isOf, textOf, type Token } from './token.ts';

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
  'axis',
];
/** Concepts that “not” or “keep” may apply to. */
const LEFT_OUT = [...targets, 'not', 'only', 'object', 'garment', 'side', 'colourword'];
/** Phrases that state how an image should become: “make it look like it’s night”, “a photo that is black and white”. */
const AS_IF =
  /(?<!\p{L})(?:like|as if|as though|so (?:it|that)|als ob|als wäre|dass|sodass|parezca|como si|an? (?:photo|picture|image|video) that is)(?!\p{L})/iu;
const SEEMS_SO = /(?<!\p{L})(?:looks|seems|feels|sieht|wirkt|parece)(?!\p{L})/iu;
/** Largest number of wishes in one clause. */
const MAX = 12;

/** Parses a clause and adds its wishes to the state. */
export function readClause(clause: Clause, hasNext: boolean, state: ReadState): void {
  if (clause.sentence !== state.sentence) {
    state.sentence = clause.sentence;
    state.region = null;
  }
  const carried = state.carried;
  state.carried = [];
  const topic = state.topic;
  const isDenied = state.denied !== null;
  const isRepair = clause.tokens.length > 0 && clause.tokens.every((token) => isOf(token, 'fix'));
  if (isRepair && state.stated !== null && state.stated === state.wishes.at(-1)) {
    state.wishes.pop();
  }
  const stated = state.stated === state.wishes.at(-1) ? state.stated : null;
  state.stated = null;
  const said = readComplaint(
    readWay([...carried, ...clause.tokens], clause, state),
    clause,
    state.complaint,
  );
  state.complaint = said.goesOn;
  if (tellsPast(clause)) {
    return;
  }
  const last = state.wishes.at(-1);
  if (said.goesOn !== null && last?.rule.id === 'restore' && last.sentence === clause.sentence) {
    // The defect of a photo that is to be restored is the reason, not a wish of its own.
    return;
  }
  let rest: readonly Token[] = rewrite(
    topic !== null &&
      (isAboutTopic(clause, isDenied) || goesOnAbout(topic, said.tokens, { clause, isDenied }))
      ? [...said.tokens.filter(({ text }) => !/^them$/i.test(text)), topic]
      : said.tokens,
  );
  rest = readCaption(rest, clause, state);
  const known = state.wishes.length;
  const words = textOf(clause.all);
  const isAsked = isWanted(clause) || (AS_IF.test(words) && !SEEMS_SO.test(words));
  rest = readKept(rest, clause, state);
  rest = readKeptEnd(rest, clause, state);
  rest = reopenWish(rest, clause, state);
  rest = readException(rest, clause, state);
  rest = readNot(rest, clause, state);
  rest = readLamp(rest, clause, state);
  rest = readDegree(rest, clause, state);
  rest = readMore(rest, clause, { hasNext, state });
  for (let count = 0; count < MAX && rest.length > 0; count += 1) {
    const match =
      findWithPicture(rest, state) ??
      findRule(state.rules, rest, isAsked) ??
      findWithLight(rest, clause, state) ??
      findWithTopic(rest, { clause, state, topic });
    if (match === null) {
      break;
    }
    rest = readMatch(match, rest, { clause, state, carried, stated });
  }
  const hasWish = state.wishes.length > known;
  // “don’t blur the background, just darken it”: the first part was only named.
  const made = state.wishes.slice(known);
  const isDone = made.some(({ isNegated }) => !isNegated);
  state.topic = clause.tokens.length === 0 ? topic : findTopic(clause, isDone);
  state.denied = made.length > 0 && !isDone ? state.topic : null;
  // “blur what is behind me, and warmer”: the person of the first wish does not belong to the next one.
  const waiting = hasWish ? rest.filter((token) => !isOf(token, 'person', 'pronoun')) : rest;
  const waits = hasNext && waiting.length > 0 && rest.every((token) => isOf(token, ...WAITING));
  state.carried = waits ? waiting : [];
}

/** Returns whether a clause tells how it was at a place, not how the image should become: “it was dark in my room”. */
function tellsPast({ all, tokens }: Clause): boolean {
  return (
    /^(?:it|es|there) (?:was|were|war|waren)(?!\p{L})/iu.test(textOf(all)) &&
    tokens.some((token) => isOf(token, 'background', 'place'))
  );
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

function readMatch(
  match: RuleMatch,
  rest: readonly Token[],
  {
    clause,
    state,
    carried,
    stated,
  }: {
    readonly clause: Clause;
    readonly state: ReadState;
    readonly carried: readonly Token[];
    readonly stated: ReadWish | null;
  },
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
    // “make the rest black and white” with nothing named before: an unknown wish is better than a change of everything.
    return [];
  }
  // “my shirt is white, make it black”: the first colour states the present one.
  const isTurned =
    stated !== null && state.wishes.at(-1) === stated && stated.rule.topic === rule.topic;
  if (isTurned) {
    state.wishes.pop();
  }
  state.wishes.push({
    ...match,
    used: [...(isTurned ? stated.used : []), ...match.used, ...found.tokens],
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
        : rule.topic === 'background'
          ? 'background'
          : state.region;
  }
  const after = left.filter((token) => !found.tokens.includes(token));
  // “the hair and the lips red”: one colour for all parts that waited for it.
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

/**
 * The concept of “the rest”: everything outside the region of the wish before it (“my face brighter, the rest darker”).
 */
const REST = 'identity:rest';
/** Wishes whose region is the excepted part, not the changed one. */
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
    : stepRegions.find((name) =>
        (isStyle && turning !== undefined ? [...left, ...used] : left).some((token) =>
          isOf(token, name),
        ),
      );
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
  if (isStyle && used.some((token) => isOf(token, 'face'))) {
    // “my face as an oil painting”
    return { where: { region: 'face', isInverted: false }, tokens: [] };
  }
  const pronoun = left.find((token) => isOf(token, 'pronoun'));
  if (pronoun !== undefined && !isStyle) {
    return { where: { region: state.region ?? 'person', isInverted: false }, tokens: [pronoun] };
  }
  // “the background blurred and darker”: an adjective alone applies to the same part.
  const isBare = used.every((token) => isOf(token, 'g', 'mono', 'amount')) && left.length === 0;
  return isBare && clause.isJoined && !clause.isNew && state.region !== null
    ? { where: { region: state.region, isInverted: false }, tokens: [] }
    : nowhere;
}

/** Finds the part that keeps its colours: “the background grey, me in colour”. */
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

/** Reads parts to keep: “keep the face”, “leave everything else as it is”, “lass die Haare so”. */
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
  // “keep only the person” removes the rest.
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
  // “Natural skin” is skin whose colours stay; other features do not confine a step.
  const regions = targets.filter(
    (target) => (!isIdentity || target === 'skin') && rest.some((token) => isOf(token, target)),
  );
  state.kept.push({ regions, tokens, isIdentity });
  return rest.filter((token) => !tokens.includes(token));
}

/** Reads a kept part at the end of a wish: “brighter without changing the face”. */
function readKeptEnd(rest: readonly Token[], clause: Clause, state: ReadState): readonly Token[] {
  const not = rest.findIndex(
    (token, at) => at > 0 && isPlainNot(token) && rest.slice(at).every(isLeftOut),
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

function isLeftOut(token: Token): boolean {
  return isOf(token, ...LEFT_OUT) || token.concepts.includes(REST);
}

function isPlainNot(token: Token): boolean {
  return isOf(token, 'not') && /^(?:not|nicht|no)$/i.test(token.text);
}

/** Reads excluded parts: “not the trousers”, “nicht die Haare färben, sondern …”. */
function readNot(rest: readonly Token[], clause: Clause, state: ReadState): readonly Token[] {
  const isPart = rest.length > 1 && rest.some(isPlainNot) && rest.every(isLeftOut);
  if (!isPart || clause.all.every(({ kind }) => kind === 'unknown')) {
    return rest;
  }
  const regions = targets.filter((target) => rest.some((token) => isOf(token, target)));
  state.kept.push({ regions, tokens: rest, isIdentity: false });
  return [];
}
