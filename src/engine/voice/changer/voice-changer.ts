import type { VoiceTarget } from './voice-target.ts';

/** Options of a voice changer. */
export interface VoiceChangerOptions {
  readonly target: VoiceTarget;
  /** 0..1; see {@link VoiceChanger.setStrength}. {@link DEFAULT_STRENGTH} keeps words understandable. */
  readonly strength?: number | undefined;
  /** True when noise is suppressed before the conversion; false by default; adds 22 ms of latency. */
  readonly noiseSuppression?: boolean | undefined;
  /** True when non-speech is gated before the conversion; false by default; adds the same 22 ms, once for both. */
  readonly voiceGate?: boolean | undefined;
}

/**
 * Converts a stream of speech to a target voice: int16 mono at `sampleRateHz`. Allocates nothing while running; the
 * result is bit-exact however the stream is split into blocks. Each instance serves one stream of one speaker, whose
 * voice it learns in the first seconds.
 */
export interface VoiceChanger {
  readonly sampleRateHz: number;
  /** Delay of the output in samples; changes with noise suppression and gate. */
  readonly latencySamples: number;
  /** Processes any number of samples; `output` may be the same memory. */
  process(input: Int16Array, output: Int16Array): void;
  /**
   * Writes remaining samples after the last input, at most as many as fit, and returns their number; 0 at the end. In
   * total `latencySamples`.
   */
  flush(output: Int16Array): number;
  /**
   * Sets how much of the target is applied: 0 is its pitch and size, up to 0.5 its overall tone is blended in, and up
   * to 1 that of each class of sounds, at the cost of some words. Takes effect within 20 ms.
   */
  setStrength(strength: number): void;
  /** Passes the own voice through with the same latency, until called with false. */
  setBypass(isOn: boolean): void;
  /** See the options. The output jumps by 22 ms when the first of both is turned on or the last is turned off. */
  setNoiseSuppression(isOn: boolean): void;
  setVoiceGate(isOn: boolean): void;
}

/** Strength that applies the overall tone of the target, not that of each class. */
export const DEFAULT_STRENGTH = 0.5;
