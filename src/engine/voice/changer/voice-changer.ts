import type { VoiceTarget } from './voice-target.ts';

/** How a voice is changed. */
export interface VoiceChangerOptions {
  readonly target: VoiceTarget;
  /** 0..1; see {@link VoiceChanger.setStrength}. {@link DEFAULT_STRENGTH} keeps words understandable. */
  readonly strength?: number | undefined;
  /** Takes noise out before the voice is changed (no); adds 22 ms to the latency. */
  readonly noiseSuppression?: boolean | undefined;
  /** Silences what is no speech before the voice is changed (no); adds the same 22 ms, once for both. */
  readonly voiceGate?: boolean | undefined;
}

/**
 * Turns a stream of speech into the voice of a target: int16 mono at `sampleRateHz`. Allocates nothing
 * while it runs; the result is the same bit by bit however the stream is cut. For one stream of one
 * speaker, whose own voice it learns in the first seconds.
 */
export interface VoiceChanger {
  readonly sampleRateHz: number;
  /** By how many samples the output lies behind the input; changes with noise suppression and gate. */
  readonly latencySamples: number;
  /** Takes samples in and gives as many out, any number of them, in other memory or the same. */
  process(input: Int16Array, output: Int16Array): void;
  /**
   * Gives what is still inside after the last sample, at most as much as fits, and how many samples that
   * are; 0 when all has been given. All of them are `latencySamples`.
   */
  flush(output: Int16Array): number;
  /**
   * How much of the target is taken on: 0 is its pitch and size, from there to 0.5 its tone comes in, and
   * to 1 that of each of its sounds, at the cost of some words. Takes effect within 20 ms.
   */
  setStrength(strength: number): void;
  /** Lets the own voice through, as late as the changed one, until it is called with false. */
  setBypass(isOn: boolean): void;
  /** See the options. What is heard jumps by 22 ms when the first of both goes on or the last goes off. */
  setNoiseSuppression(isOn: boolean): void;
  setVoiceGate(isOn: boolean): void;
}

/** Takes on the tone of the target as a whole, not that of each of its sounds. */
export const DEFAULT_STRENGTH = 0.5;
