/** Reads parts that are to stay: “keep the face”, “…, not the background”. */
import type { Clause } from '../clauses/clauses.ts';
import { grammar } from '../tokens/grammar.ts';
import { findRule } from '../clauses/match-rule.ts';
import { targets } from '../tokens/concepts.ts';
import type { ReadState } from './read-state.ts';
import { isOf, type Token } from '../tokens/token.ts';

/**
 * The concept of “the rest”: everything outside the region of the wish before it (“my face brighter, the rest darker”).
 */
export const REST = 'identity:rest';

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
  'light',
  'grain',
];

/** Concepts that “not” or “keep” may apply to. */
const LEFT_OUT = [...targets, 'not', 'to', 'zu', 'only', 'object', 'garment', 'side', 'colourword'];

/** Regions with parts that a wish before “otherwise” may change. */
const WHOLE_PEOPLE = ['person', 'face'];

const KEEP: Token = { text: '', concepts: ['keep'], kind: 'known', at: [] };

/** Reads parts to keep: “keep the face”, “leave everything else as it is”, “lass die Haare so”. */
export function readKept(
  rest: readonly Token[],
  clause: Clause,
  state: ReadState,
): readonly Token[] {
  const [not, effect, ...more] = rest;
  if (
    not !== undefined &&
    effect !== undefined &&
    more.length === 0 &&
    isOf(not, 'not') &&
    isOf(effect, 'blur') &&
    clause.tokens.length === 2
  ) {
    // “No blur, I just want the background darker”
    state.kept.push({ regions: [], tokens: rest, isIdentity: true });
    return [];
  }
  const own = measureWish(rest, clause);
  return [...rest.slice(0, own), ...keepParts(rest.slice(own), clause, state)];
}

/** Returns the number of words of a wish before what stays: “white background my hat stays as it is”. */
function measureWish(rest: readonly Token[], clause: Clause): number {
  const last = rest.at(-1);
  // “A black background don’t change anything else”
  return last !== undefined && isOf(last, 'keep') && grammar.elses.test(last.text)
    ? rest.length - 1
    : measureGround(rest, clause);
}

function keepParts(rest: readonly Token[], clause: Clause, state: ReadState): readonly Token[] {
  const hasMarks = rest.some((token) => isOf(token, 'blemish'));
  const leaves = isLeaving(rest, clause, hasMarks);
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
  const isSame =
    rest.some((token) => isOf(token, 'keep') && grammar.sameness.test(token.text)) &&
    rest.some((token) => isOf(token, 'colour')) &&
    rest.filter((token) => isOf(token, ...targets)).length > 1;
  // “The dress in the same red as my lipstick” keeps nothing.
  if (
    isSame ||
    makesEqual(rest, clause) ||
    (keeps && rest.some((token) => isOf(token, 'blemish', 'shadowy')))
  ) {
    return rest;
  }
  const isAbout = (token: Token, at: number): boolean =>
    isOf(token, ...KEPT_WITH) ||
    token.kind === 'unknown' ||
    // “Keep the dark background”, “the room can stay dark”
    (isOf(token, 'g', 'colour', 'blur') &&
      // “Brighten me without touching the background” asks for something.
      !grammar.requests.test(token.text) &&
      (leaves ||
        isLeft(rest, at) ||
        isOf(rest[at + 1] ?? token, ...targets, 'colourword') ||
        (isStaying(rest, at) && !grammar.anyComparatives.test(token.text))));
  const isMood =
    rest.length > 1 &&
    rest.some((token) => isOf(token, 'keep')) &&
    rest.every(
      (token) =>
        isOf(token, 'keep', 'picture', 'pronoun') ||
        (isOf(token, 'g') && !grammar.comparatives.test(token.text)),
    );
  if (isMood) {
    // “…, but keep it warm”
    state.kept.push({ regions: [], tokens: rest, isIdentity: true });
    return [];
  }
  const isOnlyIdentity =
    rest.length > 0 &&
    rest.every((token) =>
      isOf(token, 'identity', 'picture', 'is', 'face', 'person', 'more', 'only'),
    ) &&
    rest.some((token) => isOf(token, 'identity'));
  const isKept = (keeps && rest.every(isAbout)) || isOnlyIdentity || isNaturalSkin(rest, state);
  return !isKept || isStateUnknown(rest, clause) || goesOn(rest)
    ? rest
    : addKept(rest, clause, { state, keeps, leaves });
}

interface Keeping {
  readonly state: ReadState;
  /** Whether a word says that something stays. */
  readonly keeps: boolean;
  /** Whether only a verb such as “lassen” says so. */
  readonly leaves: boolean;
}

