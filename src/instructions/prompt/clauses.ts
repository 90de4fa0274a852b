import { targets } from './match-rule.ts';
import { isOf, type Token } from './token.ts';

/** A clause of a sentence. */
export interface Clause {
  /** Tokens of the clause that carry meaning, in their order. */
  readonly tokens: readonly Token[];
  readonly all: readonly Token[];
  /** True when the clause begins with “make” or a similar verb and therefore starts a new subject. */
  readonly isNew: boolean;
  /** True when “and” joins the clause to the one before it. */
  readonly isJoined: boolean;
  readonly sentence: number;
}

/** Splits the sentences of a prompt into clauses at punctuation marks and at “and”. */
export function splitClauses(tokens: readonly Token[]): Clause[] {
  const clauses: Clause[] = [];
  let part: Token[] = [];
  let sentence = 0;
  let isJoined = false;
  const end = (): void => {
    if (part.some(({ kind }) => kind !== 'filler')) {
      clauses.push({
        tokens: part.filter(({ kind }) => kind === 'known' || kind === 'unknown'),
        all: part,
        isNew: part[0]?.kind === 'verb',
        isJoined,
        sentence,
      });
      isJoined = false;
    }
    part = [];
  };
  for (const [index, token] of tokens.entries()) {
    if (token.kind === 'stop') {
      end();
      sentence += 1;
      isJoined = false;
    } else if (token.text === ':' && isQuoted(tokens[index + 1], part)) {
      continue;
    } else if (token.kind === 'pause' || isOf(token, 'and', 'because')) {
      end();
      isJoined = isOf(token, 'and');
    } else {
      if (isOf(token, 'only') && isSaidBefore(part, tokens[index + 1])) {
        end();
      }
      part.push(token);
    }
  }
  end();
  return clauses;
}

/** Returns whether a quote follows a clause, as in “caption at the bottom: “Hi””. */
function isQuoted(next: Token | undefined, part: readonly Token[]): boolean {
  return next !== undefined && isOf(next, 'quote') && part.some((token) => isOf(token, 'text'));
}

/** Concepts that begin a wish after “keep …”, except in “keep the lips only in colour”, which is one wish. */
const WISHED = ['g', 'smooth', 'sharpen', 'blur', 'whiten', 'denoise', 'remove', 'mono'];

/**
 * Returns whether “only” begins a wish, as in “don’t change the background only smooth the skin”. “Not only” means
 * something else.
 */
function isSaidBefore(part: readonly Token[], next: Token | undefined): boolean {
  const said = part.filter(({ kind }) => kind === 'known' || kind === 'unknown');
  const last = said.at(-1);
  if (last === undefined || next === undefined || next.kind === 'pause' || next.kind === 'stop') {
    return false;
  }
  const isNot = said.some((token) => isOf(token, 'not')) && !isOf(last, 'not');
  const kept = said.findIndex((token) => isOf(token, 'keep'));
  // “gesicht nicht verändern nur …”: the kept part was named before its verb.
  const isDone = kept > 0 && said.slice(0, kept).some((token) => isOf(token, ...targets));
  return isNot || isDone || (kept >= 0 && isOf(next, ...WISHED));
}
