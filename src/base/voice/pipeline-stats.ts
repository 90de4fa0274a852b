/** Measurements of a pipeline, about twenty times a second. */
export interface PipelineStats {
  /** Peaks since the last time, 0..1. */
  readonly inPeak: number;
  readonly outPeak: number;
  /** True when audio is sent to the service; `isPlaying`: converted audio arrives and is played. */
  readonly isStreaming: boolean;
  readonly isPlaying: boolean;
  /** Delay from the input's sample rate converter to the output's, without the voice conversion. */
  readonly delayMs: number;
  /**
   * Totals since the stream began: interruptions of speech, audio repeated to bridge late chunks, and audio
   * dropped to keep the delay.
   */
  readonly gaps: number;
  readonly stretchedMs: number;
  readonly droppedMs: number;
}