/** Adds parts that stay to the state, and returns the words that say nothing of them. */
function addKept(
  rest: readonly Token[],
  clause: Clause,
  { state, keeps, leaves }: Keeping,
): readonly Token[] {
  const tokens = rest.filter((token) => token.kind !== 'unknown');
  const isIdentity = rest.some((token) => isOf(token, 'identity'));
  // “A watercolour, but my face should stay realistic”
  const isReal =
    keeps && rest.some((token) => isOf(token, 'identity') && grammar.realism.test(token.text));
  // “Natural skin” is skin whose colours stay; other features do not confine a step.
  const regions = targets.filter(
    (target) =>
      (!isIdentity || isReal || target === 'skin' || target === 'background') &&
      rest.some((token) => isOf(token, target)),
  );
  const isTone = rest.some(
    (token, at) => isOf(token, 'g') && (leaves || isLeft(rest, at) || isStaying(rest, at)),
  );
  const left = isOfRest(regions, clause, state) ? [] : regions;
  // “Livelier eyes, leave the colour”
  const named = leaves && tokens.every((token) => isOf(token, 'colourword')) ? [KEEP] : [];
  state.kept.push({ regions: left, tokens: [...tokens, ...named], isIdentity, isTone });
  return rest.filter((token) => !tokens.includes(token));
}

/** Returns whether what was asked for is left out: “brighter eyes, otherwise leave my face as it is”. */
function isOfRest(
  regions: readonly string[],
  { all }: Clause,
  { wishes }: Pick<ReadState, 'wishes'>,
): boolean {
  return (
    all.some(({ text }) => grammar.elses.test(text)) &&
    regions.every((region) => WHOLE_PEOPLE.includes(region)) &&
    wishes.some(({ rule, where }) => where !== null || !rule.touches.includes('all'))
  );
}

/** Returns the number of words of a new background before another thing. */
function measureGround(rest: readonly Token[], { all, isNew }: Clause): number {
  const [effect, ground, next] = rest;
  const isGround =
    !isNew &&
    effect !== undefined &&
    ground !== undefined &&
    next !== undefined &&
    isOf(effect, 'colour', 'blur') &&
    effect.concepts.length === 1 &&
    isOf(ground, 'background') &&
    rest.slice(2).some((token) => isOf(token, 'keep'));
  const isOther =
    isGround &&
    (isOf(next, 'object', 'garment', ...targets) ||
      next.kind === 'unknown' ||
      all
        .slice(all.indexOf(ground), all.indexOf(next))
        .some(({ text }) => grammar.firstPerson.test(text)));
  return isOther ? 2 : 0;
}

/** Returns whether several images or parts are to become equal: “both the same brightness”. */
function makesEqual(rest: readonly Token[], { all }: Clause): boolean {
  const [same, ...more] = rest.filter((token) => isOf(token, 'keep'));
  return (
    same !== undefined &&
    more.length === 0 &&
    grammar.sameness.test(same.text) &&
    rest.some((token) => isOf(token, 'axis', 'bigger', 'smaller', 'g')) &&
    all.some(({ text }) => grammar.each.test(text) || grammar.totals.test(text))
  );
}

/** Returns whether words say how skin is to look after a wish: “more vibrant but natural skin”. */
function isNaturalSkin(rest: readonly Token[], { wishes }: ReadState): boolean {
  const [first, second, ...more] = rest;
  return (
    wishes.at(-1)?.rule.canConfine === true &&
    first !== undefined &&
    second !== undefined &&
    more.length === 0 &&
    rest.some((token) => isOf(token, 'skin')) &&
    rest.some(
      (token) =>
        isOf(token, 'identity') &&
        grammar.realism.test(token.text) &&
        !grammar.anyComparatives.test(token.text),
    )
  );
}

/**
 * Returns whether an unknown word says how a part stays or what is the same: “the jacket stays dry”, “the same size as my
 * head”. One before its part only describes it: “keep my freckly face”.
 */
function isStateUnknown(rest: readonly Token[], { all }: Clause): boolean {
  const keep = rest.findIndex((token) => token.text !== '' && isOf(token, 'keep'));
  const part = rest.findIndex((token) => isOf(token, ...targets));
  if (keep < 0 || part < 0) {
    return false;
  }
  return rest.some(
    (token, at) =>
      token.kind === 'unknown' &&
      at > keep &&
      (part < keep || (at < part && !isOf(all[all.indexOf(token) + 1] ?? token, ...targets))),
  );
}

/** Returns whether “keep” only means that something went on: “the camera kept pumping”. */
function goesOn(rest: readonly Token[]): boolean {
  // “Change nothing” are two words that keep.
  const keep = rest.findIndex((token) => isOf(token, 'keep') && token.at.length === 1);
  const next = keep < 0 ? undefined : rest[keep + 1];
  return (
    next?.kind === 'unknown' &&
    grammar.gerunds.test(next.text) &&
    !rest.some((token) => isOf(token, ...targets, 'identity', 'object', 'garment'))
  );
}

/** Returns whether a clause leaves a part as it is: “lass die Haare so”, “den Hintergrund so dunkel lassen”. */
function isLeaving(rest: readonly Token[], { all }: Clause, hasMarks: boolean): boolean {
  return (
    all.some(({ text, kind }) => kind === 'verb' && grammar.leaveVerbs.test(text)) &&
    (all.some(({ text }) => grammar.leftAs.test(text)) ||
      grammar.leaveInfinitives.test(all.at(-1)?.text ?? '') ||
      hasMarks) &&
    (hasMarks || rest.some((token) => isOf(token, ...targets, 'colourword'))) &&
    rest.every(
      (token, at) =>
        isOf(token, ...targets, 'colourword', 'side', 'sharpen', 'blemish') ||
        token.kind === 'unknown' ||
        (at > 0 && isOf(token, 'g') && !grammar.anyComparatives.test(token.text)),
    )
  );
}

