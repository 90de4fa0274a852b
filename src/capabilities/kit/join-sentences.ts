/** Sentences in one line; those that there are none of are left out. */
export function joinSentences(...sentences: readonly (string | null)[]): string {
  return sentences.filter((sentence) => sentence !== null).join(' ');
}
