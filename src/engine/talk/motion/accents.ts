import { movingAverage } from './curves.ts';
import type { SpeechMoment } from './speech-moment.ts';

/** Stressed syllable. */
export interface Accent {
  readonly seconds: number;
  /** 0..1. */
  readonly strength: number;
}

const SMOOTH_S = 0.12;
const MIN_LOUDNESS = 0.45;
/** Minimum interval: heads do not nod at every syllable. */
const MIN_GAP_S = 0.45;

/** Finds peaks of loudness, in order. */
export function findAccents(moments: readonly SpeechMoment[], fps: number): Accent[] {
  const loudness = Float64Array.from(moments, (moment) => moment.loudness);
  const even = movingAverage(loudness, Math.round(fps * SMOOTH_S));
  const accents: Accent[] = [];
  even.forEach((value, frame) => {
    const isPeak =
      value > MIN_LOUDNESS && value >= (even[frame - 1] ?? 0) && value > (even[frame + 1] ?? 0);
    const seconds = frame / fps;
    if (isPeak && seconds - (accents.at(-1)?.seconds ?? -MIN_GAP_S) >= MIN_GAP_S) {
      accents.push({ seconds, strength: Math.min(1, value) });
    }
  });
  return accents;
}
