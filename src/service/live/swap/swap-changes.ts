import { AppError } from '../../../base/errors.ts';
import type { ChangeOutcome, SwapChange } from '../worker/worker-messages.ts';

interface PendingChange {
  readonly change: SwapChange;
  readonly answered: PromiseWithResolvers<ChangeOutcome>;
}

/** A change as sent to a worker; the answer to number 0 is not awaited. */
export interface NumberedChange {
  readonly number: number;
  readonly change: SwapChange;
}

/** Settings of a session: changes that a worker has to answer, and those in effect. */
export class SwapChanges {
  readonly #pending = new Map<number, PendingChange>();
  /** The last of each kind. */
  readonly #inEffect = new Map<SwapChange['kind'], SwapChange>();
  #numbers = 0;

  /** True when bypass is on; null when no change set it. */
  get isPassthrough(): boolean | null {
    const change = this.#inEffect.get('passthrough');
    return change?.kind === 'passthrough' ? change.isOn : null;
  }

  /** Numbers a change. `answered` settles with {@link accept}, {@link refuse} or {@link cancel}. */
  add(change: SwapChange): { readonly number: number; readonly answered: Promise<ChangeOutcome> } {
    this.#numbers += 1;
    const answered = Promise.withResolvers<ChangeOutcome>();
    this.#pending.set(this.#numbers, { change, answered });
    return { number: this.#numbers, answered: answered.promise };
  }

  /** Changes for a new worker, which learned about bypass when it joined. */
  toRepeat(): NumberedChange[] {
    const inEffect = (['character', 'prompt'] as const).flatMap((kind) => {
      const change = this.#inEffect.get(kind);
      return change === undefined ? [] : [{ number: 0, change }];
    });
    const pending = [...this.#pending].map(([number, { change }]) => ({ number, change }));
    return [...inEffect, ...pending];
  }

  /** A change took effect. */
  accept(number: number, outcome: ChangeOutcome): void {
    const pending = this.#remove(number);
    if (pending !== null) {
      this.#note(pending.change);
      pending.answered.resolve(outcome);
    }
  }

  /** A change did not take effect. */
  refuse(number: number, error: AppError): void {
    this.#remove(number)?.answered.reject(error);
  }

  /** Stops waiting for answers. */
  cancel(): void {
    for (const { answered } of this.#pending.values()) {
      answered.reject(new AppError('cancelled', 'The session has ended.'));
    }
    this.#pending.clear();
  }

  #remove(number: number): PendingChange | null {
    const pending = this.#pending.get(number) ?? null;
    this.#pending.delete(number);
    return pending;
  }

  #note(change: SwapChange): void {
    if (change.kind !== 'character') {
      this.#inEffect.set(change.kind, change);
      return;
    }
    if (change.prompt !== null) {
      const { prompt } = change;
      this.#inEffect.set('prompt', { kind: 'prompt', prompt, playsBuiltIn: false });
    }
    // The prompt is sent separately, because a newer one may have followed.
    this.#inEffect.set('character', { ...change, prompt: null });
  }
}
