/** Name under which the processor is known to the audio context. */
export const pipelineProcessor = 'guise-voice-line';

/** From the page to the audio thread. */
export type ToPipeline =
  /** The way to main, by the thread that carries; it arrives beside the message. */
  | { readonly kind: 'port' }
  /** Whether the microphone is heard: not while muted or while the key to talk is up. */
  | { readonly kind: 'open'; readonly isOpen: boolean }
  /** Whether the own voice goes out as it is. */
  | { readonly kind: 'bypass'; readonly isOn: boolean };

/** How late what the audio thread gets is against the clock, by a fixed difference; beside the facts. */
export interface PipelineClock {
  readonly lateMs: number;
}

/** What the audio thread measures, some twenty times a second. */
export interface PipelineFacts {
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

/** To the thread that carries audio to main, once; the audio thread's port arrives beside it. */
export interface ToAudioSocket {
  /** A socket of main. */
  readonly url: string;
}
