import { isReimagineStep, type WishStep } from '../live-step.ts';
import type { InstructionRule } from '../rule.ts';
import type { ReimagineStep } from '../step.ts';
import { leaveOutUncertain } from './doubts/certainty.ts';
import { reportSeveral } from './doubts/several-images.ts';
import { reportLimits } from './doubts/told-limits.ts';
import { isCarried, isSilent } from './doubts/silent-words.ts';
import { type Clause, splitClauses } from './clauses/clauses.ts';
import type { InstructionLanguage } from '../language-words.ts';
import { createLexicon, type Lexicon, normaliseWord } from './tokens/lexicon.ts';
import { markCaptions } from './captions/mark-captions.ts';
import { nameCaptions } from './captions/name-captions.ts';
import { nameTokens } from './naming/name-tokens.ts';
import { readClause } from './reading/read-clause.ts';
import { type ReadState, type ReadWish, startReading } from './reading/read-state.ts';
import { leaveOutRemarks, findAsking } from './doubts/told-along.ts';
import { reimagineRules } from '../rules/all-rules.ts';
import { liveRules } from '../rules/live.ts';
import { joinPictures } from './clauses/picture-lists.ts';
import { reportUnread } from './doubts/unread-wishes.ts';
import { refuseSingle } from './doubts/single-things.ts';
import type { LeftClause, PromptOptions, PromptPart } from './prompt.ts';
import { type Settled, settleWishes } from './planning/settle-wishes.ts';
import { isOf, textOf, type Token } from './tokens/token.ts';
import { tokenisePrompt } from './tokens/tokenise.ts';
import { allWords } from '../words/all-words.ts';
import { withLiveWords } from '../words/live.ts';

/** A parsed prompt. Each of its words is in one of the lists, unless it has no meaning. */
export interface ReadPrompt<Step = ReimagineStep> {
  readonly language: InstructionLanguage;
  /** Wishes that are done. */
  readonly understood: readonly PromptPart[];
  /** Wishes that are understood but not done, with alternatives to ask for. */
  readonly notOffered: readonly PromptPart[];
  readonly notUnderstood: readonly string[];
  /** Clauses with wishes that no rule does, for a text-to-image model. */
  readonly left: readonly LeftClause[];
  readonly steps: readonly Step[];
}

/** Longest prompt in characters; the parser ignores the text beyond it. */
export const MAX_PROMPT_CHARS = 2000;

/** Rules and the languages of their words. */
interface RuleSet {
  readonly rules: readonly InstructionRule[];
  readonly lexicons: readonly Lexicon[];
}

const ruleSets: { picture?: RuleSet; live?: RuleSet } = {};

function findRuleSet(isLive: boolean): RuleSet {
  if (isLive) {
    ruleSets.live ??= {
      rules: liveRules,
      lexicons: allWords.map((words) => createLexicon(withLiveWords(words))),
    };
    return ruleSets.live;
  }
  ruleSets.picture ??= { rules: reimagineRules, lexicons: allWords.map(createLexicon) };
  return ruleSets.picture;
}

/** Parses a prompt in any known language without a model: the same prompt always gives the same result. */
export function readPrompt(prompt: string, options: PromptOptions = {}): ReadPrompt {
  const read = readWishes(prompt, { ...options, isLive: false });
  return { ...read, steps: read.steps.filter(isReimagineStep) };
}

