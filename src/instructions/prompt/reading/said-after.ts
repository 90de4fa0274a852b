/** Clauses that state how, how much or where the wish before them is done. */
import type { Clause } from '../clauses/clauses.ts';
import { grammar } from '../tokens/grammar.ts';
import { findRule } from '../clauses/match-rule.ts';
import { targets } from '../tokens/concepts.ts';
import { extendLastWish, type ReadState, type ReadWish, repeatForPart } from './read-state.ts';
import { nameThickness, turnDull } from './said-degrees.ts';
import { stepRegions } from '../../step.ts';
import type { InstructionRule } from '../../rule.ts';
import { isOf, kindOf, textOf, type Token, valueOf } from '../tokens/token.ts';

/** Adds the tone that follows a lamp: “light from the left, rather cool”. */
export function readLamp(
  given: readonly Token[],
  clause: Clause,
  state: ReadState,
): readonly Token[] {
  const last = state.wishes.at(-1);
  const rest = given.map((token) =>
    grammar.coolness.test(token.text) ? { ...token, concepts: ['g:cooler'] } : token,
  );
  const isTone =
    rest.length > 0 &&
    rest.every(
      ({ concepts }) =>
        concepts.length === 1 && ['g:warmer', 'g:cooler', 'light'].includes(concepts[0] ?? ''),
    );
  if (
    !isTone ||
    clause.isNew ||
    last?.rule.id !== 'relight' ||
    last.sentence !== clause.sentence ||
    last.used.some((token) => isOf(token, 'g', 'colour'))
  ) {
    return given;
  }
  extendLastWish(state, rest);
  return [];
}

/** Changes the amount of the wish before: “portrait mode, but stronger”, “too bright, tone it down by 15 %”. */
export function readDegree(
  rest: readonly Token[],
  clause: Clause,
  state: ReadState,
): readonly Token[] {
  const last = state.wishes.at(-1);
  const way = rest.find((token) => isOf(token, 'more', 'less'));
  const dull = turnDull(rest, clause, state);
  if (dull !== null) {
    return dull;
  }
  if (
    way === undefined ||
    last?.sentence !== clause.sentence ||
    last.rule.make === null ||
    last.isNegated ||
    rest.filter((token) => isOf(token, 'more', 'less')).length > 1 ||
    !rest.every((token) => isOf(token, 'more', 'less', 'only', 'is') || isAmountAlone(token))
  ) {
    return rest;
  }
  // The wish already mends that defect.
  const isMended = last.used.some(
    ({ text }) => grammar.excess.test(text) || grammar.exposure.test(text),
  );
  const hasAmount = [...last.used, ...rest].some((token) => isOf(token, 'amount'));
  const amount = { ...way, concepts: isOf(way, 'more') ? ['amount:1'] : ['amount:0.35'] };
  // “rain, but not so heavy” is not heavy rain.
  const isWeak = isOf(way, 'less') && rest.some((token) => valueOf(token, 'amount') === '1');
  const said = isWeak
    ? [{ ...way, concepts: ['amount:0.35'], at: rest.flatMap(({ at }) => at) }]
    : rest.map((token) => (token === way && !isMended && !hasAmount ? amount : token));
  extendLastWish(state, said);
  return [];
}

/** Reads a limit that follows its wish as a small amount: “warmer, but not so yellow”, “darker, but not too dark”. */
export function readLimit(
  given: readonly Token[],
  clause: Clause,
  state: ReadState,
): readonly Token[] {
  const last = state.wishes.at(-1);
  const rest = given.filter(({ kind }) => kind !== 'unknown');
  const named = rest.filter((token) => !isOf(token, ...LIMITING));
  const [limit] = named;
  const [concept = ''] = limit?.concepts ?? [];
  const isDenied = rest.length > named.length || concept.startsWith('limit:');
  if (
    last?.sentence !== clause.sentence ||
    last.isNegated ||
    named.length !== 1 ||
    !isDenied ||
    clause.isNew ||
    !isLimitOf(concept, last.used)
  ) {
    return given;
  }
  const amount = {
    ...rest[0],
    text: textOf(rest),
    concepts: ['amount:0.35'],
    kind: 'known',
    at: rest.flatMap(({ at }) => at),
  } as const;
  state.wishes[state.wishes.length - 1] = {
    ...last,
    used: [
      ...last.used.filter((token) => !isOf(token, 'amount')),
      ...last.used
        .filter((token) => isOf(token, 'amount'))
        .map((token) => ({ ...token, concepts: ['amount:0.35'] })),
      amount,
    ],
  };
  return given.filter(({ kind }) => kind === 'unknown');
}

