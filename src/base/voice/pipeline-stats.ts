/** What a pipeline measures, some twenty times a second. */
export interface PipelineStats {
  /** Peaks since the last time, 0..1. */
  readonly inPeak: number;
  readonly outPeak: number;
  /** Whether audio goes to the service, and whether any came back that is played. */
  readonly isStreaming: boolean;
  readonly isPlaying: boolean;
  /** From the sample rate converter on the way in to the one on the way out, without the converter of voices. */
  readonly delayMs: number;
  /**
   * Since the stream began: times at which speech broke off, sound that was said again to wait for more, and sound
   * that was dropped to keep the delay.
   */
  readonly gaps: number;
  readonly stretchedMs: number;
  readonly droppedMs: number;
}
