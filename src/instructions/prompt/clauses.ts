import { targets } from './match-rule.ts';
import { isOf, type Token } from './token.ts';

/** A part of a sentence. */
export interface Clause {
  /** What says something, in its order. */
  readonly tokens: readonly Token[];
  readonly all: readonly Token[];
  /** Whether it begins with “make” or the like: then it is about something new. */
  readonly isNew: boolean;
  /** Whether “and” stands between it and the one before. */
  readonly isJoined: boolean;
  readonly sentence: number;
}

/** Parts of the sentences of a prompt, which end at marks and at “and”. */
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

/** “caption at the bottom: “Hi””. */
function isQuoted(next: Token | undefined, part: readonly Token[]): boolean {
  return next !== undefined && isOf(next, 'quote') && part.some((token) => isOf(token, 'text'));
}

/** What begins a wish after “keep …”; “keep the lips only in colour” is one. */
const WISHED = ['g', 'smooth', 'sharpen', 'blur', 'whiten', 'denoise', 'remove', 'mono'];

/** “don’t change the background only smooth the skin”: what is wished begins with “only”. “Not only” says something else. */
function isSaidBefore(part: readonly Token[], next: Token | undefined): boolean {
  const said = part.filter(({ kind }) => kind === 'known' || kind === 'unknown');
  const last = said.at(-1);
  if (last === undefined || next === undefined || next.kind === 'pause' || next.kind === 'stop') {
    return false;
  }
  const isNot = said.some((token) => isOf(token, 'not')) && !isOf(last, 'not');
  const kept = said.findIndex((token) => isOf(token, 'keep'));
  // “gesicht nicht verändern nur …”: what is kept was named before its verb.
  const isDone = kept > 0 && said.slice(0, kept).some((token) => isOf(token, ...targets));
  return isNot || isDone || (kept >= 0 && isOf(next, ...WISHED));
}