const LIMITING = 'less not nottoo except too zu only is picture pronoun amount described'.split(
  ' ',
);

/** Topics of wishes that mend a defect. */
const MENDED = ['denoise', 'cast', 'under_eyes'];

/** Takes away the tint that was named before: “there’s a yellow tint, remove it”. */
export function readTinge(
  rest: readonly Token[],
  clause: Clause,
  state: ReadState,
): readonly Token[] {
  const last = state.wishes.at(-1);
  if (
    last !== undefined &&
    MENDED.includes(last.rule.topic) &&
    last.sentence === clause.sentence &&
    !last.isNegated &&
    last.where === null &&
    rest.length > 0 &&
    rest.every(
      (token) =>
        isOf(token, 'remove', 'fix', 'amount') ||
        grammar.peoplePronouns.test(token.text) ||
        (last.rule.topic === 'under_eyes' && isOf(token, 'smooth', 'less', 'conceal')),
    ) &&
    rest.some((token) => isOf(token, 'remove', 'fix', 'smooth', 'less', 'conceal'))
  ) {
    // “Das Video rauscht, kannst du das wegmachen”
    extendLastWish(state, rest);
    return [];
  }
  if (
    last?.rule.id !== 'tint' ||
    last.sentence !== clause.sentence ||
    rest.length === 0 ||
    !rest.every((token) => isOf(token, 'remove', 'less', 'fix'))
  ) {
    return rest;
  }
  const used = last.used.map((token) =>
    isOf(token, 'tint') ? { ...token, concepts: ['cast'] } : token,
  );
  const match = findRule(state.rules, [...used, ...rest]);
  state.wishes.pop();
  if (match !== null) {
    const { sentence } = last;
    state.wishes.push({ ...match, where: null, sentence, isStated: false });
  }
  return match === null ? rest : [];
}

/** Adds the colour that a cast is complained of: “fix the white balance, everything is so green”. */
export function readCast(
  rest: readonly Token[],
  clause: Clause,
  state: ReadState,
): readonly Token[] {
  const last = state.wishes.at(-1);
  if (
    last?.rule.id !== 'colour_cast' ||
    last.sentence !== clause.sentence ||
    clause.isNew ||
    rest.filter((token) => isOf(token, 'colour')).length !== 1 ||
    !rest.some((token) => isOf(token, 'is')) ||
    !rest.every((token) =>
      isOf(token, 'picture', 'is', 'colour', 'colourword', 'too', 'zu', 'amount'),
    )
  ) {
    return rest;
  }
  extendLastWish(state, rest);
  return [];
}

/**
 * Reads a part that a wish is not to tinge as left out of it: “warmer colours, but the skin not orange”. Reads where the
 * crop before puts people: “square, my head in the middle”.
 */
export function readPlaced(
  rest: readonly Token[],
  clause: Clause,
  state: ReadState,
): readonly Token[] {
  const last = state.wishes.at(-1);
  if (last?.sentence !== clause.sentence || last.isNegated || clause.isNew || rest.length === 0) {
    return rest;
  }
  if (
    last.rule.id === 'border' &&
    rest.some((token) => isOf(token, 'wide', 'slim')) &&
    rest.every((token) => isOf(token, 'wide', 'slim', 'amount'))
  ) {
    // “A white frame, nice and wide”
    extendLastWish(state, rest);
    return [];
  }
  const isWhole =
    last.rule.id.startsWith('crop') &&
    (rest.every((token) => isOf(token, 'uncropped', 'extend', 'edges', 'blur')) ||
      (rest.every((token) => isOf(token, 'keep', 'picture')) &&
        ['keep', 'picture'].every((kind) => rest.some((token) => isOf(token, kind)))));
  if (isWhole) {
    // “Make it 4:3, but keep everything in”
    const named = last.used.filter((token) => isOf(token, 'aspect', 'site'));
    const uncropped = { text: '', concepts: ['uncropped'], kind: 'known', at: [] } as const;
    const match = findRule(state.rules, [uncropped, ...named]);
    if (match !== null) {
      const { sentence } = last;
      const used = [...last.used, ...rest];
      state.wishes[state.wishes.length - 1] = { ...last, ...match, sentence, used };
      return [];
    }
  }
  if (
    ['crop_shape', 'extend_shape'].includes(last.rule.id) &&
    !last.used.some((token) => isOf(token, 'side', 'face', 'person')) &&
    rest.every((token) => isOf(token, 'aspect', 'site', 'to', 'is', 'pronoun'))
  ) {
    // “Extend it on both sides so that it fits 16:9”
    const named = [...last.used.filter((token) => !isOf(token, 'picture')), ...rest];
    const match = findRule(state.rules, named);
    if (match !== null && match.rule.make !== null) {
      state.wishes[state.wishes.length - 1] = { ...last, ...match, used: [...last.used, ...rest] };
      return [];
    }
  }
  if (
    last.rule.id.startsWith('crop') &&
    last.rule.make !== null &&
    rest.some((token) => isOf(token, 'site')) &&
    rest.every((token) => isOf(token, 'site', 'is'))
  ) {
    // “Upright, it’s for TikTok”
    extendLastWish(state, rest);
    return [];
  }
  const isCentred =
    last.rule.id.startsWith('crop') &&
    last.rule.make !== null &&
    rest.some(({ concepts }) => concepts.includes('side:middle')) &&
    rest.every(
      (token) =>
        isOf(token, 'face', 'person', 'pronoun', 'is') || token.concepts.includes('side:middle'),
    );
  if (isCentred) {
    extendLastWish(state, rest);
    return [];
  }
  return leaveOutTinged(last, rest, state);
}

