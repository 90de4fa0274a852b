import type { eld } from 'eld/extrasmall';
import { voiceCatalogue } from '../catalogue.ts';
import { baseOf } from './language-hint.ts';

/** What a text seems to be written in. */
export interface DetectedLanguage {
  /** ISO 639, such as `de`. */
  readonly base: string;
  /** Whether the text says so clearly; a few words in Latin letters often do not. */
  readonly isClear: boolean;
}

/** Scripts of one language, or of one that is far more written than the others. */
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

/** Names, loan words and titles look like many languages; below this many letters more is asked of a text. */
const shortText = 25;
const clearShortScore = 0.78;
const clearScore = 0.55;

/** Letters that only one of the languages that are mixed up has. */
const letters: readonly (readonly [pattern: RegExp, base: string])[] = [
  [/[ґєії]/iu, 'uk'],
  [/[ыэё]/iu, 'ru'],
  [/[ђћ]/iu, 'sr'],
  [/[ѓќѕ]/iu, 'mk'],
  [/[پچژگ]/u, 'fa'],
  [/[ٹڈڑں]/u, 'ur'],
  [/[ơư]/iu, 'vi'],
  [/[őű]/iu, 'hu'],
  [/[ß]/u, 'de'],
  [/[ñ¿¡]/iu, 'es'],
  [/[ãõ]/iu, 'pt'],
];

/** Words that decide where letters do not, for languages that the detector does not know. */
const words: readonly (readonly [pattern: RegExp, base: string])[] = [
  [/\b(?:yang|dan|tidak|untuk|dengan|selamat|ini|itu|adalah|saya|anda)\b/gi, 'id'],
  [/\b(?:habari|kwa|ya|wa|na|ni|karibu|asante|sana|leo|watu)\b/gi, 'sw'],
  [/\b(?:kaj|estas|la|ĉu|mi|vi|ne|saluton|bonan)\b/gi, 'eo'],
  [/\b(?:et|est|non|ad|sunt|cum|quod|qui|ave|salve)\b/gi, 'la'],
  [/\b(?:mae|yn|y|bore|da|chi|ydy|wedi|ar|croeso|diolch)\b/gi, 'cy'],
  [/\b(?:die|het|is|nie|en|ek|jy|van|baie|goeie)\b/gi, 'af'],
];

/**
 * The language of a script. `expected` is that of the voice: where a text may be in several languages, it
 * is the one.
 */
export async function detectLanguage(script: string, expected: string): Promise<DetectedLanguage> {
  const wanted = baseOf(expected);
  const total = count(script, /\p{L}/gu);
  if (total === 0) {
    return { base: wanted, isClear: false };
  }
  for (const [pattern, base] of scripts) {
    const share = count(script, pattern) / total;
    if (share > (base === 'ja' ? 0.1 : 0.5)) {
      return { base: settle(base, wanted), isClear: true };
    }
  }
  const scores = await scoreByDetector(script);
  const seen = Object.fromEntries(
    letters.filter(([pattern]) => pattern.test(script)).map(([, base]) => [base, 0.08]),
  );
  for (const [base, bonus] of Object.entries(seen)) {
    scores.set(base, (scores.get(base) ?? 0) + bonus);
  }
  scoreByWords(script, scores);
  const ranked = [...scores].toSorted(([, one], [, two]) => two - one);
  const [best, bestScore] = ranked[0] ?? [wanted, 0];
  const wantedScore = scores.get(wanted) ?? 0;
  const isShort = total < shortText;
  const base = wantedScore >= bestScore * (isShort ? 0.7 : 0.92) ? wanted : best;
  const settled = settle(base, wanted);
  const lead = bestScore - (ranked.find(([other]) => other !== base)?.[1] ?? 0);
  const isClear = bestScore >= (isShort ? clearShortScore : clearScore) && lead > 0.02;
  return { base: settled, isClear: settled === wanted || isClear };
}

/** The language of the voice where the text is of one that cannot be told from it. */
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
    scores.set(baseOf(language), score);
  }
  return scores;
}

function scoreByWords(script: string, scores: Map<string, number>): void {
  const total = Math.max(1, count(script, /[\p{L}'’]+/gu));
  for (const [pattern, base] of words) {
    const share = count(script, pattern) / total;
    if (!scores.has(base) || base === 'af') {
      scores.set(base, Math.min(0.95, (scores.get(base) ?? 0) * 0.2 + share * 2.2));
    }
  }
}

type Detector = typeof eld;
let detector: Promise<Detector> | null = null;

/** 20 ms and some 60 MB, so only for who needs it. */
function openDetector(): Promise<Detector> {
  detector ??= import('eld/extrasmall').then((found) => {
    const spoken = voiceCatalogue.map(({ tag }) => baseOf(tag));
    const known = [
      ...new Set([...spoken.map((base) => (base === 'nb' ? 'no' : base)), 'ja', 'he', 'th']),
    ];
    found.eld.setLanguageSubset(known);
    return found.eld;
  });
  return detector;
}
