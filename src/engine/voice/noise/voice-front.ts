import { NoiseSuppressor } from './noise-suppressor.ts';

/** What comes in is mixed with what comes out of the suppressor within 10 ms, when one takes over. */
const mixStep = 1 / 160;
/** The gate opens within 2 ms, before a word is there, and closes within 50 ms. */
const openStep = 1 / 32;
const closeStep = 1 / 800;
/** Likelier than this a block is speech. */
const likely = 0.5;
/** Samples that the gate stays open after speech: pauses inside words are shorter than 300 ms. */
const hold = 4800;

/**
 * What a voice at 16 kHz goes through before it is changed: noise suppression and a gate that lets only
 * speech through, each when it is wanted. While neither is, samples pass as they are and at once.
 */
export class VoiceFront {
  #suppressor: NoiseSuppressor | null = null;
  /** Own samples as late as those of the suppressor. */
  #late = new Float32Array(0);
  #slot = 0;
  #suppresses = false;
  #gates = false;
  /** How much of the late samples is heard, how much of them is cleaned, and how far the gate is open. */
  #mix = 0;
  #clean = 0;
  #gate = 1;
  /** Samples until the suppressor has given out all that it heard before. */
  #stale = 0;
  #held = 0;

  /** By how many samples the output lies behind the input. */
  get latency(): number {
    return this.#isWanted ? this.#late.length : 0;
  }

  /** Takes noise out: what is steady, as of fans and streets. */
  setSuppression(isOn: boolean): void {
    this.#suppresses = isOn;
    this.#prepare();
  }

  /** Silences what is no speech. */
  setGate(isOn: boolean): void {
    this.#gates = isOn;
    this.#prepare();
  }

  /** Takes one sample in and gives one out, -1..1. */
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
    return sample + this.#mix * (this.#follow(suppressor.speech) * late - sample);
  }

  get #isWanted(): boolean {
    return this.#suppresses || this.#gates;
  }

  /** How far the gate is open. */
  #follow(speech: number): number {
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
