import { VoiceFront } from '../noise/voice-front.ts';
import { TargetVoice } from './target-voice.ts';
import type { VoiceChanger } from './voice-changer.ts';
import { VOICE_RATE_HZ, type VoiceTarget } from './voice-target.ts';

const fullScale = 32_768;
/** Level from which the limiter acts. */
const straight = 0.8;
/** Fade of the bypass: 10 ms. */
const fadeStep = 1 / 160;
/** A power of two above any latency. */
const ownLength = 2048;

/** See the options of a voice changer. */
interface PsolaChangerOptions {
  readonly target: VoiceTarget;
  readonly strength: number;
  readonly noiseSuppression: boolean;
  readonly voiceGate: boolean;
}

/** Voice changer without a network. */
export class PsolaChanger implements VoiceChanger {
  readonly sampleRateHz = VOICE_RATE_HZ;
  readonly #voice: TargetVoice;
  readonly #front = new VoiceFront();
  /** Delayed input for the bypass. */
  readonly #own = new Int16Array(ownLength);
  #count = 0;
  #flushed = 0;
  #bypass = 0;
  #wantedBypass = 0;

  constructor({ target, strength, noiseSuppression, voiceGate }: PsolaChangerOptions) {
    this.#voice = new TargetVoice(target, strength);
    this.#front.setSuppression(noiseSuppression);
    this.#front.setGate(voiceGate);
  }

  get latencySamples(): number {
    return this.#voice.latency + this.#front.latency;
  }

  process(input: Int16Array, output: Int16Array): void {
    for (let index = 0; index < input.length; index += 1) {
      output[index] = this.#step(input[index]!);
    }
  }

  flush(output: Int16Array): number {
    const count = Math.max(0, Math.min(this.latencySamples - this.#flushed, output.length));
    for (let index = 0; index < count; index += 1) {
      output[index] = this.#step(0);
    }
    this.#flushed += count;
    return count;
  }

  setStrength(strength: number): void {
    this.#voice.setStrength(strength);
  }

  setBypass(isOn: boolean): void {
    this.#wantedBypass = isOn ? 1 : 0;
  }

  setNoiseSuppression(isOn: boolean): void {
    this.#front.setSuppression(isOn);
  }

  setVoiceGate(isOn: boolean): void {
    this.#front.setGate(isOn);
  }

  #step(sample: number): number {
    this.#own[this.#count & (ownLength - 1)] = sample;
    const own = this.#own[(this.#count - this.latencySamples) & (ownLength - 1)]!;
    this.#count += 1;
    const changed = this.#voice.step(this.#front.step(sample / fullScale));
    const limited = Math.round(softLimit(changed) * (fullScale - 1));
    const gap = this.#wantedBypass - this.#bypass;
    if (gap !== 0) {
      const isThere = Math.abs(gap) < fadeStep;
      this.#bypass = isThere ? this.#wantedBypass : this.#bypass + Math.sign(gap) * fadeStep;
    }
    return this.#bypass === 0 ? limited : Math.round(limited + (own - limited) * this.#bypass);
  }
}

/** Limits peaks softly: pulses of a deep voice are higher than those of the input. */
function softLimit(value: number): number {
  const over = Math.abs(value) - straight;
  return over <= 0
    ? value
    : Math.sign(value) * (straight + (1 - straight) * Math.tanh(over / (1 - straight)));
}
