/** Joins sentences with spaces, leaving out nulls. */
export function joinSentences(...sentences: readonly (string | null)[]): string {
  return sentences.filter((sentence) => sentence !== null).join(' ');
}
