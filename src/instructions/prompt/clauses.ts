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
  for (const token of tokens) {
    if (token.kind === 'stop') {
      end();
      sentence += 1;
      isJoined = false;
    } else if (token.kind === 'pause' || isOf(token, 'and', 'because')) {
      end();
      isJoined = isOf(token, 'and');
    } else {
      part.push(token);
    }
  }
  end();
  return clauses;
}
