/** Rate that voices are analysed and changed at. */
export const VOICE_RATE_HZ = 16_000;

/**
 * Who a voice is turned into, as measured of a reference. Plain data: it can cross to a thread and be
 * stored. It holds nothing of the words of the reference.
 */
export interface VoiceTarget {
  /** Geometric mean of the pitch. */
  readonly pitchHz: number;
  /** Standard deviation of the pitch in semitones. */
  readonly pitchSpread: number;
  /** Middles of the resonances F1 to F4. */
  readonly formantsHz: readonly number[];
  readonly envelopes: VoiceEnvelopes;
  /**
   * Resonances as a factor of those that a speaker of this pitch is guessed to have, for voices that are to be told
   * apart; absent of real ones.
   */
  readonly size?: number | undefined;
  /** Factor that the movement of a speaker's pitch is changed by, 0..1.6; absent: what `pitchSpread` asks, within limits. */
  readonly liveliness?: number | undefined;
  /** Breath among voiced sounds, 0..1: at 1 its power is a third of theirs. Absent: none is added. */
  readonly breath?: number | undefined;
  /** How unevenly periods follow each other, 0..1: at 1 they differ by some 10 %. Absent: as they came. */
  readonly roughness?: number | undefined;
}

/** Spectra of a voice in dB per mel band, each with a mean of 0. */
export interface VoiceEnvelopes {
  /** Mean of all sounds. */
  readonly all: readonly number[];
  readonly voiced: readonly number[];
  readonly unvoiced: readonly number[];
  /** How each class of voiced sounds differs from all of them. */
  readonly classes: readonly (readonly number[])[];
}
