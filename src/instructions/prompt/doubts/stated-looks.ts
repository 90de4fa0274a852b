/** Finds clauses beside a wish that only say how somebody or something looks: “I look kinda sad here, make me smile”. */
import type { Clause } from '../clauses/clauses.ts';
import { isInClause } from './unmeant-wishes.ts';
import { isWanted } from '../reading/complaint.ts';
import { grammar } from '../tokens/grammar.ts';
import { changesImage, type ReadWish } from '../reading/read-state.ts';
import { isOf, textOf, type Token } from '../tokens/token.ts';

/** Concepts of looks, none of which is a wish in such a clause. */
const LOOKS =
  'amount colour described is from sad expression tired picture to past slim wide'.split(' ');
/** Rules of what is not done that such a clause may seem to ask for. */
const SEEMING = ['tired'];

/** Returns the clauses that state looks beside wishes that are done; no wish but such a one uses their words. */
export function findStatedLooks(
  clauses: readonly Clause[],
  wishes: readonly ReadWish[],
): readonly Clause[] {
  const done = wishes.filter(changesImage);
  return clauses.filter(
    (clause, at) =>
      statesLook(clause) &&
      done.some(
        ({ sentence, used }) =>
          Math.abs(sentence - clause.sentence) <= 1 &&
          !used.some((token) => continues(clauses[at + 1], token)),
      ) &&
      !wishes.some(
        ({ used, rule }) =>
          !SEEMING.includes(rule.id) && used.some((token) => isInClause(clause, token)),
      ),
  );
}

/** Returns whether a word belongs to a clause that goes on with what is stated: “I look tired and pale”. */
function continues(next: Clause | undefined, token: Token): boolean {
  return next?.isJoined === true && !next.isNew && isInClause(next, token);
}

function statesLook(clause: Clause): boolean {
  const { all, tokens, isNew } = clause;
  const words = textOf(all);
  const isLook = (token: Token): boolean =>
    isOf(token, ...LOOKS) || (isOf(token, 'g') && !grammar.anyComparatives.test(token.text));
  return (
    !isNew &&
    tokens.length > 0 &&
    !isWanted(clause) &&
    !grammar.requests.test(words) &&
    grammar.lookStatements.test(words) &&
    tokens.every(
      (token, at) =>
        isLook(token) ||
        (isOf(token, 'eyes') && tokens.some((other) => isOf(other, 'tired'))) ||
        // “Yellow from the bulb”
        (at > 0 && token.kind === 'unknown' && isOf(tokens[at - 1] ?? token, 'from')),
    )
  );
}
