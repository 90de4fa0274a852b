import type { VoiceMessage } from '../../base/voice/voice-message.ts';

/** A port to the page's audio thread. */
export interface AudioThreadPort {
  postMessage(message: unknown): void;
  close(): void;
}

/**
 * The end of the page's audio in main. The page brings a port; a new one takes the place of the one before, as
 * after a reload.
 */
export class VoicePort {
  #port: AudioThreadPort | null = null;
  /** Set while a stream runs. */
  #latencyMs: number | null = null;

  attach(port: AudioThreadPort): void {
    this.#port?.close();
    this.#port = port;
    if (this.#latencyMs !== null) {
      this.#post({ kind: 'begin', latencyMs: this.#latencyMs });
    }
  }

  detach(port: AudioThreadPort): void {
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

  /** Sends converted audio to the page. */
  play(samples: Int16Array<ArrayBuffer>): void {
    this.#port?.postMessage(samples);
  }

  /** Reports to the page that some of its samples were dropped. */
  skip(samples: number): void {
    this.#post({ kind: 'skipped', samples });
  }

  end(): void {
    if (this.#latencyMs !== null) {
      this.#latencyMs = null;
      this.#post({ kind: 'end' });
    }
  }

  #post(message: VoiceMessage): void {
    this.#port?.postMessage(message);
  }
}
