/** Ends something a number of minutes after it was set; at first never. */
export class TimeLimit {
  readonly #onOver: () => void;
  #endsAtMs: number | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(onOver: () => void) {
    this.#onOver = onOver;
  }

  /** Restarts the limit; null for none. */
  set(minutes: number | null): void {
    clearTimeout(this.#timer);
    this.#endsAtMs = minutes === null ? null : performance.now() + minutes * 60_000;
    if (minutes !== null) {
      this.#timer = setTimeout(this.#onOver, minutes * 60_000);
    }
  }

  /** Whole seconds until its end; null without a limit. */
  secondsLeft(): number | null {
    return this.#endsAtMs === null
      ? null
      : Math.max(0, Math.round((this.#endsAtMs - performance.now()) / 1000));
  }
}
