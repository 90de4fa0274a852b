/** Longest time that a change waits to be shown with others, in milliseconds, unless showing itself takes long. */
const everyMs = 100;
/** Maximum fraction of time spent on showing: rendering hundreds of changes would leave no time to respond. */
const shownFraction = 0.2;

/** Store of the shown state. */
export interface ShownState<T> {
  readonly get: () => T;
  readonly set: (next: T) => void;
}

/**
 * A state whose changes are throttled: the first is shown at once, later ones a few times a second. Reading it includes
 * the changes that are not shown yet.
 */
export class ThrottledState<T> {
  readonly #shown: ShownState<T>;
  #waiting: ((state: T) => T)[] = [];
  /** State with the waiting changes applied, valid until another caller changes the base state. */
  #made: { readonly of: T; readonly state: T; readonly count: number } | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #nextAtMs = -Infinity;

  constructor(shown: ShownState<T>) {
    this.#shown = shown;
  }

  read(): T {
    const of = this.#shown.get();
    const made = this.#made?.of === of ? this.#made : { of, state: of, count: 0 };
    const state = this.#waiting
      .slice(made.count)
      .reduce((before, change) => change(before), made.state);
    this.#made = { of, state, count: this.#waiting.length };
    return state;
  }

  /** `next` may be applied again when another caller changes the state before it is rendered. */
  change(next: (state: T) => T): void {
    this.#waiting.push(next);
    const leftMs = this.#nextAtMs - performance.now();
    if (leftMs <= 0) {
      this.show();
    } else {
      this.#timer ??= setTimeout(() => this.show(), leftMs);
    }
  }

  /** Shows what waits now. */
  show(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#waiting.length > 0) {
      const beganAtMs = performance.now();
      const state = this.read();
      this.#waiting = [];
      this.#made = null;
      this.#shown.set(state);
      const endedAtMs = performance.now();
      this.#nextAtMs = endedAtMs + Math.max(everyMs, (endedAtMs - beganAtMs) / shownFraction);
    }
  }
}
