/**
 * Plays chunks that arrive in bursts as a continuous stream, with as little delay as the bursts allow.
 *
 *   waiting ── enough has come ──▶ playing ── nothing left ──▶ stretching ── a chunk comes ──▶ playing
 *                                                                  └── too long: silence ──────▲
 *
 * A late chunk is bridged by repeating the last periods of the voice, so that the audio continues and the delay
 * grows by the missing time. The delay never grows permanently: excess buffered audio is removed in pauses and
 * by whole periods of the voice; stale audio beyond that is dropped immediately.
 */
import { searchRepeat, splice, SPLICE_SAMPLES } from './wsola.ts';
import { JitterEstimator } from './jitter-estimator.ts';
import { SampleQueue } from './sample-queue.ts';

/** Samples that are played in one go: 2.5 ms. */
export const BUFFER_BLOCK = 40;

const MS = 16;
/** Excess that is too small to be worth a change of the audio. */
const SLACK = 12 * MS;
/** Backlog that is reduced at the fast rate. */
const BACKLOG = 60 * MS;
/** Backlog beyond which the oldest samples are dropped at once. */
const STALE = 250 * MS;
const SHORT_WINDOW = 250 * MS;
/** Peak of a pause. */
const QUIET = 0.004;
const LONGEST_CUT = 240;
const MIN_SIMILARITY = 0.3;
/** Distance between two cuts in speech, when there is time and when there is not. */
const CALM_PACE = 100 * MS;
const QUICK_PACE = 25 * MS;
/** Kept to blend with. */
const RESERVE = BUFFER_BLOCK + SPLICE_SAMPLES;
/** Repeated segment: contains a multiple of the period of every voice from 420 down to 70 Hz. */
const AGAIN = { from: -RESERVE, to: -2 * RESERVE - 1, length: SPLICE_SAMPLES } as const;
/**
 * Time for which the last periods are repeated at full level, and then with decreasing level; a longer loss is
 * a gap.
 */
const HOLD = 50 * MS;
const FADE = 60 * MS;
const LONGEST_WAIT = HOLD + FADE + 2 * BUFFER_BLOCK;

/** See the head of the file. Allocates nothing while it runs. */
export class JitterBuffer {
  /** Interruptions of speech by a loss too long to be concealed. */
  gaps = 0;
  /** Samples that were repeated to wait for late ones. */
  stretched = 0;
  /** Samples that were dropped to keep the delay. */
  dropped = 0;
  readonly #queue = new SampleQueue();
  readonly #estimator = new JitterEstimator();
  #isPlaying = false;
  #gain = 0;
  /** Samples that were played since a chunk was missed; 0 while none is. */
  #late = 0;
  /** True when the audio before was louder than silence. */
  #wasLoud = false;
  #lastChunk = 0;
  #sinceChunk = 0;
  #debt = 0;
  #isHurried = false;
  #sinceCut = 0;
  #shortLeft = SHORT_WINDOW;
  #shortLeast = Number.POSITIVE_INFINITY;
  /** Position up to which chunk delays are not measured. */
  #unmeasured = 0;
  /** Buffered samples at the arrival of chunks since the last block. */
  #maxArrived = Number.NEGATIVE_INFINITY;
  #minArrived = Number.POSITIVE_INFINITY;

  /** Samples played or dropped; repeated ones count once. */
  get consumed(): number {
    return this.#queue.next;
  }

  get isPlaying(): boolean {
    return this.#isPlaying;
  }

  /** Starts over with another stream. */
  reset(): void {
    this.#isPlaying = false;
    this.#queue.clear();
    this.#estimator.reset();
    this.#gain = 0;
    this.#late = 0;
    this.#unmeasured = 0;
    this.#forgetArrivals();
    this.#forgetExcess();
  }

  push(samples: Int16Array): void {
    if (this.#isPlaying && this.#queue.end >= this.#unmeasured) {
      this.#maxArrived = Math.max(this.#maxArrived, this.#queue.length);
      this.#minArrived = Math.min(this.#minArrived, this.#queue.length);
    }
    this.#queue.push(samples);
    this.#lastChunk = samples.length;
    this.#sinceChunk = 0;
    this.#late = 0;
  }

  /** Accounts for samples that will arrive later through no fault of the network. */
  miss(samples: number): void {
    this.#estimator.shift(-samples);
  }

  /**
   * Accounts for samples during which the output stood still, which is no lateness of chunks: due samples in
   * the buffer are dropped. The cause may have stopped the microphone too, so up to a position chunks are not
   * measured.
   */
  skip(samples: number, unmeasured: number): void {
    if (!this.#isPlaying) {
      return;
    }
    this.#unmeasured = Math.max(this.#unmeasured, unmeasured);
    this.#forgetArrivals();
    this.#shift(samples);
    this.#forgetExcess();
    const waiting = this.#queue.length - this.#estimator.target - this.#lastChunk;
    const due = Math.floor(
      Math.min(samples, waiting, this.#queue.length - RESERVE - SPLICE_SAMPLES),
    );
    if (due > 0) {
      this.#cut(due);
    }
  }

  /** Renders the next block. */
  play(block: Float32Array): void {
    this.#sinceChunk += block.length;
    if (!this.#isPlaying && !this.#begin()) {
      block.fill(0);
      return;
    }
    this.#measure();
    this.#catchUp();
    this.#wait(block.length);
    if (this.#queue.length < RESERVE) {
      block.fill(0);
      this.#gain = 0;
      this.#shift(block.length);
    } else {
      this.#fill(block);
    }
    this.#watch(block.length);
  }

  #measure(): void {
    if (this.#minArrived <= this.#maxArrived) {
      this.#estimator.arrive(this.#maxArrived);
      this.#estimator.arrive(this.#minArrived);
      this.#shortLeast = Math.min(this.#shortLeast, this.#minArrived);
      this.#forgetArrivals();
    }
  }

