/** Pictures are counted once a second. */
const SENDING_MS = 3000;

/** When a client showed last that it is there: by a message, or by a picture of its camera. */
export class ClientActivity {
  #activeAtMs = performance.now();
  #reportedAtMs = 0;
  #picturesAtMs = Number.NEGATIVE_INFINITY;
  #received = 0;

  /** A message came, or the stream began. */
  note(): void {
    this.#activeAtMs = performance.now();
  }

  /** So many pictures came until now; other than before, the camera runs. */
  notePictures(received: number): void {
    if (received !== this.#received) {
      this.#received = received;
      this.#picturesAtMs = performance.now();
      this.note();
    }
  }

  /** Whether its camera sent a picture lately. */
  get isSending(): boolean {
    return performance.now() - this.#picturesAtMs < SENDING_MS;
  }

  /** How long nothing came. */
  get silentMs(): number {
    return performance.now() - this.#activeAtMs;
  }

  /** Whether something came since the call before. */
  collect(): boolean {
    const isActive = this.#activeAtMs > this.#reportedAtMs;
    this.#reportedAtMs = performance.now();
    return isActive;
  }
}
