/** Pictures are counted once a second. */
const SENDING_MS = 3000;

/** Tracks the last activity of a client: a message, or a frame of its camera. */
export class ClientActivity {
  #activeAtMs = performance.now();
  #reportedAtMs = 0;
  #picturesAtMs = Number.NEGATIVE_INFINITY;
  #received = 0;

  /** A message arrived, or the stream began. */
  note(): void {
    this.#activeAtMs = performance.now();
  }

  /** Reports the total of received frames; a change means that the camera runs. */
  notePictures(received: number): void {
    if (received !== this.#received) {
      this.#received = received;
      this.#picturesAtMs = performance.now();
      this.note();
    }
  }

  /** True when the session's camera sent a frame recently. */
  get isSending(): boolean {
    return performance.now() - this.#picturesAtMs < SENDING_MS;
  }

  /** Time since the last activity. */
  get silentMs(): number {
    return performance.now() - this.#activeAtMs;
  }

  /** Returns whether there was activity since the call before. */
  collect(): boolean {
    const isActive = this.#activeAtMs > this.#reportedAtMs;
    this.#reportedAtMs = performance.now();
    return isActive;
  }
}
