/** Rules for clauses that continue the topic of an earlier one. */
import type { Clause } from '../clauses/clauses.ts';
import { isAboutTopic } from './complaint.ts';
import { findRule, type RuleMatch } from '../clauses/match-rule.ts';
import type { ReadState, ReadWish } from './read-state.ts';
import { isOf, type Token } from '../tokens/token.ts';

/**
 * Finds the rule for a clause whose image was named before: “replace the background with picture 2 and match the
 * colours”.
 */
export function findWithPicture(rest: readonly Token[], state: ReadState): RuleMatch | null {
  return state.picture !== null &&
    rest.some((token) => isOf(token, 'match')) &&
    !rest.some((token) => isOf(token, 'numbered'))
    ? findRule(state.rules, [...rest, { ...state.picture, at: [] }])
    : null;
}

/** Finds the rule for a second light: “red light from the left and blue from the right”. */
export function findWithLight(
  rest: readonly Token[],
  clause: Clause,
  state: ReadState,
): RuleMatch | null {
  const last = state.wishes.at(-1);
  const light = last?.used.find((token) => isOf(token, 'light'));
  return light !== undefined &&
    last?.rule.topic === 'light' &&
    last.sentence === clause.sentence &&
    rest.some((token) => isOf(token, 'side'))
    ? findRule(state.rules, [...rest, { ...light, concepts: ['light'], at: [] }])
    : null;
}

/**
 * Finds the rule for a clause about the topic before it: “my hair …, make it lighter”, “the background darker and
 * blurred”, “fuller lips and redder”.
 */
export function findWithTopic(
  rest: readonly Token[],
  {
    clause,
    state,
    topic,
  }: { readonly clause: Clause; readonly state: ReadState; readonly topic: Token | null },
): RuleMatch | null {
  const isOfRest = rest.some(({ concepts }) => concepts.includes('identity:rest'));
  if (topic !== null && !isOfRest) {
    const match = findRule(state.rules, [...rest, topic]);
    return match !== null && match.used.some((token) => rest.includes(token)) ? match : null;
  }
  const last = state.wishes.at(-1);
  const isOfColour = rest.every((token) => isOf(token, 'colour', 'amount'));
  if (last?.rule.topic === 'background' && isOfColour && isAboutTopic(clause)) {
    return findRule(state.rules, [
      ...rest,
      { text: '', concepts: ['background'], kind: 'known', at: [] },
    ]);
  }
  const isBlurred = rest.every((token) => isOf(token, 'blur', 'amount'));
  if (isBlurred && last !== undefined && isNewGround(last) && last.sentence === clause.sentence) {
    // “Me from the first, background from the second, blurred a bit”
    return findRule(state.rules, [
      ...rest,
      { text: '', concepts: ['background'], kind: 'known', at: [] },
    ]);
  }
  if (!clause.isJoined || clause.isNew || last?.sentence !== clause.sentence) {
    return null;
  }
  const isBlur = isBlurred && state.region === 'background';
  const part = isOfColour
    ? COLOURED_PARTS.find(
        (known) =>
          last.rule.touches.includes(known) ||
          (last.where?.region === known && !last.where.isInverted),
      )
    : undefined;
  const named = isBlur ? 'background' : part;
  return named === undefined
    ? null
    : findRule(state.rules, [...rest, { text: '', concepts: [named], kind: 'known', at: [] }]);
}

/** Returns whether a wish puts another place or image behind people. */
function isNewGround({ rule, isNegated }: ReadWish): boolean {
  return !isNegated && rule.topic === 'background' && /^scene_|_picture$|_that_of$/.test(rule.id);
}

const COLOURED_PARTS = ['lips', 'eyes', 'brows', 'clothes'];

/** Complaints of a part by the rules that they match, and the wishes that mend them. */
const MENDS: Readonly<Record<string, readonly string[]>> = {
  part_shape: ['smaller_nose', 'bigger_eyes', 'slimmer_face', 'fuller_lips', 'wider_face'],
  closed_eyes: ['open_eyes'],
  expression: ['smile'],
  part_grade: ['brows_darker'],
};

/** Finds the complaint that a wish mends: “my nose looks huge, make it smaller”. */
export function findMended(
  { rule, used }: RuleMatch,
  clause: Clause,
  state: ReadState,
): ReadWish | null {
  const last = state.wishes.at(-1);
  const isSame = used.some(({ concepts }) =>
    last?.used.some((token) => token.concepts.some((concept) => concepts.includes(concept))),
  );
  return last?.isDescription === true &&
    last.sentence === clause.sentence &&
    MENDS[last.rule.id]?.includes(rule.id) === true &&
    (isSame || last.rule.id === 'expression')
    ? last
    : null;
}

/** Returns whether a clause only names a further image, which the next one uses: “take picture 2 and put it behind me”. */
export function isFurtherPicture(rest: readonly Token[]): boolean {
  const [picture, ...more] = rest.filter((token) => !isOf(token, 'picture'));
  return (
    picture !== undefined &&
    more.length === 0 &&
    isOf(picture, 'numbered') &&
    picture.concepts.length === 1 &&
    !picture.concepts.includes('numbered:1')
  );
}
