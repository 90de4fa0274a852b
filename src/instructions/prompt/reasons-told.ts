/** Clauses that tell why something is asked for, not what. */
import type { Clause } from './clauses.ts';
import { isWanted } from './complaint.ts';
import { targets } from './match-rule.ts';
import type { ReadState } from './read-state.ts';
import { isComplaint } from './rewrite.ts';
import { isOf, textOf, type Token } from './token.ts';

/** Verbs that ask for something, wherever they are. */
const ASKED =
  /(?<!\p{L})(?:blur|smooth|soften|sharpen|brighten|darken|lighten|whiten|remove|delete|erase|add|replace|crop|hide|pixelate|fix|enhance|improve|boost|reduce|increase|decrease|lower|raise|cut|zoom|rotate|flip|mirror|denoise|retouch|keep|leave|close|upscale|write|please|bitte|entfern\p{L}*|verpixel\p{L}*|schärfe|glätte|verbesser\p{L}*|aufhellen|abdunkeln|schreib\p{L}*|weg)(?!\p{L})/iu;
/** Words that make a wish of what was: “I wish it was night”, “as if it was snowing”. */
const WISHED =
  /(?<!\p{L})(?:wish|like|if|as|though|how|want|wanted|wünsch\p{L}*|wenn|als|ob|wie)(?!\p{L})/iu;

/** Returns whether a clause tells how it was, as in “it was dark in my room”. */
function tellsPast({ all }: Clause): boolean {
  const at = all.findIndex(({ concepts }) => concepts.includes('past'));
  return at >= 0 && !WISHED.test(textOf(all)) && !ASKED.test(textOf(all.slice(0, at)));
}

/** What a description of people or of the image tells: “she has such a warm smile”. */
const TELLS =
  /(?<!\p{L})(?:(?:she|he|it|everyone|everybody|somebody|who|i|we|they|you) (?:already )?(?:has|have)|ive|weve|theyve|(?:has|have) (?:no|such|a|an|the|some|very|so)|(?:sie|er|es|jeder|mann|frau|bild|foto|video) hat|(?:ich|wir) (?:hab|habe|haben|trag|trage|tragen)|(?:sie|er) trägt|(?:i|we|they) wear|(?:she|he) wears)(?!\p{L})/iu;
/** Words that make a wish of it: “can I have a warmer picture”. */
const BEFORE_WISH =
  /(?<!\p{L})(?:can|could|may|might|would|should|let|make|if|do|dont|to|must|will) (?:\p{L}{1,20} )?$/iu;

/** Returns whether a clause describes people or the image, and asks for nothing. */
function describes(words: string): boolean {
  const told = TELLS.exec(words);
  return told !== null && !BEFORE_WISH.test(words.slice(0, told.index));
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
];

/**
 * Reads a clause that tells a reason and no wish. Returns its tokens that are left to read, which are those of a defect
 * of the image (“it was too dark”); null where the clause is none.
 */
export function readReason(clause: Clause, state: ReadState): readonly Token[] | null {
  const hasWish = state.wishes.some(
    ({ isNegated, sentence }) => !isNegated && sentence === clause.sentence,
  );
  const words = textOf(clause.all);
  const goesOn =
    state.isReason &&
    clause.isJoined &&
    !clause.isNew &&
    !ASKED.test(words) &&
    clause.tokens.every(
      (token) => isOf(token, ...TOLD, ...targets, 'colour', 'object') && !/er$/i.test(token.text),
    );
  const isBecause = clause.isReason && hasWish && !ASKED.test(words) && !isWanted(clause);
  const isPast = !clause.isNew && !isWanted(clause) && tellsPast(clause);
  const isTold =
    !clause.isNew &&
    describes(words) &&
    !WISHED.test(words) &&
    !ASKED.test(words) &&
    !isWanted(clause) &&
    !clause.tokens.some((token) => isOf(token, ...DEFECTS));
  // “My sister had smoothed her skin, whitened her teeth …”
  const goesOnPast = state.isReason && /ed$/i.test(clause.all[0]?.text ?? '');
  state.isReason = goesOn || goesOnPast || isBecause || isPast || isTold;
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
    !ASKED.test(words) && !(goesOn && clause.tokens.some((token) => isOf(token, ...targets)));
  state.reasons.push(...(isSure ? clause.tokens : []));
  return [];
}
