import { controlLimits } from '../../contract/control.ts';

/** Refusals in a row after which a client is sent away. */
const maxRefusals = 200;

/** Requests that one connection may still send: a bucket that fills at the rate. */
export class RequestBudget {
  readonly #nowMs: () => number;
  #left: number = controlLimits.burst;
  #atMs: number;
  #refusals = 0;

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
    this.#atMs = nowMs();
  }

  /** Counts a request; false where it is one too many. */
  spend(): boolean {
    const nowMs = this.#nowMs();
    const gained = ((nowMs - this.#atMs) / 1000) * controlLimits.requestsPerSec;
    this.#left = Math.min(controlLimits.burst, this.#left + gained);
    this.#atMs = nowMs;
    if (this.#left < 1) {
      this.#refusals += 1;
      return false;
    }
    this.#left -= 1;
    this.#refusals = 0;
    return true;
  }

  /** Returns whether the client keeps sending although it was refused repeatedly. */
  isFlooded(): boolean {
    return this.#refusals > maxRefusals;
  }
}