/** Leaves out the part that a wish is not to tinge. */
function leaveOutTinged(
  last: ReadWish,
  rest: readonly Token[],
  state: ReadState,
): readonly Token[] {
  const region = stepRegions.find((name) => rest.some((token) => isOf(token, name)));
  const tinges = rest.filter(
    (token) =>
      isLimitOf(token.concepts[0] ?? '', last.used) ||
      // “More vivid, but no orange skin”
      (last.rule.id === 'more_saturated' && isOf(token, 'colour') && region === 'skin'),
  );
  const less = ['more_saturated', 'warmer', 'cooler'].includes(last.rule.id) ? ['less'] : [];
  const isLeftOut =
    tinges.length === 1 &&
    region !== undefined &&
    last.rule.canConfine &&
    last.where === null &&
    rest.some((token) => isOf(token, 'not', 'nottoo', 'except', ...less)) &&
    rest.every(
      (token) =>
        tinges.includes(token) ||
        isOf(token, region, 'not', 'nottoo', 'except', 'too', 'zu', 'is', ...less),
    );
  if (!isLeftOut) {
    return rest;
  }
  const where = { region, isInverted: true };
  extendLastWish(state, rest, where);
  return [];
}

/** Returns whether a concept is what too much of a wish leads to. */
function isLimitOf(concept: string, used: readonly Token[]): boolean {
  const has = (...kinds: readonly string[]): boolean =>
    used.some((token) => token.concepts.some((one) => kinds.includes(one)));
  return (
    (concept.startsWith('limit:') && has(concept.replace('limit:', 'g:'))) ||
    // “Red lipstick, not too bright”
    (/^limit:(?:brighter|darker|more_saturated)$/.test(concept) && has('lips', 'blush')) ||
    (/^colour:(?:yellow|orange|red|gold|ginger|coral)$/.test(concept) && has('g:warmer')) ||
    (/^colour:(?:blue|cyan|turquoise)$/.test(concept) && has('g:cooler')) ||
    // “Whiten my teeth, not pure white”
    (/^colour:(?:light )?white$/.test(concept) && (has('whiten') || has('teeth')))
  );
}

/** Returns whether a token names an amount and nothing else: “großes Lächeln” is no amount of what was said before. */
function isAmountAlone({ concepts }: Token): boolean {
  return concepts.length > 0 && concepts.every((concept) => kindOf(concept) === 'amount');
}

