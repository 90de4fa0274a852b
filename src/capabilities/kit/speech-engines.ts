/** Names of the synthesisers, as people know them. */
export const engineNames = {
  flite: 'Flite',
  espeak: 'eSpeak NG',
  piper: 'Piper',
  kokoro: 'Kokoro',
} as const;
