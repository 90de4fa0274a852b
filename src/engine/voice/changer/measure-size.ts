import { measureFormants } from './formants.ts';
import { readGrains } from './voice-grains.ts';
import type { VoiceTarget } from './voice-target.ts';

/** Formants F2 to F4: F1 depends more on the vowels than on the speaker. */
const firstFormant = 1;
const lastFormant = 3;

/**
 * Returns the ratio of a target's formants to those of speech at `VOICE_RATE_HZ`: above 1 the target is smaller. Null
 * where a formant is missing. Geometric mean over F2 to F4, which reflect the length of a vocal tract (Wakita 1977)
 * with little influence of vowels.
 */
export function measureSize(speech: Float32Array, target: VoiceTarget): number | null {
  return compareSizes(measureFormants(speech, readGrains(speech)), target.formantsHz);
}

/** See {@link measureSize}; for median formants in Hz. */
export function compareSizes(own: readonly number[], wanted: readonly number[]): number | null {
  let sum = 0;
  for (let index = firstFormant; index <= lastFormant; index += 1) {
    const [from, to] = [own[index], wanted[index]];
    if (from === undefined || to === undefined) {
      return null;
    }
    sum += Math.log(to / from);
  }
  return Math.exp(sum / (lastFormant - firstFormant + 1));
}
