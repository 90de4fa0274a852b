import type { eld } from 'eld/extrasmall';
import { voiceCatalogue } from '../catalogue.ts';
import { toBase } from './language-hint.ts';
import { scoreByWords } from './indicator-words.ts';
import { detectWriting, findWritingOfLanguage } from './writing.ts';

/** Detected language of a text. */
export interface DetectedLanguage {
  /** ISO 639, such as `de`. */
  readonly base: string;
  /** True when the detection is reliable; for a few words in Latin letters it often is not. */
  readonly isClear: boolean;
}

/** Scripts of one language, or of one that is far more common than the others. */
const scripts: readonly (readonly [pattern: RegExp, base: string])[] = [
  [/\p{Script=Hiragana}|\p{Script=Katakana}/gu, 'ja'],
  [/\p{Script=Hangul}/gu, 'ko'],
  [/\p{Script=Han}/gu, 'zh'],
  [/\p{Script=Greek}/gu, 'el'],
  [/\p{Script=Thai}/gu, 'th'],
  [/\p{Script=Hebrew}/gu, 'he'],
  [/\p{Script=Georgian}/gu, 'ka'],
  [/\p{Script=Armenian}/gu, 'hy'],
  [/\p{Script=Tamil}/gu, 'ta'],
  [/\p{Script=Telugu}/gu, 'te'],
  [/\p{Script=Bengali}/gu, 'bn'],
  [/\p{Script=Kannada}/gu, 'kn'],
  [/\p{Script=Malayalam}/gu, 'ml'],
  [/\p{Script=Gujarati}/gu, 'gu'],
  [/\p{Script=Gurmukhi}/gu, 'pa'],
  [/\p{Script=Ethiopic}/gu, 'am'],
  [/\p{Script=Lao}/gu, 'lo'],
  [/\p{Script=Khmer}/gu, 'km'],
  [/\p{Script=Myanmar}/gu, 'my'],
];

/** Number of letters below which a text needs a higher score: names, loan words and titles resemble many languages. */
const shortText = 25;
const clearShortScore = 0.78;
const clearScore = 0.55;
/** Minimum lead over the score of the voice's language; scores of other languages do not matter. */
const clearLead = 0.1;

/**
 * Detects the language of a script. `expected` is the voice's language, which is preferred where a text is ambiguous.
 */
export async function detectLanguage(script: string, expected: string): Promise<DetectedLanguage> {
  const wanted = toBase(expected);
  const total = count(script, /\p{L}/gu);
  if (total === 0) {
    return { base: wanted, isClear: false };
  }
  for (const [pattern, base] of scripts) {
    const fraction = count(script, pattern) / total;
    if (fraction > (base === 'ja' ? 0.1 : 0.5)) {
      return { base: settle(base, wanted), isClear: true };
    }
  }
  const scores = await scoreByDetector(script);
  scoreByWords(script, scores);
  const writing = detectWriting(script);
  const ranked = [...scores]
    .filter(([base]) => (findWritingOfLanguage(base) ?? writing) === writing)
    .toSorted(([, one], [, two]) => two - one);
  const [best, bestScore] = ranked[0] ?? [wanted, 0];
  if (findWritingOfLanguage(wanted) !== writing) {
    // The voice cannot read this script at all, so the likeliest language is the better choice.
    return { base: best, isClear: best !== wanted };
  }
  const wantedScore = scores.get(wanted) ?? 0;
  const isShort = total < shortText;
  if (wantedScore >= bestScore * (isShort ? 0.7 : 0.92)) {
    return { base: wanted, isClear: true };
  }
  const settled = settle(best, wanted);
  const isClear =
    bestScore >= (isShort ? clearShortScore : clearScore) && bestScore - wantedScore > clearLead;
  return { base: settled, isClear: settled === wanted || isClear };
}

/** Returns the voice's language where the detected one is indistinguishable from it. */
function settle(base: string, wanted: string): string {
  return base === 'zh' && wanted === 'yue' ? wanted : base;
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

async function scoreByDetector(script: string): Promise<Map<string, number>> {
  const opened = await openDetector();
  const scores = new Map<string, number>();
  for (const [language, score] of Object.entries(opened.detect(script).getScores())) {
    scores.set(toBase(language), score);
  }
  return scores;
}

type Detector = typeof eld;
let detector: Promise<Detector> | null = null;

/** Loads the detector on first use: 20 ms and some 60 MB. */
function openDetector(): Promise<Detector> {
  detector ??= import('eld/extrasmall').then((found) => {
    const spoken = voiceCatalogue.map(({ tag }) => toBase(tag));
    const known = [
      ...new Set([...spoken.map((base) => (base === 'nb' ? 'no' : base)), 'ja', 'he', 'th']),
    ];
    found.eld.setLanguageSubset(known);
    return found.eld;
  });
  return detector;
}
