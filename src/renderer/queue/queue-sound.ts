/** Two short tones, a fifth apart, in Hz and seconds. */
const tones = [
  { frequencyHz: 587.33, startS: 0 },
  { frequencyHz: 880, startS: 0.14 },
];
const lengthS = 0.32;
const loudness = 0.12;

/** Plays a short sound on the system's output; resolves when it has ended. */
export async function playDoneSound(): Promise<void> {
  const context = new AudioContext();
  try {
    await context.resume();
    const beginS = context.currentTime + 0.02;
    const ends = tones.map(({ frequencyHz, startS }) => {
      const atS = beginS + startS;
      const tone = new OscillatorNode(context, { frequency: frequencyHz });
      const gain = new GainNode(context, { gain: 0 });
      gain.gain.setValueAtTime(0, atS);
      gain.gain.linearRampToValueAtTime(loudness, atS + 0.02);
      gain.gain.exponentialRampToValueAtTime(0.001, atS + lengthS);
      tone.connect(gain).connect(context.destination);
      tone.start(atS);
      tone.stop(atS + lengthS);
      return new Promise((resolve) => tone.addEventListener('ended', resolve));
    });
    await Promise.all(ends);
  } finally {
    await context.close();
  }
}
