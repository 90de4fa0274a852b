/** Signs that are a syllable or a word of their own, and digits, which are read as words. */
const longSign =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{N}\p{Sc}%]/u;
const heard = /[\p{L}\p{M}\p{N}\p{Sc}%]/u;
const sentenceEnd = /[.!?…。！？।]/u;

/* Means over the voices of the catalogue at their own pace. */
const letterMs = 74;
const longSignMs = 260;
const sentenceMs = 400;

/** About how long it takes to speak a script. */
export function estimateSpeechMs(script: string): number {
  let totalMs = 0;
  for (const sign of script) {
    if (longSign.test(sign)) {
      totalMs += longSignMs;
    } else if (heard.test(sign)) {
      totalMs += letterMs;
    } else if (sentenceEnd.test(sign)) {
      totalMs += sentenceMs;
    }
  }
  return totalMs;
}

/** Length of a text as the API counts it, in code points. */
export function countChars(text: string): number {
  let count = 0;
  for (const _ of text) {
    count += 1;
  }
  return count;
}
