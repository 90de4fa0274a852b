import { NoiseSuppressor } from '../noise/noise-suppressor.ts';
import { TargetVoice } from './target-voice.ts';
import type { VoiceChanger } from './voice-changer.ts';
import { VOICE_RATE_HZ, type VoiceTarget } from './voice-target.ts';

const fullScale = 32_768;
/** A bypass comes and goes within 10 ms. */
const fadeStep = 1 / 160;

/** See the options of a voice changer. */
interface PsolaChangerOptions {
  readonly target: VoiceTarget;
  readonly strength: number;
  readonly noiseSuppression: boolean;
}

/** The voice changer that needs no model. */
export class PsolaChanger implements VoiceChanger {
  readonly sampleRateHz = VOICE_RATE_HZ;
  readonly latencySamples: number;
  readonly #voice: TargetVoice;
  readonly #suppressor: NoiseSuppressor | null;
  /** What came in, for the bypass. */
  readonly #own: Int16Array;
  #slot = 0;
  #left: number;
  #bypass = 0;
  #wantedBypass = 0;

  constructor({ target, strength, noiseSuppression }: PsolaChangerOptions) {
    this.#voice = new TargetVoice(target, strength);
    this.#suppressor = noiseSuppression ? new NoiseSuppressor() : null;
    this.latencySamples = this.#voice.latency + (this.#suppressor?.latency ?? 0);
    this.#own = new Int16Array(this.latencySamples);
    this.#left = this.latencySamples;
  }

  process(input: Int16Array, output: Int16Array): void {
    for (let index = 0; index < input.length; index += 1) {
      output[index] = this.#step(input[index]!);
    }
  }

  flush(output: Int16Array): number {
    const count = Math.min(this.#left, output.length);
    for (let index = 0; index < count; index += 1) {
      output[index] = this.#step(0);
    }
    this.#left -= count;
    return count;
  }

  setStrength(strength: number): void {
    this.#voice.setStrength(strength);
  }

  setBypass(isOn: boolean): void {
    this.#wantedBypass = isOn ? 1 : 0;
  }

  #step(sample: number): number {
    const own = this.#own[this.#slot]!;
    const heard = sample / fullScale;
    const clean = this.#suppressor === null ? heard : this.#suppressor.step(heard);
    const changed = Math.round(this.#voice.step(clean) * fullScale);
    this.#own[this.#slot] = sample;
    this.#slot = this.#slot + 1 === this.latencySamples ? 0 : this.#slot + 1;
    const limited = Math.max(-fullScale, Math.min(fullScale - 1, changed));
    const gap = this.#wantedBypass - this.#bypass;
    if (gap !== 0) {
      const isThere = Math.abs(gap) < fadeStep;
      this.#bypass = isThere ? this.#wantedBypass : this.#bypass + Math.sign(gap) * fadeStep;
    }
    return this.#bypass === 0 ? limited : Math.round(limited + (own - limited) * this.#bypass);
  }
}
