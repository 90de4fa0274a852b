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

/** To the thread that carries audio to main, once; the audio thread's port arrives beside it. */
export interface ToAudioSocket {
  /** A socket of main. */
  readonly url: string;
}
