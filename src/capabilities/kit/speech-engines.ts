/** Display names of the speech engines. */
export const engineNames = {
  flite: 'Flite',
  espeak: 'eSpeak NG',
  piper: 'Piper',
  kokoro: 'Kokoro',
} as const;
