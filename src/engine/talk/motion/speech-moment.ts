/** What moves a head while it speaks: one frame of speech. */
export interface SpeechMoment {
  /** How loud it is, 0..1 against the loud parts of the speech. */
  readonly loudness: number;
  /** Whether nothing is said. */
  readonly isSilent: boolean;
}