/** Repeats or grades the wish before: “whiter teeth, but only slightly”, “blurry borders”. */
export function readMore(
  given: readonly Token[],
  clause: Clause,
  { hasNext, state }: { readonly hasNext: boolean; readonly state: ReadState },
): readonly Token[] {
  const rest = nameThickness(given, clause, state);
  const index = state.wishes.findLastIndex(
    ({ rule, sentence, isNegated }) =>
      rule.make !== null && sentence === clause.sentence && !isNegated,
  );
  const last = state.wishes[index];
  if (last === undefined || rest.length === 0) {
    return rest;
  }
  const [part, ...more] = rest;
  if (
    part !== undefined &&
    more.length === 0 &&
    !hasNext &&
    clause.isJoined &&
    grammar.additions.test(clause.joint?.text ?? '') &&
    isOf(part, ...targets) &&
    !isOf(part, 'person', 'pronoun') &&
    index === state.wishes.length - 1 &&
    repeatForPart(state, part)
  ) {
    return [];
  }
  const needs = last.rule.needs.flatMap((need) => need.split('|'));
  const isAgain = ({ concepts }: Token): boolean =>
    concepts.length > 0 &&
    concepts.every(
      (concept) =>
        needs.includes(concept) &&
        concept !== 'colour' &&
        // “…, and brighter” is a wish of its own where nothing was bright before.
        (!['g', 'lowlight'].includes(kindOf(concept)) ||
          last.used.some(({ concepts: said }) => said.includes(concept))),
    );
  const amounts = rest.filter((token) => isOf(token, 'amount'));
  const isAmount = amounts.length === 1 && !last.used.some((token) => isOf(token, 'amount'));
  const isMore =
    rest.every((token) => isAmountAlone(token) || isOf(token, 'only') || isAgain(token)) &&
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
const PEOPLE: readonly string[] = ['person', 'face'];

/** Returns whether an effect changes faces wherever they are. */
function isOfFaces({ canConfine, touches }: InstructionRule): boolean {
  return !canConfine && !touches.some((part) => ['all', 'frame', 'background'].includes(part));
}

/** Adds an exception to the wish before: “…, except the face”, “…, not the background”. */
export function readException(
  rest: readonly Token[],
  clause: Clause,
  state: ReadState,
): readonly Token[] {
  const isOnly =
    rest.some((token) => isOf(token, 'only')) &&
    rest.every((token) => isOf(token, 'only', ...targets));
  const isException =
    isOnly ||
    (rest.some((token) => isOf(token, 'except', 'not')) &&
      // “No skin smoothing” excepts no skin.
      !rest.some((token) => isOf(token, 'smooth', 'whiten')) &&
      rest.every((token) => isOf(token, 'except', 'not', 'picture', 'only', 'others', ...targets)));
  const region = rest.some((token) => isOf(token, 'others'))
    ? 'person'
    : stepRegions.find((name) => rest.some((token) => isOf(token, name)));
  const last = state.wishes.at(-1);
  // In a live swap “only the face” is a wish.
  const isWish =
    (isOnly && findRule(state.rules, rest) !== null) ||
    // “Picture 2 as background, without the people in it”
    (region === 'person' &&
      last?.rule.topic === 'background' &&
      last.used.some((token) => isOf(token, 'numbered')));
  if (isWish || !isException || region === undefined || last?.sentence !== clause.sentence) {
    return rest;
  }
  if (last.rule.topic === 'anonymise' && !isOnly && PEOPLE.includes(region)) {
    // All faces are covered, and the exception is refused: “blur the faces, except mine”.
    state.kept.push({ regions: [region], tokens: rest, isIdentity: false });
    return [];
  }
  const isPeople =
    (PEOPLE.includes(region) || region === 'skin') &&
    // “No doll’s face” leaves no face out.
    !rest.some((token) => grammar.absences.test(token.text));
  if (isPeople && !isOnly && last.rule.make !== null && !last.isNegated && isOfFaces(last.rule)) {
    // Nobody can be left out: “make us all smile, only grandpa not”.
    state.kept.push({ regions: [region], tokens: rest, isIdentity: false });
    return [];
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

/** Reads what a removed background is replaced by: “remove the background and make it white instead”. */
export function readGround(
  rest: readonly Token[],
  clause: Clause,
  state: ReadState,
): readonly Token[] {
  const last = state.wishes.at(-1);
  const isWall =
    last?.sentence === clause.sentence &&
    last.rule.id === 'background_studio' &&
    !last.isNegated &&
    !last.used.some((token) => isOf(token, 'colour'));
  if (isWall && !clause.isNew && rest.length === 1 && rest.every((one) => isOf(one, 'colour'))) {
    // “Studio background, light grey”
    extendLastWish(state, rest);
    return [];
  }
  const isCut =
    last?.sentence === clause.sentence &&
    ['background_transparent', 'background_remove'].includes(last.rule.id);
  if (
    isCut &&
    rest.some((token) => isOf(token, 'numbered')) &&
    rest.every((token) => isOf(token, 'numbered', 'person', 'pronoun', 'to', 'add'))
  ) {
    // “Cut me out and put me on picture 2”
    return [...rest, { text: '', concepts: ['infront'], kind: 'known', at: [] }];
  }
  return isCut &&
    rest.some((token) => isOf(token, 'colour', 'place')) &&
    rest.every((token) =>
      isOf(token, 'colour', 'place', 'add', 'wall', 'instead', 'to', 'infront', 'only'),
    )
    ? [
        ...rest.filter((token) => !isOf(token, 'instead', 'to', 'only')),
        { text: '', concepts: ['background'], kind: 'known', at: [] },
      ]
    : rest;
}
