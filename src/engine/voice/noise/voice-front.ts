import { NoiseSuppressor } from './noise-suppressor.ts';

/** Cross-fade between direct and delayed samples: 10 ms. */
const mixStep = 1 / 160;
/** The gate opens within 2 ms, ahead of a word, and closes within 50 ms. */
const openStep = 1 / 32;
const closeStep = 1 / 800;
/** Speech probability above which a block is speech. */
const likely = 0.5;
/** Hold time of the gate in samples: pauses inside words are shorter than 300 ms. */
const hold = 4800;

/**
 * Optional stages before conversion of a voice at 16 kHz: noise suppression and a gate for speech. While both are off,
 * samples pass unchanged without delay.
 */
export class VoiceFront {
  #suppressor: NoiseSuppressor | null = null;
  /** Input delayed by the suppressor's latency. */
  #late = new Float32Array(0);
  #slot = 0;
  #suppresses = false;
  #gates = false;
  /** Weight of the delayed samples, weight of the denoised among them, and opening of the gate. */
  #mix = 0;
  #clean = 0;
  #gate = 1;
  /** Number of samples until the suppressor has flushed old input. */
  #stale = 0;
  #held = 0;

  /** Delay of the output in samples. */
  get latency(): number {
    return this.#isWanted ? this.#late.length : 0;
  }

  /** Turns suppression of steady noise on or off. */
  setSuppression(isOn: boolean): void {
    this.#suppresses = isOn;
    this.#prepare();
  }

  /** Turns the gate for speech on or off. */
  setGate(isOn: boolean): void {
    this.#gates = isOn;
    this.#prepare();
  }

  /** Processes one sample, -1..1. */
  step(sample: number): number {
    const suppressor = this.#suppressor;
    if (suppressor === null || (!this.#isWanted && this.#mix === 0)) {
      return sample;
    }
    const cleaned = suppressor.step(sample);
    const own = this.#late[this.#slot]!;
    this.#late[this.#slot] = sample;
    this.#slot = this.#slot + 1 === this.#late.length ? 0 : this.#slot + 1;
    if (this.#stale > 0) {
      this.#stale -= 1;
      return sample;
    }
    this.#mix = move(this.#mix, this.#isWanted ? 1 : 0, mixStep);
    this.#clean = move(this.#clean, this.#suppresses ? 1 : 0, mixStep);
    const late = own + this.#clean * (cleaned - own);
    return sample + this.#mix * (this.#advanceGate(suppressor.speech) * late - sample);
  }

  get #isWanted(): boolean {
    return this.#suppresses || this.#gates;
  }

  /** Advances the gate and returns its opening. */
  #advanceGate(speech: number): number {
    this.#held = speech > likely ? hold : Math.max(0, this.#held - 1);
    const isOpen = !this.#gates || this.#held > 0;
    this.#gate = move(this.#gate, isOpen ? 1 : 0, isOpen ? openStep : closeStep);
    return this.#gate;
  }

  #prepare(): void {
    if (!this.#isWanted || this.#mix > 0) {
      return;
    }
    if (this.#suppressor === null) {
      this.#suppressor = new NoiseSuppressor();
      this.#late = new Float32Array(this.#suppressor.latency);
    }
    this.#stale = this.#late.length;
    this.#clean = this.#suppresses ? 1 : 0;
    this.#gate = 1;
    this.#held = hold;
  }
}

function move(value: number, wanted: number, step: number): number {
  return value < wanted ? Math.min(wanted, value + step) : Math.max(wanted, value - step);
}
