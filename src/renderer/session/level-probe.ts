import { createLoudness, type Loudness, toPeakDb } from './loudness.ts';

/** Interval of reading the level: often enough to look alive, rarely enough to cost nothing. */
const periodMs = 50;

/** Reads the level of a stream until it is closed. Nothing is played or kept. */
export function openLevelProbe(
  stream: MediaStream,
  onLevel: (loudness: Loudness) => void,
): { readonly close: () => void } {
  const context = new AudioContext({ latencyHint: 'interactive' });
  const analyser = context.createAnalyser();
  analyser.fftSize = 4096;
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  const measureLoudness = createLoudness();
  const timer = setInterval(() => {
    analyser.getFloatTimeDomainData(samples);
    onLevel(measureLoudness(toPeakDb(samples), performance.now()));
  }, periodMs);
  return {
    close: () => {
      clearInterval(timer);
      void context.close();
    },
  };
}
