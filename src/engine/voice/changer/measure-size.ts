import { measureFormants } from './formants.ts';
import { readGrains } from './voice-grains.ts';
import type { VoiceTarget } from './voice-target.ts';

/** F2 to F4: the first says more of the vowels that were spoken than of who spoke them. */
const firstFormant = 1;
const lastFormant = 3;

/**
 * How much higher the resonances of a target lie than those of speech at the rate of voices: above 1 the target is
 * smaller. Null where one of them is not known. Mean over F2 to F4, which tell the length of a vocal tract
 * (Wakita 1977) with little of its vowels in them.
 */
export function measureSize(speech: Float32Array, target: VoiceTarget): number | null {
  return compareSizes(measureFormants(speech, readGrains(speech)), target.formantsHz);
}

/** See {@link measureSize}; of the middles of resonances in Hz. */
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
