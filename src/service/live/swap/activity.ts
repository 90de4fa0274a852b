/** When a client showed last that it is there: by a message, or by a picture of its camera. */
export class ClientActivity {
  #activeAtMs = performance.now();
  #reportedAtMs = 0;
  #received = 0;

  /** A message came, or the stream began. */
  note(): void {
    this.#activeAtMs = performance.now();
  }

  /** So many pictures came until now; other than before, the camera runs. */
  notePictures(received: number): void {
    if (received !== this.#received) {
      this.#received = received;
      this.note();
    }
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
