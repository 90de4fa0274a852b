import { limitPeriod, type VoiceMapper } from '../convert/voice-mapper.ts';
import { PitchProfile, toSemitones } from './pitch-profile.ts';
import type { SpectralFeedback } from './spectral-feedback.ts';
import { coarseDetail, fineDetail } from './tone-filter.ts';
import { ToneShaper } from './tone-shaper.ts';
import { VOICE_RATE_HZ, type VoiceTarget } from './voice-target.ts';
import { createWhiteNoise } from './white-noise.ts';

/**
 * Limits of the formant factor within which words stay intelligible. A low voice has a long vocal tract already: made
 * longer by more than a tenth, it leaves the human range (three in four words of two men were wrong at 0.86, one in
 * three at 0.93), while a woman's becomes a man's.
 */
const minFormants = 0.82;
const minFormantsOfLow = 0.9;
const maxFormants = 1.16;
/** Speaker's pitch up to which a voice is low, and from which it is high, in semitones. */
const lowVoice = toSemitones(135);
const highVoice = toSemitones(175);
/**
 * Exponent of the size against the pitch ratio: between men and women, whose pitch differs by 1.75 and formants by
 * 1.17, it is the maximum. Larger exponents cost more words than likeness gains: a man's voice turned into a woman's by
 * less than half of it loses a third fewer words.
 */
const minSizeExponent = 0.12;
const maxSizeExponent = 0.28;
/** Smoothing factor of the size, per period. */
const formantStep = 0.02;
/**
 * Limits on the change of pitch range, unless the target sets it. It never narrows: speech whose pitch moves by 0.6 of
 * its range loses 0.1 to 0.35 of a DNSMOS grade, by 0.85 still 0.01 on average.
 */
const minSpread = 1;
const maxSpread = 1.6;
const memorySeconds = 30;
/** Alternation of the periods of the roughest voice, and their random jitter, as fractions. */
const alternation = 0.05;
const jitter = 0.06;

/** Knowledge of a speaker before conversion. */
export interface KnownSpeaker {
  /** Size of the target against the speaker, see `measureSize`; null when formants were not found. */
  readonly size: number | null;
}

/** Maps a speaker to a target and learns the speaker's pitch and tone. */
export class TargetMapper implements VoiceMapper {
  readonly minFormants = minFormants;
  readonly keepsLevel = true;
  readonly followsSpeaker = true;
  formants = 1;
  readonly shaper: ToneShaper;
  readonly #target: VoiceTarget;
  readonly #targetMean: number;
  readonly #pitch = new PitchProfile(memorySeconds);

  readonly #size: number | null;
  #sizeExponent = minSizeExponent;
  readonly #roughness: number;
  readonly #noise = createWhiteNoise();
  #turn = 1;

  /** `known` describes the speaker; missing values are learnt, and the size is estimated from the pitch. */
  constructor(target: VoiceTarget, feedback: SpectralFeedback, known: KnownSpeaker | null) {
    this.#target = target;
    this.#size = known?.size ?? null;
    this.#roughness = target.roughness ?? 0;
    this.#targetMean = toSemitones(target.pitchHz);
    this.shaper = new ToneShaper(target, feedback, known === null ? coarseDetail : fineDetail);
  }

  /** See `setStrength` of a voice changer. */
  setStrength(strength: number): void {
    const weight = Math.max(0, 2 * strength - 1);
    this.#sizeExponent = minSizeExponent + weight * (maxSizeExponent - minSizeExponent);
    this.shaper.setStrength(strength);
  }

  mapPeriod(period: number): number {
    const pitch = this.#pitch;
    const semitones = toSemitones(VOICE_RATE_HZ / period);
    pitch.add(semitones, period / VOICE_RATE_HZ);
    const spread = this.#target.pitchSpread / pitch.spread;
    const liveliness = this.#target.liveliness ?? Math.max(minSpread, Math.min(maxSpread, spread));
    const mapped = this.#targetMean + liveliness * (semitones - pitch.mean);
    this.#smoothFormants();
    const even = VOICE_RATE_HZ / 2 ** (mapped / 12);
    return limitPeriod(even * this.#roughen(), VOICE_RATE_HZ);
  }

  /** Returns the factor of a period: long and short ones alternate, as in vocal fry, with random jitter. */
  #roughen(): number {
    if (this.#roughness === 0) {
      return 1;
    }
    this.#turn = -this.#turn;
    return 1 + this.#roughness * (alternation * this.#turn + jitter * this.#noise());
  }

  /**
   * Smooths the formant factor: guessed from the pitch ratio unless measured; catalogue voices have a size of their
   * own.
   */
  #smoothFormants(): void {
    const guessed = 2 ** ((this.#sizeExponent * (this.#targetMean - this.#pitch.mean)) / 12);
    const { size } = this.#target;
    const ratio = size === undefined ? (this.#size ?? guessed) : guessed * size;
    const wanted = Math.max(this.#findMinFormants(), Math.min(maxFormants, ratio));
    this.formants += formantStep * (wanted - this.formants);
  }

  /** Returns the limit for the speaker, whose pitch is known better and better; it is continuous in it. */
  #findMinFormants(): number {
    const height = (this.#pitch.mean - lowVoice) / (highVoice - lowVoice);
    const weight = Math.max(0, Math.min(1, height));
    return minFormantsOfLow + weight * (minFormants - minFormantsOfLow);
  }
}
