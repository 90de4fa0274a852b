import { AppError } from '../../base/errors.ts';
import type { LiveBypass } from '../../contract/ipc/live.ts';
import type { SwapRequest } from './swap-link.ts';

/** Dependencies of a bypass. */
export interface BypassOptions {
  /** Sends a message to the service; throws while there is no connection. */
  readonly send: (message: SwapRequest) => void;
  /** Called at every change of the state. */
  readonly onState: (state: LiveBypass) => void;
  /** Longest wait for an answer, in milliseconds. */
  readonly answerMs?: number;
}

const ANSWER_MS = 5000;

/** Bypass of a session; the states are drawn at `liveBypassSchema`. */
export class Bypass {
  readonly #options: BypassOptions;
  readonly #answerMs: number;
  #state: LiveBypass = 'off';
  /** Messages of this connection that have no answer yet, the oldest first. */
  #unanswered: boolean[] = [];
  #beginning: PromiseWithResolvers<void> | null = null;
  #late: ReturnType<typeof setTimeout> | undefined;

  constructor(options: BypassOptions) {
    this.#options = options;
    this.#answerMs = options.answerMs ?? ANSWER_MS;
  }

  get state(): LiveBypass {
    return this.#state;
  }

  /**
   * Turns bypass on; resolves when the service has accepted it. Throws the reason of a failure, which also ends
   * the bypass.
   */
  async begin(): Promise<void> {
    try {
      this.#post(true);
    } catch (error) {
      if (this.#state !== 'off') {
        this.end(); // The next connection would begin with it.
      }
      throw error;
    }
    const own = Promise.withResolvers<void>();
    this.#beginning?.reject(new AppError('cancelled', 'The bypass was asked for again.'));
    this.#beginning = own;
    this.#enter('starting');
    this.#wait();
    await own.promise;
  }

  /** Turns bypass off for every following message; it is sent until the service has accepted it. */
  end(): void {
    const beginning = this.#beginning;
    this.#beginning = null;
    beginning?.reject(new AppError('cancelled', 'The bypass was ended.'));
    this.#enter('ending');
    this.#wait();
    try {
      this.#post(false);
    } catch {
      // Without a connection, the next one starts with it.
    }
  }

  /** Messages for a new connection: the flag in `session_join`, and the messages after it. */
  greet(): { readonly isOn: boolean; readonly messages: readonly SwapRequest[] } {
    this.#unanswered = this.#state === 'ending' ? [false] : [];
    return {
      isOn: this.#state === 'on',
      messages: this.#unanswered.map((enabled) => ({ type: 'passthrough', enabled })),
    };
  }

  /** The service took a `passthrough` message. */
  accepted(): void {
    const isOn = this.#unanswered.shift();
    if (isOn === true && this.#state === 'starting') {
      clearTimeout(this.#late);
      this.#enter('on');
      this.#beginning?.resolve();
      this.#beginning = null;
    } else if (isOn === false && this.#state === 'ending' && !this.#unanswered.includes(true)) {
      clearTimeout(this.#late);
      this.#enter('off');
    }
  }

  /** The service did not take one. */
  refused(reason: AppError): void {
    if (this.#unanswered.shift() === true && this.#state === 'starting') {
      this.#giveUp(reason);
    }
  }

  /** Handles a lost connection: it is unknown whether the service received the last message. */
  lost(): void {
    this.#unanswered = [];
    if (this.#state === 'starting') {
      this.#giveUp(new AppError('service_unreachable', 'The connection to the service was lost.'));
    }
  }

  close(): void {
    clearTimeout(this.#late);
    this.#beginning?.reject(new AppError('cancelled', 'The session has ended.'));
    this.#beginning = null;
  }

  #enter(next: LiveBypass): void {
    if (next !== this.#state) {
      this.#state = next;
      this.#options.onState(next);
    }
  }

  #post(isOn: boolean): void {
    this.#options.send({ type: 'passthrough', enabled: isOn });
    this.#unanswered.push(isOn);
  }

  /** A failed begin may have taken effect, so it is revoked. */
  #giveUp(reason: AppError): void {
    const beginning = this.#beginning;
    this.#beginning = null;
    this.end();
    beginning?.reject(reason);
  }

  #wait(): void {
    clearTimeout(this.#late);
    this.#late = setTimeout(() => {
      if (this.#state === 'starting') {
        this.#giveUp(new AppError('service_unreachable', 'The service did not answer.'));
      } else if (this.#state === 'ending') {
        this.end();
      }
    }, this.#answerMs);
  }
}