  #forgetArrivals(): void {
    this.#maxArrived = Number.NEGATIVE_INFINITY;
    this.#minArrived = Number.POSITIVE_INFINITY;
  }

  /**
   * Starts to play when enough is buffered. Audio that arrived before any was requested counts neither as delay
   * nor as lost.
   */
  #begin(): boolean {
    const { length } = this.#queue;
    const wanted = this.#estimator.target + this.#lastChunk;
    this.#isPlaying = length >= RESERVE && length + this.#sinceChunk >= wanted;
    if (this.#isPlaying && length - wanted > BACKLOG) {
      this.#queue.next = this.#queue.end - Math.ceil(wanted);
    }
    return this.#isPlaying;
  }

  #fill(block: Float32Array): void {
    const wanted = Math.min(1, Math.max(0, 1 - (this.#late - HOLD) / FADE));
    for (let index = 0; index < block.length; index += 1) {
      this.#gain += Math.max(
        -1 / SPLICE_SAMPLES,
        Math.min(1 / SPLICE_SAMPLES, wanted - this.#gain),
      );
      block[index] = this.#gain * this.#queue.at(this.#queue.next);
      this.#queue.next += 1;
    }
  }

  /** Repeats the last segment while the next chunk is late, for a limited time. */
  #wait(playing: number): void {
    const isShort = this.#queue.length < RESERVE;
    if (this.#late === 0 && !isShort) {
      return;
    }
    if (this.#late === 0) {
      this.#debt = 0;
      this.#wasLoud = !this.#isQuiet(-RESERVE, RESERVE);
    }
    const before = this.#late;
    this.#late += playing;
    if (before < LONGEST_WAIT && this.#late >= LONGEST_WAIT && this.#wasLoud) {
      this.gaps += 1;
    }
    if (isShort && this.#late < LONGEST_WAIT) {
      const { distance } = searchRepeat(this.#queue, this.#queue.next, AGAIN);
      splice(this.#queue, distance);
      this.stretched -= distance;
      this.#shift(-distance);
    }
  }

  /** Removes excess buffered audio. */
  #catchUp(): void {
    const excess = this.#queue.length - this.#estimator.target - this.#lastChunk;
    if (excess > STALE) {
      this.#cut(Math.floor(excess));
      this.#forgetExcess();
      return;
    }
    while (
      this.#debt >= BUFFER_BLOCK &&
      this.#queue.length > RESERVE + 2 * BUFFER_BLOCK &&
      this.#isQuiet(0, 2 * BUFFER_BLOCK)
    ) {
      this.#cut(BUFFER_BLOCK);
    }
    const pace = this.#isHurried ? QUICK_PACE : CALM_PACE;
    const max = Math.min(LONGEST_CUT, this.#debt, this.#queue.length - RESERVE - SPLICE_SAMPLES);
    if (max > BUFFER_BLOCK && this.#sinceCut >= pace) {
      const range = { from: BUFFER_BLOCK, to: max + 1, length: SPLICE_SAMPLES };
      const { distance, similarity } = searchRepeat(this.#queue, this.#queue.next, range);
      if (similarity >= MIN_SIMILARITY) {
        this.#cut(distance);
      }
      this.#sinceCut = 0;
    }
  }

  #isQuiet(from: number, length: number): boolean {
    const start = this.#queue.next + from;
    for (let index = start; index < start + length; index += 1) {
      if (Math.abs(this.#queue.at(index)) > QUIET) {
        return false;
      }
    }
    return true;
  }

  #cut(length: number): void {
    splice(this.#queue, length);
    this.dropped += length;
    this.#debt = Math.max(0, this.#debt - length);
    this.#shift(-length);
  }

  /** Shifts playback, so that buffered samples are played later. */
  #shift(samples: number): void {
    this.#estimator.shift(samples);
    this.#shortLeast += samples;
  }

  /** Measures the excess buffered audio. */
  #watch(played: number): void {
    this.#sinceCut += played;
    this.#shortLeft -= played;
    if (this.#shortLeft <= 0) {
      this.#owe(this.#shortLeast - this.#estimator.target, BACKLOG);
      this.#shortLeft = SHORT_WINDOW;
      this.#shortLeast = Number.POSITIVE_INFINITY;
    }
    this.#owe(this.#estimator.pass(played), SLACK);
  }

  #owe(excess: number, allowed: number): void {
    if (excess > allowed && Number.isFinite(excess)) {
      this.#debt = Math.floor(excess);
      this.#isHurried = excess > BACKLOG;
    }
  }

  #forgetExcess(): void {
    this.#debt = 0;
    this.#isHurried = false;
    this.#sinceCut = 0;
    this.#shortLeft = SHORT_WINDOW;
    this.#shortLeast = Number.POSITIVE_INFINITY;
  }
}
