import type { Phone } from '../engines/engine.ts';

/** Type of a phrase's end. A question expects yes or no, a query asks who, what or why. */
export type PhraseEnd = 'statement' | 'question' | 'query' | 'call' | 'comma' | 'colon' | 'open';

/** Speech between two pauses. */
export interface Phrase {
  readonly end: PhraseEnd;
  /** From its first sound to the end of its last voiced one. */
  readonly startMs: number;
  readonly endMs: number;
  /** Span of the sentence that contains the phrase. */
  readonly sentence: { readonly startMs: number; readonly endMs: number };
}

const ends: Readonly<Record<string, PhraseEnd>> = {
  '.': 'statement',
  '?': 'question',
  '!': 'call',
  ',': 'comma',
  ';': 'colon',
  ':': 'colon',
};
/** Voiceless sounds of English, in ARPAbet. */
const voiceless = new Set(['p', 't', 'k', 'f', 'th', 's', 'sh', 'ch', 'hh']);
const queries = /^\W*(?:who|whom|whose|what|when|where|why|which|how)\b/i;

/**
 * Finds the phrases of speech from its pauses and the punctuation of its text. Where their counts differ, only the end
 * of the last phrase is known, and the others are `open`.
 */
export function findPhrases(phones: readonly Phone[], text: string): Phrase[] {
  const groups = groupSounds(phones);
  const marks = readEnds(text);
  const known = marks.length === groups.length ? marks : null;
  const found = groups.map((sounds, index) => ({
    end: known?.[index] ?? (index === groups.length - 1 ? (marks.at(-1) ?? 'open') : 'open'),
    startMs: sounds[0]!.startMs,
    endMs: (sounds.findLast(({ symbol }) => !voiceless.has(symbol)) ?? sounds.at(-1)!).endMs,
  }));
  let startMs = found[0]?.startMs ?? 0;
  return found.map((phrase, index) => {
    const last = found.slice(index).find(({ end }) => isSentenceEnd(end)) ?? found.at(-1)!;
    const sentence = { startMs, endMs: last.endMs };
    startMs = last === phrase ? (found[index + 1]?.startMs ?? startMs) : startMs;
    return { ...phrase, sentence };
  });
}

/** Returns whether the end of a phrase ends its sentence. */
export function isSentenceEnd(end: PhraseEnd): boolean {
  return end !== 'comma' && end !== 'colon' && end !== 'open';
}

function groupSounds(phones: readonly Phone[]): Phone[][] {
  const groups: Phone[][] = [];
  let isPause = true;
  for (const phone of phones) {
    if (phone.symbol !== '') {
      if (isPause) {
        groups.push([]);
      }
      groups.at(-1)!.push(phone);
    }
    isPause = phone.symbol === '';
  }
  return groups;
}

function readEnds(text: string): PhraseEnd[] {
  const found: PhraseEnd[] = [];
  let sentence = 0;
  for (const { 0: mark, index } of text.matchAll(/[.,;:?!](?=["')]{0,3}(?:\s|$))/g)) {
    const end = ends[mark] ?? 'open';
    const isQuery = end === 'question' && queries.test(text.slice(sentence, index));
    found.push(isQuery ? 'query' : end);
    sentence = isSentenceEnd(end) ? index + 1 : sentence;
  }
  return /[.,;:?!]["')]{0,3}\s{0,9}$/.test(text) ? found : [...found, 'open'];
}
