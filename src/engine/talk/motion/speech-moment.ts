/** One frame of speech, as input of head motion. */
export interface SpeechMoment {
  /** Loudness, 0..1, against the loud parts of the speech. */
  readonly loudness: number;
  /** True when the frame is silent. */
  readonly isSilent: boolean;
}
