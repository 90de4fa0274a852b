/** Reads what is not to be seen: “don’t show my face”, “meine Zahnspange soll man nicht sehen”. */
import type { Clause } from '../clauses/clauses.ts';
import { isWanted } from './complaint.ts';
import { grammar } from '../tokens/grammar.ts';
import { targets } from '../tokens/concepts.ts';
import { NO_TOKEN, type Token, isNegation, isOf, mergeTokens } from '../tokens/token.ts';

/** Parts of people that nobody recognises them without. */
const PEOPLE = ['face', 'person', 'pronoun'];

/** Reads the denial of such a clause as a wish to hide people, or to be without another thing. */
export function readUnseen(tokens: readonly Token[], clause: Clause): readonly Token[] {
  const { all } = clause;
  const isShown = all.some(({ text }) => grammar.showVerbs.test(text));
  const [first, second] = all;
  const isOrder =
    isWanted(clause) ||
    // “Face not visible”
    (all.some(({ text }) => grammar.showStates.test(text)) &&
      !tokens.some((token) => isOf(token, 'is'))) ||
    [first, second].some((token) => grammar.showOrders.test(token?.text ?? '')) ||
    // “Zähne nicht zeigen”
    (grammar.showVerbs.test(all.at(-1)?.text ?? '') && isNegation(all.at(-2) ?? NO_TOKEN));
  const not = tokens.findIndex((token) => isNegation(token) || grammar.nobodies.test(token.text));
  const denial = tokens[not];
  const verbs = tokens.filter(
    (token) => token !== denial && (isOf(token, 'to') || grammar.showVerbs.test(token.text)),
  );
  const others = tokens.filter((token) => token !== denial && !verbs.includes(token));
  if (
    !isShown ||
    !isOrder ||
    denial === undefined ||
    others.length === 0 ||
    // “Nobody but me should be visible”
    (grammar.nobodies.test(denial.text) && others.some((token) => follows(token, denial))) ||
    !others.every((token) => isOf(token, ...targets, 'object', 'undereyes', 'blemish', 'shadowy'))
  ) {
    return tokens;
  }
  const isOfPeople = others.every((token) => isOf(token, ...PEOPLE));
  const hidden = mergeTokens(isOfPeople ? 'hide' : 'remove', denial, ...verbs);
  return [hidden, ...others];
}

/** Returns whether somebody is named with one word between, which leaves them out: “nobody but me”. */
function follows(token: Token, nobody: Token): boolean {
  return isOf(token, ...PEOPLE) && token.at[0] === (nobody.at.at(-1) ?? 0) + 2;
}
