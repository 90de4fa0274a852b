import type { ReimagineStep } from '../step.ts';
import { splitClauses } from './clauses.ts';
import type { InstructionLanguage } from '../language-words.ts';
import { createLexicon, type Lexicon } from './lexicon.ts';
import { type ReadState, readClause, type ReadWish } from './read-clause.ts';
import { reimagineRules } from '../rules/all-rules.ts';
import type { PromptOptions, PromptPart } from './prompt.ts';
import { settleWishes } from './settle-wishes.ts';
import { isOf, textOf, type Token } from './token.ts';
import { tokenisePrompt } from './tokenise.ts';
import { english } from '../words/en.ts';
import { german } from '../words/de.ts';
import { spanish } from '../words/es.ts';

/** What a prompt comes to; each of its words is in one of the lists, unless it says nothing. */
export interface ReadPrompt {
  readonly language: InstructionLanguage;
  /** What is done. */
  readonly understood: readonly PromptPart[];
  /** What is understood and not done, with what may be asked instead. */
  readonly notOffered: readonly PromptPart[];
  readonly notUnderstood: readonly string[];
  readonly steps: readonly ReimagineStep[];
}

/** Prompts are longer nowhere. */
const MAX_CHARS = 2000;

let lexicons: readonly Lexicon[] | null = null;

/** Reads a prompt in any language that is known, without asking anything else: the same prompt is always read the same. */
export function readPrompt(prompt: string, options: PromptOptions = {}): ReadPrompt {
  lexicons ??= [english, german, spanish].map(createLexicon);
  const { lexicon, tokens } = readLanguage(prompt.slice(0, MAX_CHARS), lexicons);
  const state: ReadState = {
    rules: reimagineRules,
    wishes: [],
    kept: [],
    carried: [],
    region: null,
    sentence: 0,
    complaint: null,
    way: null,
    picture: null,
  };
  const clauses = splitClauses(tokens);
  for (const [index, clause] of clauses.entries()) {
    readClause(clause, index + 1 < clauses.length, state);
  }
  const avoided =
    options.negative === undefined
      ? []
      : tokenisePrompt(options.negative.slice(0, MAX_CHARS), lexicon, null).flatMap(
          ({ concepts }) => concepts,
        );
  const settled = settleWishes(state, options, avoided);
  const explained = new Set(settled.explained.flatMap(({ at }) => at));
  const silent = tokens.filter(
    (token) =>
      token.kind === 'known' && !isExplained(token, explained) && isSilent(token, state.wishes),
  );
  const isDone = settled.understood.length + settled.notOffered.length > 0;
  return {
    language: lexicon.words.code,
    understood: settled.understood,
    notOffered: settled.notOffered,
    notUnderstood: findUnexplained(tokens, explained, isDone ? silent : []),
    steps: settled.steps,
  };
}

function readLanguage(
  prompt: string,
  known: readonly Lexicon[],
): { readonly lexicon: Lexicon; readonly tokens: readonly Token[] } {
  const read = known.map((lexicon) => {
    const tokens = tokenisePrompt(prompt, lexicon, null);
    const score = tokens.reduce(
      (sum, { kind, at }) =>
        sum + (kind === 'known' ? at.length : kind === 'filler' || kind === 'verb' ? 0.7 : 0),
      0,
    );
    return { lexicon, score };
  });
  const best = read.toSorted((a, b) => b.score - a.score)[0] ?? read[0];
  if (best === undefined) {
    throw new TypeError('No language is known.');
  }
  const others = known.filter(({ words }) => words.code === 'en' && words !== best.lexicon.words);
  return {
    lexicon: best.lexicon,
    tokens: tokenisePrompt(prompt, best.lexicon, others[0] ?? 'none'),
  };
}

/** Words that add nothing to the wishes of their prompt. */
const SILENT = [
  'picture',
  'person',
  'pronoun',
  'to',
  'from',
  'zu',
  'is',
  'add',
  'colourword',
  'wall',
  'falling',
  'only',
  'fix',
  'identity',
  'nothing',
  'and',
  'quality',
  'infront',
  'splash',
  'ageword',
  'because',
];

function isSilent(token: Token, wishes: readonly ReadWish[]): boolean {
  return (
    isOf(token, ...SILENT) ||
    // What was named already: “the background behind the person”.
    (token.concepts.length > 0 &&
      wishes.some(({ used }) =>
        token.concepts.every((concept) => used.some(({ concepts }) => concepts.includes(concept))),
      ) &&
      !isOf(token, 'colour', 'amount'))
  );
}

function isExplained({ at }: Token, explained: ReadonlySet<number>): boolean {
  return at.length > 0 && at.every((index) => explained.has(index));
}

/** Runs of words that are in no list. */
function findUnexplained(
  tokens: readonly Token[],
  explained: ReadonlySet<number>,
  silent: readonly Token[],
): string[] {
  const groups: Token[][] = [];
  let isRunning = false;
  for (const token of tokens) {
    if (token.kind === 'filler' || token.kind === 'verb') {
      continue;
    }
    const isLost =
      (token.kind === 'known' || token.kind === 'unknown') &&
      !isOf(token, 'and', 'because') &&
      !isExplained(token, explained) &&
      !silent.includes(token);
    if (isLost && isRunning) {
      groups.at(-1)?.push(token);
    } else if (isLost) {
      groups.push([token]);
    }
    isRunning = isLost;
  }
  return groups.map(textOf);
}
