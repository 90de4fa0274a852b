import { limitPeriod, type VoiceMapper } from '../convert/voice-mapper.ts';
import { PitchProfile, toSemitones } from './pitch-profile.ts';
import type { SpectralFeedback } from './spectral-feedback.ts';
import { coarseDetail, fineDetail } from './tone-filter.ts';
import { ToneShaper } from './tone-shaper.ts';
import { VOICE_RATE_HZ, type VoiceTarget } from './voice-target.ts';
import { createWhiteNoise } from './white-noise.ts';

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
/**
 * The liveliness of a voice is changed by no more than this, unless its target says so: speech whose pitch moves .6 as far loses .1 to .35
 * of a grade by DNSMOS.
 */
const leastSpread = 0.85;
const mostSpread = 1.6;
const memorySeconds = 30;
/** How much longer every second period of the roughest voice is, and by how much all of them vary. */
const alternation = 0.05;
const jitter = 0.06;

/** What is known of a speaker before a word is changed. */
export interface KnownSpeaker {
  /** Size of the target against him, see `measureSize`; null when his resonances were not found. */
  readonly size: number | null;
}

/** Maps whoever speaks to a target, and learns who it is. */
export class TargetMapper implements VoiceMapper {
  readonly leastFormants = leastFormants;
  formants = 1;
  readonly shaper: ToneShaper;
  readonly #target: VoiceTarget;
  readonly #targetMean: number;
  readonly #pitch = new PitchProfile(memorySeconds);

  readonly #size: number | null;
  #sizeExponent = leastSizeExponent;
  readonly #roughness: number;
  readonly #noise = createWhiteNoise();
  #turn = 1;

  /** Of a speaker who is `known`; what is not known is learned, and the size guessed from pitch. */
  constructor(target: VoiceTarget, feedback: SpectralFeedback, known: KnownSpeaker | null) {
    this.#target = target;
    this.#size = known?.size ?? null;
    this.#roughness = target.roughness ?? 0;
    this.#targetMean = toSemitones(target.pitchHz);
    this.shaper = new ToneShaper(
      target.envelopes,
      feedback,
      known === null ? coarseDetail : fineDetail,
    );
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
    const liveliness =
      this.#target.liveliness ?? Math.max(leastSpread, Math.min(mostSpread, spread));
    const mapped = this.#targetMean + liveliness * (semitones - pitch.mean);
    this.#followSize();
    const even = VOICE_RATE_HZ / 2 ** (mapped / 12);
    return limitPeriod(even * this.#roughen(), VOICE_RATE_HZ);
  }

  /** Factor of a period: long and short ones take turns, as in vocal fry, and none is quite like the one before. */
  #roughen(): number {
    if (this.#roughness === 0) {
      return 1;
    }
    this.#turn = -this.#turn;
    return 1 + this.#roughness * (alternation * this.#turn + jitter * this.#noise());
  }

  /** People who speak higher are smaller, where nothing better is known; voices of the catalogue have a size of their own. */
  #followSize(): void {
    const guessed = 2 ** ((this.#sizeExponent * (this.#targetMean - this.#pitch.mean)) / 12);
    const { size } = this.#target;
    const ratio = size === undefined ? (this.#size ?? guessed) : guessed * size;
    const wanted = Math.max(leastFormants, Math.min(mostFormants, ratio));
    this.formants += formantStep * (wanted - this.formants);
  }
}