/** Returns whether an adjective follows a part that stays: “leave the background dark”. */
function isLeft(rest: readonly Token[], at: number): boolean {
  const [keep, part, tone] = rest.slice(Math.max(0, at - 2), at + 1);
  return (
    keep !== undefined &&
    part !== undefined &&
    tone !== undefined &&
    isOf(keep, 'keep') &&
    isOf(part, ...targets) &&
    isOf(tone, 'g') &&
    !grammar.anyComparatives.test(tone.text)
  );
}

/** Returns whether an adjective says how a part stays: “the room can stay dark”, “das Zimmer darf dunkel bleiben”. */
function isStaying(rest: readonly Token[], at: number): boolean {
  const [first] = rest;
  return (
    at > 0 &&
    first !== undefined &&
    // “The rest should stay dark”
    (isOf(first, ...targets) || first.concepts.includes(REST)) &&
    [rest[at - 1], rest[at + 1]].some((token) => grammar.stayVerbs.test(token?.text ?? ''))
  );
}

/** Reads a kept part at the end of a wish: “brighter without changing the face”. */
export function readKeptEnd(
  rest: readonly Token[],
  clause: Clause,
  state: ReadState,
): readonly Token[] {
  const not = rest.findIndex(
    (token, at) => at > 0 && isPlainNot(token) && rest.slice(at).every(isLeftOut),
  );
  if (not > 0 && not < rest.length - 1) {
    return [...rest.slice(0, not), ...readNot(rest.slice(not), clause, state)];
  }
  const except = rest.findIndex((token) => isOf(token, 'except'));
  const [thing, ...behind] = rest.slice(except + 1);
  if (
    except > 0 &&
    thing !== undefined &&
    isOf(thing, 'object', 'garment') &&
    behind.every((token) => isOf(token, 'background')) &&
    rest.slice(0, except).some((token) => isOf(token, 'face', 'skin', 'hair', 'lips', 'eyes')) &&
    !rest.slice(0, except).some((token) => isOf(token, 'remove', 'hide', 'conceal', 'blur'))
  ) {
    // “My face brighter, but not the window behind me”
    state.kept.push({ regions: [], tokens: rest.slice(except), isIdentity: false });
    return rest.slice(0, except);
  }
  const without = rest.findIndex(({ text }) => grammar.without.test(text));
  const kept = rest.findIndex((token, at) => at > without && isOf(token, 'keep'));
  if (without >= 0 && kept > without + 1) {
    // “Mich heller, ohne den Hintergrund anzufassen”
    return [
      ...rest.slice(0, without),
      ...readKept(rest.slice(without, kept + 1), clause, state),
      ...rest.slice(kept + 1),
    ];
  }
  const start = rest.findIndex((token) => isOf(token, 'keep'));
  const end = rest.slice(start);
  return start > 0 && end.length > 1 && end.every((token) => isOf(token, ...KEPT_WITH))
    ? [...rest.slice(0, start), ...readKept(end, clause, state)]
    : rest;
}

function isLeftOut(token: Token): boolean {
  // “No skin smoothing” denies an effect, and leaves no part out.
  return (
    (isOf(token, ...LEFT_OUT) && !isOf(token, 'smooth', 'whiten')) || token.concepts.includes(REST)
  );
}

function isPlainNot(token: Token): boolean {
  return isOf(token, 'not') && grammar.negators.test(token.text);
}

/** Reads excluded parts: “not the trousers”, “nicht die Haare färben, sondern …”. */
export function readNot(
  rest: readonly Token[],
  clause: Clause,
  state: ReadState,
): readonly Token[] {
  // “I don’t need the background” keeps nothing.
  const isNeedless = clause.all.some(({ text }) => grammar.needVerbs.test(text));
  // “No shadows” asks for something; “not the shadows” leaves them.
  const isAbsence =
    rest.some(({ text }) => grammar.absences.test(text)) &&
    rest.some((token) => isOf(token, 'object'));
  const isPart =
    !isNeedless && !isAbsence && rest.length > 1 && rest.some(isPlainNot) && rest.every(isLeftOut);
  if (!isPart || clause.all.every(({ kind }) => kind === 'unknown')) {
    return rest;
  }
  const last = state.wishes.at(-1);
  // “Picture 2 for its colours, not for the background” says what it is not used as.
  const isRole = last?.rule.id === 'match_colours' && last.sentence === clause.sentence;
  const regions = targets.filter(
    (target) => !(isRole && target === 'background') && rest.some((token) => isOf(token, target)),
  );
  state.kept.push({ regions, tokens: rest, isIdentity: isRole });
  return [];
}
