/**
 * Spoken duration per character in milliseconds: measured over the voices of the catalogue at their own pace, accurate
 * to about a sixth. Characters that are syllables or words take longer than letters, as do consonants of scripts
 * without vowels, and digits, which are read as words.
 */
const kinds: readonly (readonly [pattern: RegExp, durationMs: number])[] = [
  [/[\p{N}\p{Sc}%]/u, 260],
  [/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u, 290],
  [/\p{Script=Hangul}/u, 180],
  [/[\p{Script=Arabic}\p{Script=Hebrew}]/u, 115],
  [/[\p{L}\p{M}]/u, 70],
  [/[.!?…。！？।]/u, 350],
];

/** Estimates the spoken duration of a script. */
export function estimateSpeechMs(script: string): number {
  let totalMs = 0;
  for (const sign of script) {
    totalMs += kinds.find(([pattern]) => pattern.test(sign))?.[1] ?? 0;
  }
  return totalMs;
}

/** Counts the code points of a text, as the API does. */
export function countChars(text: string): number {
  let count = 0;
  for (const _ of text) {
    count += 1;
  }
  return count;
}

/** Returns the estimated length of a request's script when spoken, in ms; null without a script. */
export function toSpeechMs(script: unknown): number | null {
  return typeof script === 'string' && script.trim() !== ''
    ? estimateSpeechMs(script.trim())
    : null;
}