/** Parses wishes about images or, with `isLive`, about live swaps. */
export function readWishes(prompt: string, options: PromptOptions): ReadPrompt<WishStep> {
  const { rules, lexicons } = findRuleSet(options.isLive === true);
  const start = prompt.slice(0, MAX_PROMPT_CHARS);
  const marked = options.isLive === true ? start : markCaptions(start, lexicons);
  const { lexicon, tokens: words } = readLanguage(marked, lexicons);
  const pictured = joinPictures(words);
  const tokens =
    options.isLive === true ? pictured : nameCaptions(nameTokens(pictured, options.pictures ?? 1));
  const state = startReading(rules);
  const clauses = splitClauses(tokens);
  for (const [index, clause] of clauses.entries()) {
    readClause(clause, index + 1 < clauses.length, state);
  }
  leaveOutRemarks(state, clauses);
  const wishes = refuseSingle(state.wishes, tokens, options.pictures ?? 1);
  state.wishes.splice(0, state.wishes.length, ...wishes);
  const avoided =
    options.negative === undefined
      ? []
      : tokenisePrompt(options.negative.slice(0, MAX_PROMPT_CHARS), lexicon, null).flatMap(
          ({ concepts }) => concepts,
        );
  const read = explain(tokens, state, { options, avoided });
  const certain = leaveOutUncertain(state.wishes, findAsking(clauses, state.reasons), {
    prompt: tokens,
    unexplained: read.unknown.flat(),
    refused: read.settled.refused,
  });
  const isCertain = certain.length === state.wishes.length;
  const { settled, isDone, unknown } = isCertain
    ? read
    : explain(tokens, { ...state, wishes: [...certain] }, { options, avoided });
  const isUnread = settled.steps.length + settled.notOffered.length === 0;
  const other = isUnread ? reportUnread(tokens, options.pictures ?? 1, rules) : null;
  return {
    language: lexicon.words.code,
    understood: settled.understood,
    notOffered: [
      ...settled.notOffered,
      ...(other === null ? [] : [other]),
      ...reportSeveral(tokens, settled.steps, options.pictures ?? 1),
      ...reportLimits(tokens, settled.steps),
    ],
    notUnderstood:
      other !== null
        ? []
        : unknown.length > 0
          ? unknown.map(textOf)
          : isDone && !isWithoutEffect(settled)
            ? []
            : findWhole(tokens),
    left: leaveClauses(clauses, settled.refused, unknown),
    steps: settled.steps,
  };
}

/** Returns whether a prompt seems to be understood although nothing is done, denied or refused. */
function isWithoutEffect({ steps, notOffered, understood }: Settled): boolean {
  return (
    steps.length + notOffered.length === 0 &&
    !understood.some(({ wish }) => wish.startsWith('not_'))
  );
}

interface Explained {
  readonly settled: Settled;
  /** Whether anything of the prompt is understood. */
  readonly isDone: boolean;
  /** Runs of words that nothing explains. */
  readonly unknown: readonly (readonly Token[])[];
}

/** Takes the wishes of a prompt together and finds the words that none of them explains. */
function explain(
  tokens: readonly Token[],
  state: ReadState,
  { options, avoided }: { readonly options: PromptOptions; readonly avoided: readonly string[] },
): Explained {
  const settled = settleWishes(state, options, avoided);
  const isDone = settled.understood.length + settled.notOffered.length > 0;
  const reasons = isDone ? state.reasons : [];
  const explained = new Set([...settled.explained, ...reasons].flatMap(({ at }) => at));
  const silent = new Set<Token>();
  for (const [at, token] of isDone ? tokens.entries() : []) {
    if (
      token.kind === 'known' &&
      !isExplained(token, explained) &&
      (isSilent(tokens, at) || isCarried(token, state.wishes))
    ) {
      silent.add(token);
    }
  }
  return { settled, isDone, unknown: findUnexplained(tokens, explained, silent) };
}

/** Returns a prompt that asks for nothing as one unknown run of words: “make it look like a headshot”. */
function findWhole(tokens: readonly Token[]): string[] {
  const words = textOf(tokens.filter(({ kind }) => kind !== 'pause' && kind !== 'stop'));
  return words === '' ? [] : [words];
}

interface ReadLanguage {
  readonly lexicon: Lexicon;
  readonly tokens: readonly Token[];
}

/** Reads the words of a prompt in the language that knows the most of them; a clause may be in another language. */
function readLanguage(prompt: string, known: readonly Lexicon[]): ReadLanguage {
  const read = known.map((lexicon) => ({ lexicon, tokens: tokenisePrompt(prompt, lexicon, null) }));
  // Where most words are misspelt the corrected words decide.
  const isMisspelt = read.every(({ tokens }) => isMostlyUnknown(tokens));
  const scored = isMisspelt
    ? known.map((lexicon) => ({ lexicon, tokens: tokenisePrompt(prompt, lexicon, 'none') }))
    : read;
  const scores = scored.map(({ tokens }) => scoreOf(tokens));
  const best = read[scores.indexOf(Math.max(...scores))];
  if (best === undefined) {
    throw new TypeError('No language is known.');
  }
  const { lexicon } = best;
  const english = known.find(({ words }) => words.code === 'en' && words !== lexicon.words);
  const others = read
    .filter((other) => other !== best)
    .map(
      (other) =>
        new Map(
          splitParts(other.tokens)
            .filter((part) => isSpelt(part, other.lexicon))
            .map((part) => [startOf(part), part]),
        ),
    );
  const tokens = splitParts(tokenisePrompt(prompt, lexicon, english ?? 'none')).flatMap((part) =>
    isKnown(part)
      ? part
      : (others.map((parts) => parts.get(startOf(part))).find(isForeign) ?? part),
  );
  return { lexicon, tokens };
}

