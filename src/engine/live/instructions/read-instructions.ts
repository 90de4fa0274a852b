import type { SwapWarning } from '../swap-warning.ts';
import { describeTopics } from './describe.ts';
import { instructions, type Instruction, type Topic } from './instructions.ts';
import { plainSettings, type LiveSettings } from './live-settings.ts';
import { readCommon } from './read-common.ts';
import { matchPhrase, readPhrase, type PhraseMatch } from './match-phrase.ts';
import { isNegation, isQuiet, readAmount, tokenise } from './words.ts';

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

/** Parts of an instruction that a mark divides: no phrase goes beyond one. */
const MARKS = /[,;:.!?\n—–()|]+/;
const AND = /\s(?:and|und|y)\s/i;

/**
 * Reads an instruction part by part: the longest phrase that is known at each word counts. A part with other words is taken as
 * it is said of pictures and videos, in any of their languages, where those and live swaps know all of it. Every word that
 * says something is either understood or comes back in a warning.
 */
export function readInstructions(text: string): ReadInstructions {
  const reading: Reading = { settings: plainSettings, warnings: [], unknown: [], asked: new Map() };
  for (const part of text.slice(0, MAX_LENGTH).split(MARKS)) {
    readPart(part, reading);
  }
  const { settings, warnings, unknown } = reading;
  if (text.length > MAX_LENGTH) {
    unknown.push(`… (${text.length - MAX_LENGTH} more characters)`);
  }
  if (unknown.length > 0) {
    const quoted = unknown.map((words) => `“${words}”`).join(', ');
    warnings.push({
      code: 'not_understood',
      message: `Not understood: ${quoted}. You can ask for: ${describeTopics()}.`,
    });
  }
  return { settings, warnings };
}

interface Reading {
  settings: LiveSettings;
  readonly warnings: SwapWarning[];
  readonly unknown: string[];
  /** What was asked for of each topic last, by its effect. */
  readonly asked: Map<Topic, string>;
}

function readPart(part: string, reading: Reading): void {
  const { wishes, unknown } = findWishes(tokenise(part));
  const common = unknown.length === 0 ? null : readCommon(part);
  const halves = common === null && unknown.length > 0 ? part.split(AND) : [];
  if (halves.some((half) => halves.length > 1 && readCommon(half) !== null)) {
    for (const half of halves) {
      readPart(half, reading);
    }
    return;
  }
  for (const { topic, effect, apply } of common ?? wishes) {
    const next = apply(reading.settings);
    if (typeof next === 'string') {
      reading.warnings.push({ code: 'not_offered', message: next });
    } else {
      reading.settings = next;
      reading.warnings.push(...contradict(reading.asked, topic, effect));
    }
  }
  if (common === null) {
    reading.unknown.push(...unknown);
  }
}

interface FoundWish {
  readonly topic: Topic;
  readonly effect: string;
  readonly apply: (settings: LiveSettings) => LiveSettings | string;
}

/** The wishes of words, and runs of words that are in no phrase. */
function findWishes(words: readonly string[]): {
  readonly wishes: readonly FoundWish[];
  readonly unknown: readonly string[];
} {
  const wishes: FoundWish[] = [];
  const unknown: string[][] = [];
  let isRunning = false;
  for (let at = 0; at < words.length;) {
    const found = findLongest(words, at);
    if (found !== null) {
      const { instruction, match } = found;
      const { topic, effect } = instruction;
      wishes.push({
        topic,
        effect,
        apply: (settings) => instruction.apply(settings, match.values),
      });
      at += match.length;
      isRunning = false;
      continue;
    }
    // What is turned round and has no phrase of its own is not done, and neither is its opposite.
    const word = words[at] ?? '';
    const turned = isNegation(word) ? findLongest(words, at + 1) : null;
    const length = 1 + (turned?.match.length ?? 0);
    if (!isQuiet(word)) {
      if (!isRunning) {
        unknown.push([]);
      }
      unknown.at(-1)?.push(...words.slice(at, at + length));
      isRunning = true;
    }
    at += length;
  }
  return { wishes, unknown: unknown.map((group) => group.join(' ')) };
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
function contradict(asked: Map<Topic, string>, topic: Topic, effect: string): SwapWarning[] {
  const before = asked.get(topic);
  asked.set(topic, effect);
  const isAlone = before === undefined || before === effect;
  if (isAlone || topic === 'character') {
    return [];
  }
  return [
    {
      code: 'contradiction',
      message: `Two wishes exclude each other; the later one counts: ${effect}`,
    },
  ];
}
