/** Name under which the processor is known to the audio context. */
export const pipelineProcessor = 'guise-voice-pipeline';

/** Messages of the page to the audio thread. */
export type ToPipeline =
  /** The way to main, by the thread that carries; it arrives beside the message. */
  | { readonly kind: 'port' }
  /** Opens the microphone, or silences it while muted or while the key to talk is released. */
  | { readonly kind: 'open'; readonly isOpen: boolean }
  /** Sets whether the user's own voice is output unchanged. */
  | { readonly kind: 'bypass'; readonly isOn: boolean };

/** Lag of the audio thread's input against the clock, up to a constant; sent with the statistics. */
export interface PipelineClock {
  readonly lateMs: number;
}

/** Message to the thread that transfers audio to main, sent once with the audio thread's port. */
export interface ToAudioSocket {
  /** A socket of main. */
  readonly url: string;
}
