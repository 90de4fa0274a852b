import { randomUUID } from 'node:crypto';
import { AppError } from '../../base/errors.ts';
import { controlLimits } from '../../contract/control.ts';

/** Question that is shown to the user. */
export interface ShownQuestion {
  readonly id: string;
  /** Name that the program gave itself. */
  readonly name: string;
}

/**
 * The question whether a program may control Guise. Only one is open at a time, and after a refusal none for a while,
 * so that a program cannot repeat it until the user gives in.
 */
export class ConsentQuestion {
  readonly #onChange: () => void;
  readonly #nowMs: () => number;
  #open: (ShownQuestion & { readonly settle: (isAllowed: boolean) => void }) | null = null;
  #refusedAtMs = Number.NEGATIVE_INFINITY;

  /** `onChange` is called when a question appears or ends. */
  constructor(onChange: () => void, nowMs: () => number = () => performance.now()) {
    this.#onChange = onChange;
    this.#nowMs = nowMs;
  }

  shown(): ShownQuestion | null {
    return this.#open === null ? null : { id: this.#open.id, name: this.#open.name };
  }

  /**
   * Ends when the user allows it. Throws `forbidden` when they do not, `cancelled` when they do not answer in
   * time or `signal` ends it, `at_capacity` while another program waits, `rate_limited` soon after a refusal.
   */
  async ask(name: string, signal: AbortSignal): Promise<void> {
    if (this.#open !== null) {
      throw new AppError('at_capacity', 'Another program waits for the answer of the user.');
    }
    if (this.#nowMs() - this.#refusedAtMs < controlLimits.refusalMs) {
      throw new AppError('rate_limited', 'The user refused a program just now; wait 30 seconds.');
    }
    const answer = Promise.withResolvers<boolean>();
    const end = (): void =>
      answer.reject(new AppError('cancelled', 'The user did not answer whether you may connect.'));
    const late = setTimeout(end, controlLimits.consentMs);
    signal.addEventListener('abort', end);
    this.#open = { id: randomUUID(), name, settle: answer.resolve };
    this.#onChange();
    try {
      if (!(await answer.promise)) {
        this.#refusedAtMs = this.#nowMs();
        throw new AppError('forbidden', 'The user does not allow this program to control Guise.');
      }
    } finally {
      clearTimeout(late);
      signal.removeEventListener('abort', end);
      this.#open = null;
      this.#onChange();
    }
  }

  /** Handles the user's answer; ignored when the question has ended. */
  answer(id: string, isAllowed: boolean): void {
    if (this.#open?.id === id) {
      this.#open.settle(isAllowed);
    }
  }
}
