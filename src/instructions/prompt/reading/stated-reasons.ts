/** Clauses that state why something is asked for, not what. */
import type { Clause } from '../clauses/clauses.ts';
import { isWanted } from './complaint.ts';
import { grammar } from '../tokens/grammar.ts';
import { targets } from '../tokens/concepts.ts';
import type { ReadState } from './read-state.ts';
import { isComplaint } from '../rewriting/rewrite.ts';
import { statesCircumstances } from './remarks.ts';
import { isOf, NO_TOKEN, textOf, type Token } from '../tokens/token.ts';

/** Returns whether a clause describes how it was, as in “it was dark in my room”. */
function statesPast({ all }: Clause): boolean {
  const at = all.findIndex(({ concepts }) => concepts.includes('past'));
  return (
    at >= 0 &&
    !grammar.wishMarkers.test(textOf(all)) &&
    !grammar.requests.test(textOf(all.slice(0, at)))
  );
}

/** Returns whether a clause describes people or the image, and asks for nothing. */
function describes(words: string): boolean {
  const found = grammar.descriptions.exec(words);
  const [first = ''] = words.split(' ');
  return (
    found !== null &&
    !grammar.wishOpeners.test(words.slice(0, found.index)) &&
    // “Could the video have a bit more punch”
    !grammar.wishOpeners.test(`${first} `)
  );
}

/** Defects that a description may name as what is to be mended. */
const DEFECTS = [
  'too',
  'zu',
  'cast',
  'noisy',
  'grain',
  'denoise',
  'axis',
  'blemish',
  'shadowy',
  'undereyes',
  'lowlight',
  'remove',
  'less',
  'more',
  'not',
];

/** Concepts that state what a wish is for, and no effect: “so that people look at me”. */
const PURPOSE = [...targets, 'more', 'is', 'picture', 'to', 'enhance'];

/** Returns whether a clause states what the wish before it is for: “damit man mehr auf mich schaut”. */
function statesPurpose({ isPurpose, isNew, tokens }: Clause): boolean {
  return (
    isPurpose &&
    // “So I can use it as an emote”
    (!isNew || tokens.every(({ kind }) => kind === 'unknown')) &&
    tokens.length > 0 &&
    tokens.every((token) => token.kind === 'unknown' || isOf(token, ...PURPOSE))
  );
}

/** Returns whether a clause is a remark about what somebody does: “I’m streaming a horror game”, “ich streame”. */
function statesAside({ all, tokens, isNew }: Clause): boolean {
  const [subject, verb] = all;
  const isStated =
    grammar.asides.test(textOf(all)) ||
    (subject !== undefined &&
      grammar.firstPerson.test(subject.text) &&
      verb?.kind === 'unknown' &&
      verb.concepts.length === 0);
  return (
    isStated &&
    !isNew &&
    tokens.every(
      (token) =>
        token.kind === 'unknown' ||
        token === subject ||
        token === verb ||
        isOf(token, 'amount', 'picture'),
    )
  );
}

/** Wishes of weather and time of day, which a place after “like” describes. */
const WEATHER = ['rain', 'snow', 'fog', 'time'];

/** Returns whether a clause only says where a weather is so: “fog, like in a forest”. */
function statesPlace({ all, tokens, isNew }: Clause, { wishes }: ReadState): boolean {
  const last = wishes.at(-1);
  return (
    !isNew &&
    last !== undefined &&
    last.rule.make !== null &&
    WEATHER.includes(last.rule.topic) &&
    grammar.alike.test(all[0]?.text ?? '') &&
    tokens.some((token) => isOf(token, 'place', 'outside')) &&
    tokens.every((token) => token.kind === 'unknown' || isOf(token, 'place', 'outside', 'person'))
  );
}

/** Returns whether a clause says how a face looks that is to smile: “let me smile, I look so serious”. */
function statesFace({ all, tokens, ...clause }: Clause, { wishes }: ReadState): boolean {
  const last = wishes.at(-1);
  return (
    last !== undefined &&
    last.rule.id === 'smile' &&
    !isWanted({ all, tokens, ...clause }) &&
    !last.isNegated &&
    (all.some(({ text }) => grammar.firstPerson.test(text)) ||
      grammar.impressions.test(textOf(all))) &&
    !grammar.requests.test(textOf(all)) &&
    tokens.some((token) => isOf(token, 'expression', 'sad')) &&
    tokens.every(
      (token) =>
        token.kind === 'unknown' || isOf(token, 'expression', 'sad', 'amount', 'is', 'too'),
    )
  );
}

