/** Correlation from which a period is certain enough to be learnt: noise reaches 0.8 at short periods. */
const sureStrength = 0.85;
/** Hops (0.1 s) until the range counts, and its memory: 2 s of clear voice. */
const few = 20;
const memory = 400;
/** Distance from the mean that costs nothing, in octaves: the melody of lively speech. */
const free = 0.6;
/** Cost per further octave, and its maximum, so that a cry or another speaker is still a voice. */
const costPerOctave = 0.5;
const maxCost = 0.35;

/** Learns the pitch of a speaker, so that hiss and rumble of another pitch do not count as voice. */
export class PitchRange {
  /** Mean of the binary logarithm of periods. */
  #mean = 0;
  #count = 0;

  /** Learns a period in samples from the correlation it was found with. */
  add(period: number, strength: number): void {
    if (strength > sureStrength) {
      this.#count = Math.min(memory, this.#count + 1);
      this.#mean += (Math.log2(period) - this.#mean) / this.#count;
    }
  }

  /** Returns the correlation that a period needs in addition, because it is far from the speaker's. */
  toCost(period: number): number {
    if (this.#count < few) {
      return 0;
    }
    const distance = Math.abs(Math.log2(period) - this.#mean) - free;
    return Math.min(maxCost, costPerOctave * Math.max(0, distance));
  }
}
