/**
 * Plays what comes in bursts as an even stream, with as little delay as the bursts allow.
 *
 *   waiting ── enough has come ──▶ playing ── nothing left: conceal, ask for more ──▶ waiting
 *
 * Delay never grows for good: what waits longer than the bursts need is taken out again, in pauses and by
 * whole periods of the voice; what is stale beyond that is dropped at once.
 */
import { cutOut, findRepeat, SPLICE } from './alike.ts';
import { Concealment } from './concealment.ts';
import { SampleQueue } from './sample-queue.ts';

/** Samples that are played in one go: 2.5 ms. */
export const PLAYER_BLOCK = 40;

const MS = 16;
/**
 * What should be left when the next chunk comes. Grows by underruns; shrinks by half of what was never needed
 * in the last seconds, so that a burst of other programs is forgotten soon and a connection that is uneven all
 * the time is not tried again and again.
 */
const CUSHION = { least: 20 * MS, most: 120 * MS, step: 15 * MS, easeShare: 0.5 };
/** Long windows that are looked back at before it shrinks. */
const EASE_WINDOWS = 4;
/** A little more than the cushion is no reason to touch the sound. */
const SLACK = 12 * MS;
/** So much more is made up for quickly. */
const BACKLOG = 60 * MS;
/** Beyond this the oldest is dropped at once. */
const STALE = 250 * MS;
const SHORT_WINDOW = 250 * MS;
const LONG_WINDOW = 2000 * MS;
/** Peak of a pause. */
const QUIET = 0.004;
const LONGEST_CUT = 240;
const ALIKE = 0.3;
/** Distance between two cuts in speech, when there is time and when there is not. */
const CALM_PACE = 100 * MS;
const QUICK_PACE = 25 * MS;

/** See the head of the file. Allocates nothing while it runs. */
export class VoicePlayer {
  /** Gaps that had to be concealed. */
  underruns = 0;
  /** Samples that were dropped to keep the delay. */
  dropped = 0;
  readonly #queue = new SampleQueue();
  readonly #concealment = new Concealment(this.#queue);
  #isPlaying = false;
  #fadeIn = 0;
  #cushion = CUSHION.least;
  #lastChunk = 0;
  /** Lowest levels of the last long windows; empty after an underrun. */
  readonly #lows = new Float64Array(EASE_WINDOWS);
  #lowCount = 0;
  #debt = 0;
  #isHurried = false;
  #sinceCut = 0;
  #shortLeft = SHORT_WINDOW;
  #shortLeast = Number.POSITIVE_INFINITY;
  #longLeft = LONG_WINDOW;
  #longLeast = Number.POSITIVE_INFINITY;

  /** Samples that wait. */
  get queued(): number {
    return this.#queue.length;
  }

  /** Samples that were played or dropped. */
  get consumed(): number {
    return this.#queue.next;
  }

  get isPlaying(): boolean {
    return this.#isPlaying;
  }

  /** Begins anew with another stream. */
  reset(): void {
    this.#isPlaying = false;
    this.#queue.clear();
    this.#concealment.stop();
    this.#cushion = CUSHION.least;
    this.#forgetLevels();
  }

  take(samples: Int16Array): void {
    this.#queue.push(samples);
    this.#lastChunk = samples.length;
  }

  /** Gives the next block. */
  play(block: Float32Array): void {
    if (!this.#isPlaying && this.#hasEnough()) {
      this.#isPlaying = true;
      this.#fadeIn = SPLICE;
      this.#forgetLevels();
    }
    if (this.#isPlaying) {
      this.#keepUp();
      if (this.#queue.length < block.length) {
        this.#runDry();
      }
    }
    for (let index = 0; index < block.length; index += 1) {
      block[index] = this.#isPlaying ? this.#playSample() : this.#concealment.read();
    }
    if (this.#isPlaying) {
      this.#watch(block.length);
    }
  }

