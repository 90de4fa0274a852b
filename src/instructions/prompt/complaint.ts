import type { Clause } from './clauses.ts';
import { targets } from './match-rule.ts';
import { isComplaint } from './rewrite.ts';
import { isOf, textOf, type Token } from './token.ts';

const WANTED = /^(?:should|want|wants|would|will|soll|sollen|sollte|wollen|möchte|lass|let)$/i;

/** How somebody says how a picture or a part of it is, not how it is to be. */
const SEEMS =
  /^(?:(?:(?:i|it|he|she|we|they|everything|(?:the|my|his|her|their|our) \p{L}+) )?(?:just |all )?(?:looks?|am|seems?|appears?)|\p{L}+ (?:looks|seems|appears))(?!\p{L})/iu;
const IS = { text: '', concepts: ['is'], kind: 'known', at: [] } as const;

interface Complaint {
  readonly tokens: readonly Token[];
  /** “is” that goes on in the next clause: “it is dark … and grainy”. */
  readonly goesOn: Token | null;
}

/** The tokens of a clause, with the “is” of the one before it where it goes on saying what is wrong. */
export function readComplaint(
  tokens: readonly Token[],
  clause: Clause,
  goesOn: Token | null,
): Complaint {
  const before = clause.isJoined ? goesOn : null;
  const said = SEEMS.test(textOf(clause.all)) && !tokens.some((token) => isOf(token, 'is'));
  const seems = cutLooks(said ? addIs(tokens) : tokens, clause);
  const joined = before === null ? seems : [before, ...seems];
  const complains = !clause.isNew && !isWanted(clause) && isComplaint(joined);
  const is = joined.find((token) => isOf(token, 'is'));
  return {
    // Without it “it should be very dark” would become lighter.
    tokens: complains ? joined : seems.filter((token) => !isOf(token, 'is') || !isComplaint(seems)),
    goesOn: complains && is !== undefined ? { ...is, at: [] } : null,
  };
}

/** Whether a clause says how something is to be. */
export function isWanted(clause: Clause): boolean {
  return clause.all.some(({ text }) => WANTED.test(text));
}

/** “Is” stands after what it is said of. */
function addIs(tokens: readonly Token[]): readonly Token[] {
  const start = tokens.findIndex((token) => !isOf(token, 'picture', ...targets));
  return tokens.toSpliced(Math.max(0, start), 0, IS);
}

/** “sieht flau aus”: the end of its verb is no “from”. */
function cutLooks(tokens: readonly Token[], clause: Clause): readonly Token[] {
  const last = tokens.at(-1);
  const isLook =
    last?.text.toLowerCase() === 'aus' &&
    clause.all.some(({ text }) => /^(?:sieht|sehen|schaut)$/i.test(text));
  return isLook ? tokens.slice(0, -1) : tokens;
}

/** What may be complained of beside parts of people. */
const THINGS = ['undereyes', 'blemish', 'shadowy', 'cast'];

/** What a clause is about, where the next one may go on with it: “my hair is too dark, make it lighter”. */
export function findTopic(clause: Clause, hasWish: boolean): Token | null {
  const named = clause.tokens.filter(
    (token) =>
      isOf(token, ...targets, ...(hasWish ? [] : THINGS)) &&
      !isOf(token, 'person', 'pronoun', 'there'),
  );
  const [topic] = named;
  const isStated = clause.tokens.some((token) => isOf(token, 'is')) && !isWanted(clause);
  return topic !== undefined && named.length === 1 && (!hasWish || isStated)
    ? { ...topic, text: '', at: [] }
    : null;
}

/**
 * “thicker eyebrows, darker too”: an adjective alone goes on about a small part, and is said of no whole picture. Nor is that of
 * “don’t blur the background, only darker”.
 */
export function goesOnAbout(
  topic: Token,
  tokens: readonly Token[],
  { clause, isDenied }: { readonly clause: Clause; readonly isDenied: boolean },
): boolean {
  return (
    !clause.isNew &&
    (isOf(topic, ...ADJECTIVED) || (isDenied && tokens.some((token) => isOf(token, 'only')))) &&
    tokens.every((token) => isOf(token, 'g', 'amount', ...(isDenied ? ['only'] : []))) &&
    tokens.some((token) => isOf(token, 'g'))
  );
}

const ADJECTIVED = ['hair', 'eyes', 'lips', 'mouth', 'teeth', 'skin', 'nose', 'brows', 'cheeks'];

const IT = /^(?:it|them|that|this|es|ihn|sie|lo|la|los|las)$/i;

/**
 * Whether a clause is about what was named before it and not by itself. “Make it …” after what is not to be done (`isDenied`) is about
 * the picture.
 */
export function isAboutTopic(clause: Clause, isDenied = false): boolean {
  return (
    clause.all.some(({ text }) => IT.test(text)) &&
    !(isDenied && clause.all.some(({ text }) => /^(?:make|mach|mache|haz)$/i.test(text))) &&
    !clause.tokens.some(
      (token) =>
        !IT.test(token.text) &&
        isOf(token, 'picture', ...targets.filter((one) => one !== 'pronoun')),
    )
  );
}
