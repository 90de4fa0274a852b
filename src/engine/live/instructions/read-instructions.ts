import type { SwapWarning } from '../swap-warning.ts';
import { describeTopics } from './describe.ts';
import { instructions, type Instruction, type Topic } from './instructions.ts';
import { plainSettings, type LiveSettings } from './live-settings.ts';
import { readCommon } from './read-common.ts';
import { matchPhrase, readPhrase, type PhraseMatch } from './match-phrase.ts';
import { BREAK, isNegation, isQuiet, readAmount, tokenise } from './words.ts';

/** What an instruction comes to. */
export interface ReadInstructions {
  readonly settings: LiveSettings;
  readonly warnings: readonly SwapWarning[];
}

/** What is longer is not looked at. */
const MAX_LENGTH = 4000;

const phrases = instructions.flatMap((instruction) =>
  instruction.phrases.map((text) => ({ instruction, phrase: readPhrase(text) })),
);

/**
 * Reads an instruction: the longest phrase that is known at each word counts. Every word that says something
 * is either understood or comes back in a warning.
 */
export function readInstructions(text: string): ReadInstructions {
  const words = tokenise(text.slice(0, MAX_LENGTH));
  const warnings: SwapWarning[] = [];
  const unknown: string[][] = [];
  const asked = new Map<Topic, Instruction>();
  let settings = plainSettings;
  let isRunning = false;
  const notUnderstood = (rest: readonly string[]): void => {
    if (!isRunning) {
      unknown.push([]);
    }
    unknown.at(-1)?.push(...rest);
    isRunning = true;
  };

  for (let at = 0; at < words.length;) {
    const found = findLongest(words, at);
    if (found !== null) {
      const { instruction, match } = found;
      const next = instruction.apply(settings, match.values);
      if (typeof next === 'string') {
        warnings.push({ code: 'not_offered', message: next });
      } else {
        settings = next;
        warnings.push(...contradict(asked, instruction));
      }
      at += match.length;
      isRunning = false;
      continue;
    }
    const word = words[at] ?? '';
    if (word === BREAK) {
      at += 1;
      isRunning = false;
      continue;
    }
    // What is turned round and has no phrase of its own is not done, and neither is its opposite.
    const turned = isNegation(word) ? findLongest(words, at + 1) : null;
    const length = 1 + (turned?.match.length ?? 0);
    if (!isQuiet(word)) {
      notUnderstood(words.slice(at, at + length));
    }
    at += length;
  }
  if (text.length > MAX_LENGTH) {
    notUnderstood([`… (${text.length - MAX_LENGTH} more characters)`]);
  }
  // Other languages, and words that pictures and videos know: taken where they understand all of it.
  const common = unknown.length > 0 && text.length <= MAX_LENGTH ? readCommon(text) : null;
  if (common !== null) {
    return { settings: common, warnings: [] };
  }
  if (unknown.length > 0) {
    const quoted = unknown.map((group) => `“${group.join(' ')}”`).join(', ');
    warnings.push({
      code: 'not_understood',
      message: `Not understood: ${quoted}. You can ask for: ${describeTopics()}.`,
    });
  }
  return { settings, warnings };
}

interface Found {
  readonly instruction: Instruction;
  readonly match: PhraseMatch;
}

/** The longest phrase at a word; an amount at its end that belongs to what follows is left to that. */
function findLongest(words: readonly string[], at: number): Found | null {
  const longest = findIn(words, at);
  if (longest === null) {
    return null;
  }
  const end = at + longest.match.length;
  for (const length of [1, 2]) {
    const from = end - length;
    const follows = from > at && readAmount(words, from)?.length === length;
    if (follows && (findIn(words, from)?.match.length ?? 0) > length) {
      return findIn(words.slice(0, from), at) ?? longest;
    }
  }
  return longest;
}

function findIn(words: readonly string[], at: number): Found | null {
  let longest: Found | null = null;
  for (const { instruction, phrase } of phrases) {
    const match = matchPhrase(phrase, words, at);
    if (match !== null && match.length > (longest?.match.length ?? 0)) {
      longest = { instruction, match };
    }
  }
  return longest;
}

/** Notes what was asked for; warns when it takes back something before it. */
function contradict(asked: Map<Topic, Instruction>, instruction: Instruction): SwapWarning[] {
  const before = asked.get(instruction.topic);
  asked.set(instruction.topic, instruction);
  const isAlone = before === undefined || before === instruction;
  if (isAlone || instruction.topic === 'character') {
    return [];
  }
  return [
    {
      code: 'contradiction',
      message: `Two wishes exclude each other; the later one counts: ${instruction.effect}`,
    },
  ];
}
