/** 2.7 seconds at the rate of the devices; a power of two. */
const CAPACITY = 131_072;
const MASK = CAPACITY - 1;
/** 10 ms. */
const FADE = 480;
/** Half a second: bursts of both ends even out in it. */
const WINDOW = 24_000;
/** 1 ms: smaller deviations are ignored. */
const NEAR = 48;
/** Samples in which a larger difference is made up for: five seconds. */
const CATCH_UP = 240_000;
/** Inaudible change of pitch: clocks differ by a few hundred parts in a million. */
const MAX_SPEED = 0.001;

/**
 * Sound that is read some time after it was written, where both may run on clocks of their own: reading goes a little
 * faster or slower while it is off its place, and jumps, without a click, where it is further off than the slack for
 * half a second, or nothing is left to read. Bursts of either end move nothing. Allocates nothing while it runs.
 */
export class DelayTap {
  readonly #samples = new Float32Array(CAPACITY);
  readonly #slack: number;
  #end = 0;
  /** Whole part and fraction of the place that is read. */
  #at = 0;
  #fraction = 0;
  #speed = 0;
  #before = 0;
  #delay = 0;
  #fadeLeft = 0;
  #min = Number.POSITIVE_INFINITY;
  #max = Number.NEGATIVE_INFINITY;
  #windowLeft = WINDOW;

  /** @param slack by how many samples the delay may be off; 0 where as much is read as is written, at once. */
  constructor(slack: number) {
    this.#slack = slack;
  }

  push(sample: number): void {
    this.#samples[this.#end & MASK] = sample;
    this.#end += 1;
  }

  /** Sets the delay behind the write position, in samples; crossfades from the current position. */
  setDelay(samples: number): void {
    const delay = Math.min(CAPACITY / 2, Math.max(0, Math.round(samples)));
    if (delay !== this.#delay) {
      this.#delay = delay;
      this.#measureAnew();
      this.#windowLeft = FADE; // A change by request takes effect at once.
    }
  }

  /** Sets the delay behind the write position, in samples, immediately. */
  jump(samples: number): void {
    this.setDelay(samples);
    this.#fadeLeft = 0;
    this.#move(this.#end - this.#delay);
  }

  /** Skips samples during which the listener's output stood still. */
  skip(samples: number): void {
    this.#at += Math.round(samples);
  }

  /** The next sample; silence before there is any. */
  read(): number {
    if (this.#fadeLeft === 0) {
      this.#trackDelay();
    }
    const sample = this.#sampleAt(this.#at);
    this.#fraction += this.#speed;
    const step = Math.floor(this.#fraction);
    this.#fraction -= step;
    this.#at += 1 + step;
    if (this.#fadeLeft === 0) {
      return sample;
    }
    const before = this.#sampleAt(this.#before);
    this.#before += 1;
    const weight = this.#fadeLeft / (FADE + 1);
    this.#fadeLeft -= 1;
    return weight * before + (1 - weight) * sample;
  }

  #trackDelay(): void {
    const off = this.#end - this.#at - this.#delay;
    if (this.#slack === 0) {
      this.#jumpBy(off);
      return;
    }
    if (this.#at >= this.#end && this.#delay > 0) {
      this.#jumpBy(off);
      return;
    }
    this.#min = Math.min(this.#min, off);
    this.#max = Math.max(this.#max, off);
    this.#windowLeft -= 1;
    if (this.#windowLeft > 0) {
      return;
    }
    const middle = (this.#min + this.#max) / 2;
    if (this.#min > this.#slack || this.#max < -this.#slack) {
      this.#jumpBy(Math.round(middle));
      return;
    }
    this.#measureAnew();
    const wanted = Math.abs(middle) < NEAR ? 0 : middle / CATCH_UP;
    this.#speed = Math.max(-MAX_SPEED, Math.min(MAX_SPEED, wanted));
  }

  #jumpBy(samples: number): void {
    if (samples !== 0) {
      this.#before = this.#at;
      this.#fadeLeft = FADE;
      this.#move(this.#at + samples);
    }
  }

  #move(position: number): void {
    this.#at = position;
    this.#fraction = 0;
    this.#speed = 0;
    this.#measureAnew();
  }

  #measureAnew(): void {
    this.#min = Number.POSITIVE_INFINITY;
    this.#max = Number.NEGATIVE_INFINITY;
    this.#windowLeft = WINDOW;
  }

  /** Interpolates between two samples with a cubic curve through four of them (Catmull-Rom). */
  #sampleAt(position: number): number {
    const from = this.#written(position);
    const fraction = this.#fraction;
    if (fraction === 0) {
      return from;
    }
    const before = this.#written(position - 1);
    const to = this.#written(position + 1);
    const after = this.#written(position + 2);
    const slope = (to - before) / 2;
    const bend = before - 2.5 * from + 2 * to - 0.5 * after;
    const twist = (after - before) / 2 + 1.5 * (from - to);
    return ((twist * fraction + bend) * fraction + slope) * fraction + from;
  }

  #written(position: number): number {
    return position < 0 || position >= this.#end ? 0 : (this.#samples[position & MASK] ?? 0);
  }
}