function isMostlyUnknown(tokens: readonly Token[]): boolean {
  const words = tokens.filter(({ kind }) => kind !== 'pause' && kind !== 'stop');
  return words.filter(({ kind }) => kind === 'unknown').length * 2 > words.length;
}

function scoreOf(tokens: readonly Token[]): number {
  return tokens.reduce(
    (sum, { kind, at }) =>
      sum + (kind === 'known' ? 1 : kind === 'filler' || kind === 'verb' ? 0.7 : 0) * at.length,
    0,
  );
}

/** Splits tokens at punctuation marks; each part ends with its mark. */
function splitParts(tokens: readonly Token[]): Token[][] {
  const parts: Token[][] = [[]];
  for (const token of tokens) {
    parts.at(-1)?.push(token);
    if (token.kind === 'pause' || token.kind === 'stop') {
      parts.push([]);
    }
  }
  return parts;
}

function startOf(part: readonly Token[]): number {
  return part[0]?.at[0] ?? -1;
}

function isKnown(part: readonly Token[]): boolean {
  return part.every(({ kind }) => kind !== 'unknown');
}

/** Returns whether a part is no single word of which only the stem is known: “Tim, Ole, Sarah”. */
function isSpelt(part: readonly Token[], { exact }: Lexicon): boolean {
  const [word, ...more] = part.filter(({ kind }) => kind !== 'pause' && kind !== 'stop');
  return word === undefined || more.length > 0 || exact.has(normaliseWord(word.text));
}

function isForeign(part: readonly Token[] | undefined): part is readonly Token[] {
  return part !== undefined && isKnown(part) && part.some(({ kind }) => kind === 'known');
}

function isExplained({ at }: Token, explained: ReadonlySet<number>): boolean {
  return at.length > 0 && at.every((index) => explained.has(index));
}

/** Collects clauses with a wish that is not done, without their words of wishes that are done. */
function leaveClauses(
  clauses: readonly Clause[],
  parts: ReadonlyMap<ReadWish, PromptPart>,
  unknown: readonly (readonly Token[])[],
): LeftClause[] {
  // Negated and kept parts are not sent to a model, which would read them as wishes.
  const asked = [...parts].filter(
    ([{ rule, used }]) =>
      rule.make === null && !used.some((token) => isOf(token, 'not', 'keep', 'except')),
  );
  return clauses.flatMap(({ all }) => {
    const own = new Set(all);
    const refused = asked.flatMap(([{ used }, part]) =>
      used.some((token) => own.has(token)) ? [part] : [],
    );
    const places = unknown.flatMap((run, place) =>
      run.some((token) => own.has(token)) ? [place] : [],
    );
    return refused.length + places.length === 0
      ? []
      : [{ text: textOf(all), refused, unknown: places, denials: all.flatMap(toDenials) }];
  });
}

function toDenials(token: Token): string[] {
  return isOf(token, 'not', 'nottoo', 'except', 'keep', 'less', 'remove', 'too', 'zu')
    ? token.text.split(' ')
    : [];
}

/** Finds runs of words that no list contains. */
function findUnexplained(
  tokens: readonly Token[],
  explained: ReadonlySet<number>,
  silent: ReadonlySet<Token>,
): Token[][] {
  const groups: Token[][] = [];
  let isRunning = false;
  for (const token of tokens) {
    if (token.kind === 'filler' || token.kind === 'verb') {
      continue;
    }
    const isLost =
      (token.kind === 'known' || token.kind === 'unknown') &&
      !isOf(token, 'and', 'because', 'reason') &&
      !isExplained(token, explained) &&
      !silent.has(token);
    if (isLost && isRunning) {
      groups.at(-1)?.push(token);
    } else if (isLost) {
      groups.push([token]);
    }
    isRunning = isLost;
  }
  return groups;
}
