import { Psola } from '../convert/psola.ts';
import { TargetMapper } from './target-mapper.ts';
import { ToneServo } from './tone-servo.ts';
import type { VoiceChanger } from './voice-changer.ts';
import { VOICE_RATE_HZ, type VoiceTarget } from './voice-target.ts';

const fullScale = 32_768;
/** Samples between two filters that are made anew: 20 ms. */
const refreshStep = 320;
/** A bypass comes and goes within 10 ms. */
const fadeStep = 1 / 160;
/** Half of the window that the servo hears. */
const halfWindow = 256;

/** The voice changer that needs no model. */
export class PsolaChanger implements VoiceChanger {
  readonly sampleRateHz = VOICE_RATE_HZ;
  readonly latencySamples: number;
  readonly #mapper: TargetMapper;
  readonly #psola: Psola;
  readonly #servo: ToneServo;
  /** What came in, for the bypass. */
  readonly #own: Int16Array;
  #count = 0;
  #left: number;
  #bypass = 0;
  #wantedBypass = 0;

  constructor(target: VoiceTarget) {
    this.#servo = new ToneServo(target.envelopes.all);
    this.#mapper = new TargetMapper(target, this.#servo);
    this.#psola = new Psola(VOICE_RATE_HZ, this.#mapper);
    this.latencySamples = this.#psola.latency;
    this.#own = new Int16Array(this.latencySamples);
    this.#left = this.latencySamples;
  }

  /** Samples that were made too late to be heard; always 0. */
  get lateWrites(): number {
    return this.#psola.lateWrites;
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
    this.#mapper.shaper.setStrength(Math.max(0, Math.min(1, strength)));
  }

  setBypass(isOn: boolean): void {
    this.#wantedBypass = isOn ? 1 : 0;
  }

  #step(sample: number): number {
    const changed = this.#psola.step(sample / fullScale);
    this.#servo.hear(
      changed,
      this.#psola.isVoicedAt(this.#count - this.latencySamples - halfWindow),
    );
    const slot = this.#count % this.latencySamples;
    const own = this.#own[slot]!;
    this.#own[slot] = sample;
    this.#count += 1;
    if (this.#count % refreshStep === 0) {
      this.#mapper.shaper.refresh();
    }
    return this.#mix(Math.round(changed * fullScale), own);
  }

  #mix(changed: number, own: number): number {
    const limited = Math.max(-fullScale, Math.min(fullScale - 1, changed));
    const gap = this.#wantedBypass - this.#bypass;
    if (gap !== 0) {
      this.#bypass =
        Math.abs(gap) < fadeStep ? this.#wantedBypass : this.#bypass + Math.sign(gap) * fadeStep;
    }
    return this.#bypass === 0 ? limited : Math.round(limited + (own - limited) * this.#bypass);
  }
}
