import type { LiveSocket } from '../socket/live-socket.ts';
import { changing, unread } from './voice-limits.ts';

/**
 * Holds reading back while too much is under way: audio in the thread, or bytes that the client does not
 * read. So both queues are bounded, nothing is lost, and order and length stay.
 */
export class Flow {
  readonly #socket: Pick<LiveSocket, 'pause' | 'resume' | 'waitingBytes'>;
  #changing = 0;
  #holds = 0;
  #isPaused = false;
  #look: NodeJS.Timeout | undefined;

  constructor(socket: Pick<LiveSocket, 'pause' | 'resume' | 'waitingBytes'>) {
    this.#socket = socket;
  }

  /** Samples on their way through the thread. */
  get changing(): number {
    return this.#changing;
  }

  /** Samples went in. */
  enter(samples: number): void {
    this.#changing += samples;
    this.#decide();
  }

  /** They came out and were handed to the socket. */
  leave(samples: number): void {
    this.#changing -= samples;
    this.#decide();
  }

  /** Reads nothing while some work is done, whatever else allows it. */
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
    clearTimeout(this.#look);
    this.#look = undefined;
  }

  #decide(): void {
    const waitingBytes = this.#socket.waitingBytes;
    const isFull = this.#isPaused
      ? this.#changing > changing.few || waitingBytes > unread.fewBytes
      : this.#changing > changing.most || waitingBytes > unread.mostBytes;
    const isPaused = this.#holds > 0 || isFull;
    if (isPaused !== this.#isPaused) {
      this.#isPaused = isPaused;
      if (isPaused) {
        this.#socket.pause();
      } else {
        this.#socket.resume();
      }
    }
    // Nothing tells when a client has read.
    if (isPaused && waitingBytes > unread.fewBytes && this.#look === undefined) {
      this.#look = setTimeout(() => {
        this.#look = undefined;
        this.#decide();
      }, unread.lookMs);
    }
  }
}
