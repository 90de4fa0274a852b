/** 2.7 seconds at the rate of the devices; a power of two. */
const CAPACITY = 131_072;
const MASK = CAPACITY - 1;
/** 10 ms. */
const FADE = 480;

/**
 * Sound that is read some time after it was written, where both may run on clocks of their own: reading follows when
 * it is further from its place than the slack, without a click. Allocates nothing while it runs.
 */
export class DelayTap {
  readonly #samples = new Float32Array(CAPACITY);
  readonly #slack: number;
  #end = 0;
  #at = 0;
  #before = 0;
  #delay = 0;
  #fadeLeft = 0;

  /** @param slack by how many samples the delay may be off. */
  constructor(slack: number) {
    this.#slack = slack;
  }

  push(sample: number): void {
    this.#samples[this.#end & MASK] = sample;
    this.#end += 1;
  }

  /** Reads so many samples behind what is written next from now on; blends from where it was. */
  setDelay(samples: number): void {
    this.#delay = Math.min(CAPACITY / 2, Math.max(0, Math.round(samples)));
  }

  /** Reads so many samples behind what is written next, at once. */
  jump(samples: number): void {
    this.setDelay(samples);
    this.#fadeLeft = 0;
    this.#at = this.#end - this.#delay;
  }

  /** The next sample; silence before there is any. */
  read(): number {
    const off = this.#end - this.#at - this.#delay;
    if (this.#fadeLeft === 0 && Math.abs(off) > this.#slack) {
      this.#before = this.#at;
      this.#at = this.#end - this.#delay;
      this.#fadeLeft = FADE;
    }
    const sample = this.#sampleAt(this.#at);
    this.#at += 1;
    if (this.#fadeLeft === 0) {
      return sample;
    }
    const before = this.#sampleAt(this.#before);
    this.#before += 1;
    const weight = this.#fadeLeft / (FADE + 1);
    this.#fadeLeft -= 1;
    return weight * before + (1 - weight) * sample;
  }

  #sampleAt(place: number): number {
    return place < 0 || place >= this.#end ? 0 : (this.#samples[place & MASK] ?? 0);
  }
}