  #playSample(): number {
    const sample = this.#queue.at(this.#queue.next);
    this.#queue.next += 1;
    if (this.#fadeIn === 0) {
      return sample;
    }
    const weight = 1 - this.#fadeIn / SPLICE;
    this.#fadeIn -= 1;
    return weight * sample + (1 - weight) * this.#concealment.read();
  }

  #hasEnough(): boolean {
    return this.#queue.length > 0 && this.#queue.length >= this.#cushion + this.#lastChunk;
  }

  #runDry(): void {
    this.underruns += 1;
    this.#isPlaying = false;
    this.#lowCount = 0;
    this.#cushion = Math.min(CUSHION.most, this.#cushion + CUSHION.step);
    this.#concealment.begin();
  }

  /** Takes out what waits for nothing. */
  #keepUp(): void {
    const excess = this.#queue.length - this.#cushion - this.#lastChunk;
    if (excess > STALE) {
      this.#cut(excess);
      this.#forgetLevels();
      return;
    }
    while (this.#debt >= PLAYER_BLOCK && this.#queue.length > 2 * PLAYER_BLOCK && this.#isQuiet()) {
      this.#cut(PLAYER_BLOCK);
    }
    const pace = this.#isHurried ? QUICK_PACE : CALM_PACE;
    const most = Math.min(LONGEST_CUT, this.#debt, this.#queue.length - 2 * SPLICE);
    if (most > PLAYER_BLOCK && this.#sinceCut >= pace) {
      const range = { from: PLAYER_BLOCK, to: most + 1, length: SPLICE };
      const { distance, likeness } = findRepeat(this.#queue, this.#queue.next, range);
      if (likeness >= ALIKE) {
        this.#cut(distance);
      }
      this.#sinceCut = 0;
    }
  }

  #isQuiet(): boolean {
    for (let offset = 0; offset < 2 * PLAYER_BLOCK; offset += 1) {
      if (Math.abs(this.#queue.at(this.#queue.next + offset)) > QUIET) {
        return false;
      }
    }
    return true;
  }

  #cut(length: number): void {
    cutOut(this.#queue, length);
    this.dropped += length;
    this.#debt = Math.max(0, this.#debt - length);
  }

  /** Looks how low what waits gets between two chunks: that much less would do. */
  #watch(played: number): void {
    const level = this.#queue.length;
    this.#sinceCut += played;
    this.#shortLeast = Math.min(this.#shortLeast, level);
    this.#longLeast = Math.min(this.#longLeast, level);
    this.#shortLeft -= played;
    this.#longLeft -= played;
    if (this.#shortLeft <= 0) {
      this.#owe(this.#shortLeast, BACKLOG);
      this.#shortLeft = SHORT_WINDOW;
      this.#shortLeast = Number.POSITIVE_INFINITY;
    }
    if (this.#longLeft <= 0) {
      this.#owe(this.#longLeast, SLACK);
      this.#ease(this.#longLeast);
      this.#longLeft = LONG_WINDOW;
      this.#longLeast = Number.POSITIVE_INFINITY;
    }
  }

  /** Gives up half of what nothing needed since the last underrun. */
  #ease(low: number): void {
    this.#lows.copyWithin(0, 1);
    this.#lows[EASE_WINDOWS - 1] = Math.min(low, this.#cushion);
    this.#lowCount = Math.min(EASE_WINDOWS, this.#lowCount + 1);
    if (this.#lowCount < EASE_WINDOWS) {
      return;
    }
    let lowest = this.#cushion;
    for (const level of this.#lows) {
      lowest = Math.min(lowest, level);
    }
    const spare = Math.min(lowest, this.#cushion) - CUSHION.least;
    const share = Math.min(spare * CUSHION.easeShare, this.#cushion - CUSHION.least);
    const given = Math.floor(share);
    if (given > 0) {
      this.#cushion -= given;
      // The levels of before count as if it had been so then.
      for (let index = 0; index < EASE_WINDOWS; index += 1) {
        this.#lows[index] = (this.#lows[index] ?? 0) - given;
      }
    }
  }

  #owe(least: number, allowed: number): void {
    const excess = least - this.#cushion;
    if (excess > allowed) {
      this.#debt = excess;
      this.#isHurried = excess > BACKLOG;
    }
  }

  #forgetLevels(): void {
    this.#debt = 0;
    this.#isHurried = false;
    this.#sinceCut = 0;
    this.#shortLeft = SHORT_WINDOW;
    this.#shortLeast = Number.POSITIVE_INFINITY;
    this.#longLeft = LONG_WINDOW;
    this.#longLeast = Number.POSITIVE_INFINITY;
  }
}
