/** What every target of the voice changer is heard with, so that they can be compared. */
export const sampleSentences = [
  'This is what your words will sound like in this voice.',
  'Today the sky is blue, and the sea is calm.',
] as const;

/** Who speaks them before they are changed. */
export const sampleSpeakers = { low: 'en-rowan', high: 'en-clara' } as const;
