import { Fourier } from '../convert/fourier.ts';
import type { GrainShaper } from '../convert/voice-mapper.ts';
import {
  BAND_COUNT,
  bandOfBin,
  bandWidths,
  measureBands,
  measureEnergy,
  SPECTRUM_LENGTH,
  toLevels,
} from './bands.ts';
import { soundClasses } from './sound-classes.ts';
import {
  applyFilter,
  createToneFilter,
  ToneDesigner,
  type ToneDetail,
  type ToneFilter,
} from './tone-filter.ts';
import type { SpectralFeedback } from './spectral-feedback.ts';
import { ToneProfile } from './tone-profile.ts';
import { VOICE_RATE_HZ, type VoiceEnvelopes, type VoiceTarget } from './voice-target.ts';

/** Limit of the gain per band, in dB. */
const limitDb = 16;
/**
 * Limit of the gain in the bass, in dB: small microphones lack it by 20 dB, and all deep targets sound alike without.
 */
const bassLimitDb = 30;
/** End of the bass, above the second harmonic of high voices. */
const bassHz = 550;
/** Pitch of a target from which its bass is not raised further: that costs 0.15 of a DNSMOS grade. */
const highHz = 200;
/** Level below the recent maximum, in dB, from which grains are not learnt. */
const quietDb = 30;
/**
 * Maximum loudness change, as a factor of level: 3 dB. Pauses never get louder, since a filter would raise noise there.
 */
const maxLoudnessChange = 1.41;
/** Maximum loss of unvoiced sounds, 12 dB: the level of hisses is part of a voice. */
const maxUnvoicedLoss = 4;
/** Decay of the recent maximum per grain. */
const fadeDb = 0.003;
/** Memory in grains: some half a minute. */
const memory = 4000;

/**
 * Shapes grains to the tone of a target: one filter per class of sounds, from the spectra of the target and of the
 * speaker as learnt so far.
 */
export class ToneShaper implements GrainShaper {
  readonly length = SPECTRUM_LENGTH;
  /** Length of the filters' impulse responses. */
  readonly tail: number;
  readonly #target: VoiceEnvelopes;
  readonly #maxGainsDb: Float64Array;
  readonly #feedback: SpectralFeedback;
  readonly #profile = new ToneProfile(memory);
  readonly #fourier = new Fourier(SPECTRUM_LENGTH);
  readonly #designer: ToneDesigner;
  readonly #real = new Float64Array(this.#fourier.bins);
  readonly #imaginary = new Float64Array(this.#fourier.bins);
  /** Mix of the class filters, weighted by posteriors. */
  readonly #mixed = createToneFilter();
  readonly #levels = new Float64Array(BAND_COUNT);
  readonly #gains = new Float64Array(BAND_COUNT);
  readonly #offset = new Float64Array(BAND_COUNT);
  /** One filter per class, then the one for unvoiced sounds. */
  readonly #filters: readonly ToneFilter[];
  #next = 0;
  #loudest = -120;
  #strength = 0;

  constructor(
    { envelopes, pitchHz }: Pick<VoiceTarget, 'envelopes' | 'pitchHz'>,
    feedback: SpectralFeedback,
    detail: ToneDetail,
  ) {
    this.#target = envelopes;
    this.#maxGainsDb = createMaxGains(pitchHz);
    this.#designer = new ToneDesigner(detail);
    this.tail = detail.tail;
    this.#feedback = feedback;
    this.#filters = Array.from({ length: soundClasses.count + 1 }, createToneFilter);
  }

  setStrength(strength: number): void {
    this.#strength = strength;
    for (let index = 0; index < this.#filters.length; index += 1) {
      this.#design(index);
    }
  }

  /** Redesigns the next filter from the learnt spectra. Called at regular intervals. */
  refresh(): void {
    this.#design(this.#next);
    this.#next = (this.#next + 1) % this.#filters.length;
  }

