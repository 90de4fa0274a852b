import type { JobQueueState, WhenDone } from '../../contract/ipc/queue.ts';

/** Time for the user to stop it, in milliseconds. */
const noticeMs = 60_000;

/** Dependencies of {@link EndAction}. */
export interface EndActionOptions {
  readonly quit: () => void;
  /** Finds out what puts the computer to sleep; null where that is not possible. */
  readonly findSleep: () => Promise<(() => void) | null>;
  /** Returns whether the action would interrupt nothing, such as a live session or a recording. */
  readonly canEnd: () => boolean;
  readonly onChange: () => void;
  readonly nowMs: () => number;
  /** Calls back after a time; the returned function cancels that. */
  readonly after: (durationMs: number, act: () => void) => () => void;
}

/**
 * Action once all jobs have ended, after a minute in which the user can stop it. It happens once; a new job
 * postpones it. Not persisted: nobody expects the computer to shut down by itself days later.
 */
export class EndAction {
  readonly #options: EndActionOptions;
  #action: WhenDone = 'nothing';
  #isIdle = true;
  /** Something was to do since it was chosen. */
  #hasWorked = false;
  #endsAtMs: number | null = null;
  #cancel = (): void => undefined;
  #sleep: (() => void) | null = null;

  constructor(options: EndActionOptions) {
    this.#options = options;
  }

  describe(): Pick<JobQueueState, 'whenDone' | 'canSleep' | 'endsAtMs'> {
    return {
      whenDone: this.#action,
      canSleep: this.#sleep !== null,
      endsAtMs: this.#endsAtMs,
    };
  }

  /** Determines the supported actions. */
  async prepare(): Promise<void> {
    this.#sleep = await this.#options.findSleep();
    this.#options.onChange();
  }

  /** Chooses the action; cancels a running countdown. */
  set(action: WhenDone): void {
    this.#stop();
    this.#action = action;
    this.#hasWorked = !this.#isIdle;
    this.#options.onChange();
  }

  /** Has to be called with every change of the jobs. */
  setIdle(isIdle: boolean): void {
    this.#isIdle = isIdle;
    if (!isIdle) {
      this.#hasWorked = true;
      this.#stop();
    } else if (this.#action !== 'nothing' && this.#hasWorked && this.#endsAtMs === null) {
      this.#start();
    }
  }

  #start(): void {
    const { after, nowMs } = this.#options;
    this.#endsAtMs = nowMs() + noticeMs;
    this.#cancel = after(noticeMs, () => this.#end());
  }

  #stop(): void {
    this.#cancel();
    this.#endsAtMs = null;
  }

  #end(): void {
    const { quit, canEnd } = this.#options;
    if (!canEnd()) {
      this.#start();
      this.#options.onChange();
      return;
    }
    const action = this.#action;
    this.set('nothing');
    if (action === 'quit') {
      quit();
    } else {
      this.#sleep?.();
    }
  }
}
