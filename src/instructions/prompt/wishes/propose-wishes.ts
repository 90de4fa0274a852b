/**
 * Proposals for clauses that are not understood: the words of a clause that would be a wish if they stood alone. They are
 * never done by themselves; whoever wrote the prompt is asked.
 */
import type { WishStep } from '../../live-step.ts';
import { allWords } from '../../words/all-words.ts';
import { grammar } from '../tokens/grammar.ts';
import type { LeftClause, PromptOptions, PromptPart } from '../prompt.ts';
import { type ReadPrompt, readPrompt } from '../read-prompt.ts';

/** Words that would be understood if they were written instead of a clause; `part.words` are all from the clause. */
export interface PromptProposal {
  /** The clause as the user wrote it. */
  readonly clause: string;
  /** The wish that those words express. */
  readonly part: PromptPart;
}

/** Longest clause that is searched, in words: longer ones tell stories. */
const MAX_WORDS = 14;
/** Longest proposal, in words. */
const MAX_SPAN = 7;
/** Largest number of readings for one prompt. */
const MAX_READINGS = 100;
/** Fewest characters of a proposal in one word: shorter words are read by chance. */
const MIN_CHARACTERS = 4;
/** Share of the characters of its clause that a proposal is made of. */
const COVERED = 0.6;
/** The same share without the words at its ends that add nothing. */
const MEANT = 0.3;
/** Steps that one word of a longer clause may name; other effects also need what they change. */
const NAMED_ALONE: readonly string[] = ['style', 'weather', 'words'];

/** Lists proposals for the clauses of a prompt that are not understood, at most one for each clause. */
export function proposeWishes(
  prompt: string,
  { left, understood, language }: ReadPrompt<WishStep>,
  options: PromptOptions,
): PromptProposal[] {
  const words = allWords.find(({ code }) => code === language)?.grammar;
  const courtesy = (words?.please ?? words?.innerPlease ?? '').split('|')[0] ?? '';
  const search = { options, courtesy, readings: MAX_READINGS };
  // Wishes that are done, and proposals so far
  const known = new Set(understood.map(toKey));
  return left.flatMap((clause) => {
    const text = findWritten(prompt, clause.text.split(' '));
    const part = clause.unknown.length === 0 || text === null ? null : propose(clause, search);
    const found = part === null || text === null ? null : findWritten(text, part.words.split(' '));
    if (
      part === null ||
      text === null ||
      found === null ||
      known.has(toKey(part)) ||
      isDenied({ prompt, clause: text, found })
    ) {
      return [];
    }
    known.add(toKey(part));
    return [{ clause: text, part: { ...part, words: found } }];
  });
}

/** Finds words that follow each other in a text, and returns them with the marks between them; null where they do not. */
function findWritten(text: string, words: readonly string[]): string | null {
  const [first = ''] = words;
  for (let start = text.indexOf(first); start >= 0; start = text.indexOf(first, start + 1)) {
    const end = findEnd(text, words, start);
    if (end !== null) {
      return text.slice(start, end);
    }
  }
  return null;
}

/** Returns where words end that begin at a place of a text; null where other words stand between them. */
function findEnd(text: string, words: readonly string[], start: number): number | null {
  let end = start;
  for (const word of words) {
    const next = text.indexOf(word, end);
    if (next < 0 || /[\p{L}\p{N}]/u.test(text.slice(end, next))) {
      return null;
    }
    end = next + word.length;
  }
  return end;
}

/** Characters between the parts of a sentence. */
const MARK = /[,;:.!?\n]/u;

/**
 * Returns whether words around those of a proposal deny them, complain of them or confine them: “instead of a cartoon”,
 * “brighter, but only the left half”. Without them the proposal would be what the user did not ask for.
 */
function isDenied({
  prompt,
  clause,
  found,
}: {
  readonly prompt: string;
  readonly clause: string;
  readonly found: string;
}): boolean {
  const start = prompt.indexOf(found, prompt.indexOf(clause));
  const before = prompt.slice(0, start).split(MARK).at(-1) ?? '';
  const [after = '', ...next] = prompt.slice(start + found.length).split(MARK);
  return (
    grammar.denying.test(before) ||
    grammar.denying.test(after) ||
    grammar.confining.test(next.find((words) => words.trim() !== '')?.trim() ?? '')
  );
}

interface Search {
  readonly options: PromptOptions;
  /** A word of the language that asks for nothing; beside it a single word is not taken for a misspelt one. */
  readonly courtesy: string;
  /** Number of readings that are left. */
  readings: number;
}

/** Finds the longest run of words of a clause that is one wish, and cuts what adds nothing to it. */
function propose({ text, denials }: LeftClause, search: Search): PromptPart | null {
  const words = text.split(' ');
  // Of two quotations one is replaced by the other: “change “2022” to “2025””.
  if (words.length > MAX_WORDS || (text.match(/["“”„«»]/g) ?? []).length > 2) {
    return null;
  }
  for (let length = Math.min(words.length, MAX_SPAN); length > 0; length -= 1) {
    for (let start = 0; start + length <= words.length; start += 1) {
      const span = words.slice(start, start + length);
      const rest = [...words.slice(0, start), ...words.slice(start + length)];
      const part = rest.some((word) => denials.includes(word)) ? null : read(span, search);
      if (part !== null) {
        const short = isEnough(span, part, words) ? shorten(span, part, search) : '';
        const isShort = !isNamed(part) && short.length < text.length * MEANT;
        return isShort || short.length < MIN_CHARACTERS ? null : { ...part, words: short };
      }
    }
  }
  return null;
}

/** Returns the only wish of some words when all of them are understood and nothing is refused. */
function read(words: readonly string[], search: Search): PromptPart | null {
  search.readings -= 1;
  if (search.readings < 0) {
    return null;
  }
  const text = `${search.courtesy} ${words.join(' ')}`;
  const { understood, notOffered, notUnderstood } = readPrompt(text, search.options);
  const [part, ...more] = understood;
  return part !== undefined &&
    part.steps.length === 1 &&
    more.length + notOffered.length + notUnderstood.length === 0
    ? part
    : null;
}

/** Cuts words from both ends as long as the wish stays the same: “it looked like an oil painting” is “oil painting”. */
function shorten(span: readonly string[], part: PromptPart, search: Search): string {
  const wanted = toKey(part);
  const isSame = (words: readonly string[]): boolean => {
    const other = words.length === 0 ? null : read(words, search);
    return other !== null && toKey(other) === wanted;
  };
  let words = span;
  while (isSame(words.slice(1))) {
    words = words.slice(1);
  }
  while (isSame(words.slice(0, -1))) {
    words = words.slice(0, -1);
  }
  return words.join(' ');
}

/**
 * Returns whether a run of words covers enough of its clause. “Sharp” alone is not what “the cat on my lap sharp” asks for,
 * and a tone of the whole image may belong to any other word of its clause: “the sky a little darker”.
 */
function isEnough(
  span: readonly string[],
  { steps }: Pick<PromptPart, 'steps'>,
  clause: readonly string[],
): boolean {
  const [step] = steps;
  if (step?.kind === 'grade' && step.where === undefined) {
    return span.length === clause.length;
  }
  return isNamed({ steps }) || span.join('').length >= clause.join('').length * COVERED;
}

function isNamed({ steps: [step] }: Pick<PromptPart, 'steps'>): boolean {
  return step !== undefined && NAMED_ALONE.includes(step.kind);
}

function toKey({ steps }: Pick<PromptPart, 'steps'>): string {
  return JSON.stringify(steps);
}
