import { findRepeat, SPLICE } from './alike.ts';
import type { SampleQueue } from './sample-queue.ts';

/** Voices are looked for from 420 down to 70 Hz. */
const SHORTEST = 38;
const LONGEST = 230;
/** So long a voice is held, a sound without pitch. */
const VOICED_FADE = 480;
const UNVOICED_FADE = 160;
const VOICED = 0.5;

/**
 * What is played when nothing came: the last period of the voice again and again, softer and softer, so
 * that a short gap is hardly heard and a long one is silence.
 */
export class Concealment {
  readonly #queue: SampleQueue;
  #from = 0;
  #period = SHORTEST;
  #fade = UNVOICED_FADE;
  #at = UNVOICED_FADE;

  constructor(queue: SampleQueue) {
    this.#queue = queue;
  }

  /** Whether it is still heard. */
  get isSounding(): boolean {
    return this.#at < this.#fade;
  }

  /** Begins after the last sample that was played. */
  begin(): void {
    const end = this.#queue.next;
    const { distance, likeness } = findRepeat(this.#queue, end - SPLICE, {
      from: -SHORTEST,
      to: -LONGEST,
      length: SPLICE,
    });
    this.#period = -distance;
    this.#fade = likeness >= VOICED ? VOICED_FADE : UNVOICED_FADE;
    this.#from = end - this.#period;
    this.#at = 0;
  }

  /** The next sample. */
  read(): number {
    if (!this.isSounding) {
      return 0;
    }
    const sample = this.#queue.at(this.#from + (this.#at % this.#period));
    const weight = 1 - this.#at / this.#fade;
    this.#at += 1;
    return sample * weight;
  }

  stop(): void {
    this.#at = this.#fade;
  }
}
