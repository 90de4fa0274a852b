import { AppError } from '../../base/errors.ts';
import { faultDetails } from '../../base/faults.ts';
import type { LiveStart, LiveState } from '../../contract/ipc/live.ts';
import { createAcks } from './acks.ts';
import type { LiveChange } from './requested-start.ts';
import { type LiveBrokerOptions, SessionRun } from './session-run.ts';

/** The one live session of the app; the states are drawn at `liveStateSchema`. */
export class LiveBroker {
  readonly #options: LiveBrokerOptions;
  readonly #acks = createAcks();
  /** The last one, which may be over. */
  #latest: SessionRun | null = null;

  constructor(options: LiveBrokerOptions) {
    this.#options = options;
  }

  state(): LiveState {
    return this.#latest?.state ?? { state: 'idle' };
  }

  /**
   * Starts a session; resolves when the service has named a room. Throws the reason of a failure; `at_capacity`
   * while one runs.
   */
  async start(start: LiveStart): Promise<LiveState> {
    if (this.#running() !== null) {
      throw new AppError('at_capacity', 'A session runs already; end it first.', {
        details: faultDetails('session_running'),
      });
    }
    const run = new SessionRun(start, this.#options, this.#acks);
    this.#latest = run;
    return run.begin();
  }

  /**
   * Publishes the preview for at most the given minutes, or returns to the preview. Throws `not_found` without
   * a running session.
   */
  publish(isOn: boolean, durationMinutes: number): void {
    const run = this.#running();
    if (run === null && isOn) {
      throw createNoSessionError();
    }
    run?.publish(isOn, durationMinutes);
  }

  stop(): void {
    this.#running()?.stop();
  }

  async change(change: LiveChange): Promise<void> {
    const run = this.#running();
    if (run !== null) {
      await run.change(change);
    } else if (change.characterId !== undefined || (change.prompt ?? '') !== '') {
      throw createNoSessionError();
    }
  }

  /**
   * Turns bypass on, which resolves when the service has accepted it, or off, which never fails and is sent
   * until the service has accepted it.
   */
  async bypass(isOn: boolean): Promise<void> {
    const run = this.#running();
    if (!isOn) {
      run?.endBypass();
    } else if (run === null) {
      throw createNoSessionError();
    } else {
      await run.beginBypass();
    }
  }

  #running(): SessionRun | null {
    return this.#latest?.isOver === false ? this.#latest : null;
  }
}

function createNoSessionError(): AppError {
  return new AppError('not_found', 'No session runs.');
}
