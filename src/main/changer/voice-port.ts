import type { LineMessage } from '../../base/voice/voice-message.ts';

/** A way to the page's audio thread. */
export interface LinePort {
  postMessage(message: unknown): void;
  close(): void;
}

/**
 * The end of the page's audio in main. The page brings a port; a new one takes the place of the one before, as
 * after a reload.
 */
export class VoicePort {
  #port: LinePort | null = null;
  /** Set while a stream runs. */
  #latencyMs: number | null = null;

  attach(port: LinePort): void {
    this.#port?.close();
    this.#port = port;
    if (this.#latencyMs !== null) {
      this.#post({ kind: 'begin', latencyMs: this.#latencyMs });
    }
  }

  detach(port: LinePort): void {
    if (this.#port === port) {
      this.#port = null;
    }
  }

  begin(latencyMs: number): void {
    this.#latencyMs = latencyMs;
    this.#post({ kind: 'begin', latencyMs });
  }

  /** The stream is late by another time from now on. */
  setLatency(latencyMs: number): void {
    this.#latencyMs = latencyMs;
    this.#post({ kind: 'latency', latencyMs });
  }

  /** Gives the page what came back. */
  play(samples: Int16Array<ArrayBuffer>): void {
    this.#port?.postMessage(samples);
  }

  /** Tells the page that samples of it went nowhere. */
  skip(samples: number): void {
    this.#post({ kind: 'skipped', samples });
  }

  end(): void {
    if (this.#latencyMs !== null) {
      this.#latencyMs = null;
      this.#post({ kind: 'end' });
    }
  }

  #post(message: LineMessage): void {
    this.#port?.postMessage(message);
  }
}