/** Adjectives that continue a reason: “because it was dark and grainy”. */
const TOLD = [
  'sad',
  'smile',
  'expression',
  'g',
  'grain',
  'noisy',
  'blur',
  'amount',
  'too',
  'zu',
  'lowlight',
  'rain',
  'snow',
  'fog',
  'night',
  'is',
  'not',
];

/**
 * Reads a clause that states a reason and no wish. Returns its tokens that are left to read, which are those of a defect
 * of the image (“it was too dark”); null where the clause is none.
 */
export function readReason(clause: Clause, state: ReadState): readonly Token[] | null {
  if (clause.all.some((token) => isOf(token, 'quote'))) {
    state.isReason = false; // What is to be written may say anything: “ER HAT ES GETAN”.
    return null;
  }
  const hasWish = state.wishes.some(
    ({ isNegated, sentence }) => !isNegated && sentence === clause.sentence,
  );
  const words = textOf(clause.all);
  // “It was late and only the desk lamp was on”
  const isOnly =
    clause.tokens.length > 1 &&
    isOf(clause.tokens[0] ?? NO_TOKEN, 'only') &&
    clause.tokens.slice(1).every((token) => isOf(token, 'object', 'light')) &&
    clause.all.at(-1)?.kind === 'filler';
  const goesOn =
    state.isReason &&
    clause.isJoined &&
    !clause.isNew &&
    !grammar.requests.test(words) &&
    clause.tokens.every(
      (token) =>
        isOnly ||
        ((isOf(token, ...TOLD, ...targets, 'colour', 'object') || token.concepts.length === 0) &&
          !grammar.comparatives.test(token.text)),
    ) &&
    // “… and hardly slept”; beside a part an unknown word may say how it is to be.
    (clause.tokens.every(({ kind }) => kind === 'known') ||
      clause.tokens.every((token) => token.kind === 'unknown' || isOf(token, 'amount')));
  const isBecause =
    clause.isReason && hasWish && !grammar.requests.test(words) && !isWanted(clause);
  const isPast = !clause.isNew && !isWanted(clause) && statesPast(clause);
  const isStated =
    !clause.isNew &&
    describes(words) &&
    !grammar.wishMarkers.test(words) &&
    !grammar.requests.test(words) &&
    !isWanted(clause) &&
    !clause.tokens.some((token) => isOf(token, ...DEFECTS));
  const isMess =
    !isWanted(clause) &&
    ['is', 'described'].every((kind) => clause.tokens.some((token) => isOf(token, kind))) &&
    clause.tokens.every(
      (token) =>
        // “The laundry is embarrassing”, “our lamps are awful”
        (hasWish && (token.kind === 'unknown' || isOf(token, 'object', 'light'))) ||
        isOf(token, ...targets, 'is', 'described', 'amount', 'picture'),
    );
  const isAside =
    isMess ||
    statesCircumstances(clause, state) ||
    statesPlace(clause, state) ||
    statesFace(clause, state) ||
    (!grammar.requests.test(words) &&
      !isWanted(clause) &&
      ((hasWish && statesPurpose(clause)) || statesAside(clause)));
  // “My sister had smoothed her skin, whitened her teeth …”
  const goesOnPast = state.isReason && grammar.pastEndings.test(clause.all[0]?.text ?? '');
  state.isReason = goesOn || goesOnPast || isBecause || isPast || isStated || isAside;
  if (!state.isReason) {
    return null;
  }
  const is: Token = { text: '', concepts: ['is'], kind: 'known', at: [] };
  if (
    isPast &&
    !hasWish &&
    isComplaint([is, ...clause.tokens.filter((token) => !isOf(token, 'picture'))])
  ) {
    state.isReason = false;
    return [is, ...clause.tokens];
  }
  const isSure =
    !grammar.requests.test(words) &&
    !(goesOn && clause.tokens.some((token) => isOf(token, ...targets)));
  state.reasons.push(...(isSure ? clause.tokens : []));
  return [];
}
