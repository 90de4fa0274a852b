/** Sample rate of voice analysis and conversion. */
export const VOICE_RATE_HZ = 16_000;

/**
 * Target voice as measured from a reference. Plain data: it can be sent to a thread and stored, and contains no words
 * of the reference.
 */
export interface VoiceTarget {
  /** Geometric mean of the pitch. */
  readonly pitchHz: number;
  /** Standard deviation of the pitch in semitones. */
  readonly pitchSpread: number;
  /** Median formants F1 to F4. */
  readonly formantsHz: readonly number[];
  readonly envelopes: VoiceEnvelopes;
  /**
   * Formants as a factor of those guessed for this pitch, for voices that must differ from each other; absent in voices
   * of real people.
   */
  readonly size?: number | undefined;
  /** Factor on the speaker's pitch range, 0..1.6; when absent it follows `pitchSpread`, within limits. */
  readonly liveliness?: number | undefined;
  /** Breath in voiced sounds, 0..1: at 1 its power is a third of theirs. None when absent. */
  readonly breath?: number | undefined;
  /** Irregularity of periods, 0..1: at 1 they differ by some 10 %. None when absent. */
  readonly roughness?: number | undefined;
}

/** Spectra of a voice in dB per mel band, each with a mean of 0. */
export interface VoiceEnvelopes {
  /** Mean over all sounds. */
  readonly all: readonly number[];
  readonly voiced: readonly number[];
  readonly unvoiced: readonly number[];
  /** Difference of each class of voiced sounds from all of them. */
  readonly classes: readonly (readonly number[])[];
}