  shape(signal: Float64Array, isVoiced: boolean): void {
    if (this.#strength === 0) {
      return;
    }
    const real = this.#real;
    const imaginary = this.#imaginary;
    const levels = this.#levels;
    this.#fourier.forward(signal, real, imaginary);
    const before = measureEnergy(real, imaginary);
    measureBands(real, imaginary, levels);
    const loudness = toLevels(levels);
    this.#loudest = Math.max(this.#loudest - fadeDb, loudness);
    const isAudible = loudness > this.#loudest - quietDb;
    if (isVoiced) {
      this.#profile.classify(levels);
      if (isAudible) {
        this.#profile.addVoiced(levels);
      }
      this.#filterVoiced();
    } else {
      if (isAudible) {
        this.#profile.addUnvoiced(levels);
      }
      applyFilter(this.#filters[soundClasses.count]!, real, imaginary);
    }
    const after = measureEnergy(real, imaginary);
    const maxLoss = isVoiced ? maxLoudnessChange : maxUnvoicedLoss;
    const maxGain = isAudible ? maxLoudnessChange : 1;
    const gain = after > 0 ? toLoudnessGain(before / after, maxLoss, maxGain) : 1;
    for (let bin = 0; bin < real.length; bin += 1) {
      real[bin] = real[bin]! * gain;
      imaginary[bin] = imaginary[bin]! * gain;
    }
    this.#fourier.inverse(real, imaginary, signal);
  }

  #filterVoiced(): void {
    const { weights } = this.#profile;
    const { real, imaginary } = this.#mixed;
    real.fill(0);
    imaginary.fill(0);
    for (let index = 0; index < weights.length; index += 1) {
      const weight = weights[index]!;
      if (weight > 0.001) {
        const filter = this.#filters[index]!;
        for (let bin = 0; bin < real.length; bin += 1) {
          real[bin] = real[bin]! + weight * filter.real[bin]!;
          imaginary[bin] = imaginary[bin]! + weight * filter.imaginary[bin]!;
        }
      }
    }
    applyFilter(this.#mixed, this.#real, this.#imaginary);
  }

  #design(index: number): void {
    const gains = this.#gains;
    const { voiced, unvoiced } = this.#profile;
    const isVoiced = index < soundClasses.count;
    const whole = Math.min(1, 2 * this.#strength);
    const byClass = Math.max(0, 2 * this.#strength - 1);
    const own = isVoiced ? voiced : unvoiced;
    const wanted = isVoiced ? this.#target.voiced : this.#target.unvoiced;
    const { gains: correction, voicedFractions } = this.#feedback;
    if (isVoiced) {
      this.#profile.readOffset(index, this.#offset);
    } else {
      this.#offset.fill(0);
    }
    for (let band = 0; band < BAND_COUNT; band += 1) {
      const weight = voicedFractions[band]!;
      const lackVoiced = this.#target.voiced[band]! - voiced[band]!;
      const lackUnvoiced = this.#target.unvoiced[band]! - unvoiced[band]!;
      const common = weight * lackVoiced + (1 - weight) * lackUnvoiced;
      const offset = this.#offset[band]!;
      const wantedOffset = isVoiced ? this.#target.classes[index]![band]! : 0;
      const apart = wanted[band]! + wantedOffset - own[band]! - offset - common;
      gains[band] = whole * (common + correction[band]!) + byClass * apart;
      // The loudness reference is speech as a whole, and with a filter per class, each sound.
      this.#levels[band] = voiced[band]! + byClass * (own[band]! + offset - voiced[band]!);
    }
    limitGains(gains, this.#levels, this.#maxGainsDb);
    this.#designer.design(gains, this.#filters[index]!);
  }
}

/** Creates the maximum gain of each band in dB, for a target's pitch. */
function createMaxGains(pitchHz: number): Float64Array {
  const bass = bandOfBin[Math.round((bassHz * SPECTRUM_LENGTH) / VOICE_RATE_HZ)]!;
  return Float64Array.from({ length: BAND_COUNT }, (_, band) =>
    pitchHz < highHz && band < bass ? bassLimitDb : limitDb,
  );
}

/** Clamps gains and normalises them so that sounds of these levels keep their loudness. */
function limitGains(gains: Float64Array, levels: Float64Array, maxDb: Float64Array): void {
  let before = 0;
  let after = 0;
  for (let band = 0; band < BAND_COUNT; band += 1) {
    gains[band] = Math.max(-limitDb, Math.min(maxDb[band]!, gains[band]!));
    const power = bandWidths[band]! * 10 ** (levels[band]! / 10);
    before += power;
    after += power * 10 ** (gains[band]! / 10);
  }
  const correction = 10 * Math.log10(before / after);
  for (let band = 0; band < BAND_COUNT; band += 1) {
    gains[band] = gains[band]! + correction;
  }
}

/**
 * Limits the loudness change of a grain. Filters fit the typical sound of a class; an untypical one, such as a nasal
 * burst, would come out as a crack.
 */
function toLoudnessGain(lost: number, maxLoss: number, maxGain: number): number {
  const gain = Math.sqrt(lost);
  return gain > 1 ? Math.max(1, gain / maxLoss) : Math.min(1, gain * maxGain);
}
