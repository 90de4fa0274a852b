/** Sentences of every target's sample, for comparison. */
export const sampleSentences = [
  'This is what your words will sound like in this voice.',
  'Today the sky is blue, and the sea is calm.',
] as const;

/** Voices that speak them before conversion. */
export const sampleSpeakers = { low: 'en-rowan', high: 'en-clara' } as const;
