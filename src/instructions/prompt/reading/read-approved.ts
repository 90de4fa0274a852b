/** Reads what a prompt names and approves of: “there’s a blue tint, keep it”, “I like the warm colours, just …”. */
import type { Clause } from '../clauses/clauses.ts';
import { findTopic, isWanted } from './complaint.ts';
import { grammar } from '../tokens/grammar.ts';
import { targets } from '../tokens/concepts.ts';
import type { ReadState, ReadWish } from './read-state.ts';
import { isNegation, isOf, textOf, type Token } from '../tokens/token.ts';

/** Reads a clause that states or approves of what is there and asks for no change. Returns whether it is one. */
export function readApproved(clause: Clause, hasNext: boolean, state: ReadState): boolean {
  if (hasNext && statesTime(clause, state)) {
    state.reasons.push(...clause.tokens);
    return true;
  }
  const isApproving = approve(clause, state);
  state.topic = isApproving ? findTopic(clause, false) : state.topic;
  return isApproving;
}

/** Returns whether a prompt begins with what the image is: “Nachtaufnahme, total verrauscht”. */
function statesTime({ all, tokens }: Clause, { wishes }: ReadState): boolean {
  return (
    wishes.length === 0 &&
    tokens.length > 0 &&
    tokens.every((token) => isOf(token, 'night', 'picture')) &&
    tokens.some((token) => isOf(token, 'night')) &&
    (tokens.length > 1 || tokens.every(({ text }) => grammar.pictureTails.test(text))) &&
    // “The video like at night” asks for it.
    !all.some(({ kind, text }) => kind === 'verb' || grammar.alike.test(text))
  );
}

function approve(clause: Clause, state: ReadState): boolean {
  if (
    clause.tokens.length > 0 &&
    clause.tokens.every(({ text }) => grammar.revocations.test(text))
  ) {
    // “Sepia, but actually no”
    const isRevoked = state.wishes.at(-1)?.sentence === clause.sentence;
    state.reasons.push(...(isRevoked ? clause.tokens : []));
    state.wishes.length -= isRevoked ? 1 : 0;
    return isRevoked;
  }
  const words = textOf(clause.all);
  if (isAbout(clause, words)) {
    const last = state.wishes.at(-1);
    const isTaken = last !== undefined && last.sentence === clause.sentence && isUnasked(last);
    if (isTaken) {
      // What was named is no wish: “a yellow cast, leave it”.
      state.wishes.pop();
    }
    if (isTaken || !clause.tokens.some((token) => isOf(token, 'keep'))) {
      keep(isTaken ? [...last.used, ...clause.tokens] : clause.tokens, state);
      return true;
    }
    return false;
  }
  const [tone, ...more] = clause.tokens;
  const isLeft =
    // “…, aber scharf lassen”
    tone !== undefined &&
    more.length === 0 &&
    isOf(tone, 'sharpen', 'g') &&
    grammar.leaveInfinitives.test(clause.all.at(-1)?.text ?? '');
  const approves =
    (isLeft || !isWanted(clause)) &&
    (isLeft || grammar.approvals.test(words) || grammar.approvalEnds.test(words)) &&
    !clause.tokens.some((token) => isNegation(token) || isOf(token, 'too', 'zu', ...CHANGES)) &&
    // “Super” is none.
    !clause.tokens.some((token) => grammar.comparatives.test(token.text) && !isOf(token, 'amount'));
  if (approves) {
    keep(clause.tokens, state);
  }
  return approves;
}

/** Concepts that ask for a change. */
const CHANGES = ['more', 'less', 'remove', 'fix', 'enhance', 'only', 'except'];

/** Concepts of verbs that ask for an effect. */
const ASKING = 'remove fix add replace sharpen smooth whiten hide conceal open close'.split(' ');

/** Returns whether a clause only says that what was named before it stays: “leave it”, “das gefällt mir so”. */
function isAbout({ all, tokens }: Clause, words: string): boolean {
  const isKept =
    tokens.some((token) => isOf(token, 'keep')) ||
    all.some(({ text }) => grammar.leaveVerbs.test(text));
  return (
    grammar.approved.test(words) ||
    // “Den kannst du lassen”
    grammar.leaveInfinitives.test(words) ||
    (isKept &&
      tokens.every((token) => isOf(token, 'keep', 'pronoun')) &&
      all.some(({ text }) => grammar.namedPronouns.test(text)))
  );
}

/** Returns whether a wish was only named or complained of, not asked for. */
function isUnasked({ used }: ReadWish): boolean {
  return !used.some(
    (token) =>
      isOf(token, ...ASKING, ...targets) ||
      (isOf(token, 'more', 'less') && !grammar.excess.test(token.text)) ||
      grammar.comparatives.test(token.text),
  );
}

function keep(tokens: readonly Token[], state: ReadState): void {
  const known = tokens.filter(({ kind, at }) => kind === 'known' && at.length > 0);
  if (known.length > 0) {
    state.kept.push({ regions: [], tokens: known, isIdentity: true });
  }
  state.reasons.push(...tokens.filter(({ kind }) => kind === 'unknown'));
}
