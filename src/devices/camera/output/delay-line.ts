import type { LinkedFrame, LinkedFrameKind } from '../../../contract/frame-link.ts';

/** A frame of the output's size. */
export interface OutputFrame {
  readonly frame: LinkedFrame;
  readonly planes: Uint8Array;
  /** Due time, on the monotonic clock in ms. */
  readonly dueAtMs: number;
}

/** Timers may fire this much too early. */
const TIMER_MS = 1.5;

/**
 * Queue of delayed frames: video that is ahead of its audio is held back by the difference. Memory is reused;
 * when the queue is full, older frames are dropped.
 */
export class DelayLine {
  readonly #bytes: number;
  readonly #capacity: number;
  readonly #waiting: OutputFrame[] = [];
  readonly #free: Uint8Array[] = [];
  /** The last that left; its memory is used again with the next. */
  #last: OutputFrame | null = null;
  #skipped = 0;

  /** `bytes` of a frame; `capacity` in frames. */
  constructor(bytes: number, capacity: number) {
    this.#bytes = bytes;
    this.#capacity = capacity;
  }

  /** Number of frames that were skipped because a newer one was due. */
  get skipped(): number {
    return this.#skipped;
  }

  /** The last frame that left; null before the first, and once it was forgotten. */
  get last(): OutputFrame | null {
    return this.#last;
  }

  /** Memory for a frame, which the caller fills and hands to {@link push}. */
  acquire(): Uint8Array {
    if (this.#waiting.length >= this.#capacity) {
      this.#release(this.#waiting.shift());
    }
    return this.#free.pop() ?? new Uint8Array(this.#bytes);
  }

  /** A frame waits until it is due. */
  push(frame: OutputFrame): void {
    this.#waiting.push(frame);
  }

  /** Returns whether a frame is due. */
  isDue(nowMs: number): boolean {
    const first = this.#waiting[0];
    return first !== undefined && first.dueAtMs <= nowMs + TIMER_MS;
  }

  /** The newest frame that is due; older ones are dropped. Null when none is. It is good until the next call. */
  pull(nowMs: number): OutputFrame | null {
    let pulled: OutputFrame | undefined;
    while (this.isDue(nowMs)) {
      if (pulled !== undefined) {
        this.#skipped += 1;
        this.#release(pulled);
      }
      pulled = this.#waiting.shift();
    }
    if (pulled === undefined) {
      return null;
    }
    this.#release(this.#last ?? undefined);
    this.#last = pulled;
    return pulled;
  }

  /** Drops all frames, waiting and shown; with a kind, only those of that kind. */
  clear(kind?: LinkedFrameKind): void {
    const isGone = ({ frame }: OutputFrame): boolean => kind === undefined || frame.kind === kind;
    for (const frame of this.#waiting.splice(0)) {
      if (isGone(frame)) {
        this.#release(frame);
      } else {
        this.#waiting.push(frame);
      }
    }
    if (this.#last !== null && isGone(this.#last)) {
      this.#release(this.#last);
      this.#last = null;
    }
  }

  #release(frame: OutputFrame | undefined): void {
    if (frame !== undefined) {
      this.#free.push(frame.planes);
    }
  }
}
