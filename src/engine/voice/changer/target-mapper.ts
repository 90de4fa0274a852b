import { limitPeriod, type VoiceMapper } from '../convert/voice-mapper.ts';
import { PitchProfile, toSemitones } from './pitch-profile.ts';
import type { SpectralFeedback } from './spectral-feedback.ts';
import { ToneShaper } from './tone-shaper.ts';
import { VOICE_RATE_HZ, type VoiceTarget } from './voice-target.ts';

/** Sizes of the vocal tract between which words stay understandable. */
const leastFormants = 0.82;
const mostFormants = 1.16;
/**
 * Size as a power of pitch: between men and women, where pitch differs by 1.75 and resonances by 1.17, it is
 * the second. Words suffer from it more than likeness gains: a man who becomes a woman by less than half of it
 * loses a third fewer of them.
 */
const leastSizeExponent = 0.12;
const mostSizeExponent = 0.28;
/** How fast the size follows what is learned, per period. */
const formantStep = 0.02;
/** The liveliness of a voice is changed by no more than this. */
const leastSpread = 0.6;
const mostSpread = 1.6;
const memorySeconds = 30;

/** Maps whoever speaks to a target, and learns who it is. */
export class TargetMapper implements VoiceMapper {
  readonly leastFormants = leastFormants;
  formants = 1;
  readonly shaper: ToneShaper;
  readonly #target: VoiceTarget;
  readonly #targetMean: number;
  readonly #pitch = new PitchProfile(memorySeconds);

  #sizeExponent = leastSizeExponent;

  constructor(target: VoiceTarget, feedback: SpectralFeedback) {
    this.#target = target;
    this.#targetMean = toSemitones(target.pitchHz);
    this.shaper = new ToneShaper(target.envelopes, feedback);
  }

  /** See `setStrength` of a voice changer. */
  setStrength(strength: number): void {
    const weight = Math.max(0, 2 * strength - 1);
    this.#sizeExponent = leastSizeExponent + weight * (mostSizeExponent - leastSizeExponent);
    this.shaper.setStrength(strength);
  }

  mapPeriod(period: number): number {
    const pitch = this.#pitch;
    const semitones = toSemitones(VOICE_RATE_HZ / period);
    pitch.add(semitones, period / VOICE_RATE_HZ);
    const spread = this.#target.pitchSpread / pitch.spread;
    const liveliness = Math.max(leastSpread, Math.min(mostSpread, spread));
    const mapped = this.#targetMean + liveliness * (semitones - pitch.mean);
    this.#followSize();
    return limitPeriod(VOICE_RATE_HZ / 2 ** (mapped / 12), VOICE_RATE_HZ);
  }

  /** People who speak higher are smaller. */
  #followSize(): void {
    const ratio = 2 ** ((this.#sizeExponent * (this.#targetMean - this.#pitch.mean)) / 12);
    const wanted = Math.max(leastFormants, Math.min(mostFormants, ratio));
    this.formants += formantStep * (wanted - this.formants);
  }
}
