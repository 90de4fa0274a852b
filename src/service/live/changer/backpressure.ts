import type { LiveSocket } from '../socket/live-socket.ts';
import { workerBacklog, messageRate, sendBacklog } from './voice-limits.ts';

/**
 * Holds reading back while too much is under way: audio in the thread, bytes that the client does not read, or
 * more messages than the thread shall get in a second. So all queues are bounded, nothing is lost, and order and
 * length stay.
 */
export class Backpressure {
  readonly #socket: Pick<LiveSocket, 'pause' | 'resume' | 'waitingBytes'>;
  #changing = 0;
  /** Messages that may come; below zero for those that were read before reading stopped. */
  #messagesLeft: number = messageRate.atOnce;
  #countedAtMs: number;
  #holds = 0;
  #isPaused = false;
  #isClosed = false;
  #timer: NodeJS.Timeout | undefined;

  readonly #nowMs: () => number;

  /** `nowMs` never goes back. */
  constructor(
    socket: Pick<LiveSocket, 'pause' | 'resume' | 'waitingBytes'>,
    nowMs: () => number = () => performance.now(),
  ) {
    this.#socket = socket;
    this.#nowMs = nowMs;
    this.#countedAtMs = nowMs();
  }

  /** Counts a message of any kind and length. */
  count(): void {
    this.#refill();
    this.#messagesLeft -= 1;
    this.#decide();
  }

  /** Samples on their way through the thread. */
  get changing(): number {
    return this.#changing;
  }

  /** Samples were passed to the thread. */
  enter(samples: number): void {
    this.#changing += samples;
    this.#decide();
  }

  /** Records samples that were converted and handed to the socket. */
  leave(samples: number): void {
    this.#changing -= samples;
    this.#decide();
  }

  /** Pauses reading during some work, regardless of other conditions. */
  async hold<T>(work: Promise<T>): Promise<T> {
    this.#holds += 1;
    this.#decide();
    try {
      return await work;
    } finally {
      this.#holds -= 1;
      this.#decide();
    }
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #refill(): void {
    const nowMs = this.#nowMs();
    const earned = ((nowMs - this.#countedAtMs) / 1000) * messageRate.perSecond;
    this.#messagesLeft = Math.min(messageRate.atOnce, this.#messagesLeft + earned);
    this.#countedAtMs = nowMs;
  }

  #decide(): void {
    const waitingBytes = this.#socket.waitingBytes;
    const isFull = this.#isPaused
      ? this.#changing > workerBacklog.few || waitingBytes > sendBacklog.fewBytes
      : this.#changing > workerBacklog.max || waitingBytes > sendBacklog.maxBytes;
    const isTooFast = this.#messagesLeft < 0;
    const isPaused = this.#holds > 0 || isFull || isTooFast;
    if (isPaused !== this.#isPaused) {
      this.#isPaused = isPaused;
      if (isPaused) {
        this.#socket.pause();
      } else {
        this.#socket.resume();
      }
    }
    // No event reports that a client has read, or that time has passed.
    const isToBeSeen = waitingBytes > sendBacklog.fewBytes || isTooFast;
    if (isPaused && isToBeSeen && !this.#isClosed && this.#timer === undefined) {
      this.#timer = setTimeout(() => {
        this.#timer = undefined;
        this.#refill();
        this.#decide();
      }, sendBacklog.pollMs);
    }
  }
}
