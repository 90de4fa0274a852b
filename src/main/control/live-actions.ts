import { AppError, fromWireError, type WireError } from '../../base/errors.ts';
import type { LiveAction } from '../../contract/live-action.ts';
import type { Changer } from '../changer/changer.ts';
import type { VirtualMicrophone } from '../devices/virtual-microphone.ts';
import type { Live } from '../live/open-live.ts';
import type { Log } from '../log/log.ts';

/** Some actions involve a service, which takes as long as going live does. */
const ACT_MS = 120_000;
/** A page that does not cover in this time hangs. */
const COVER_MS = 1_500;

/** Dependencies of {@link LiveActions}. */
export interface LiveActionDependencies {
  /** Passes an action to the page. */
  readonly ask: (id: number, action: LiveAction) => void;
  /** Covers what main itself holds, such as the virtual camera, before the page is asked. */
  readonly cover: () => void;
  /**
   * Parts that main stops itself when the page does not cover: the session, the microphone, the voice changer.
   */
  readonly live: Pick<Live, 'endSession'>;
  readonly microphone: Pick<VirtualMicrophone, 'rest'>;
  readonly changer: Pick<Changer, 'pageLeft'>;
  readonly log: Log;
}

/** Wishes from outside the window that the page carries out. */
export class LiveActions {
  readonly #dependencies: LiveActionDependencies;
  readonly #waiting = new Map<number, (error: AppError | null) => void>();
  #count = 0;

  constructor(dependencies: LiveActionDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Resolves when the page has performed the action; throws its error. When the page does not cover in time,
   * main ends everything that passes through it: then nothing is output either, except the user's own voice
   * when the page's worklet outputs it itself.
   */
  async run(action: LiveAction): Promise<void> {
    const isPanic = action.type === 'set_cover' && action.isOn;
    if (isPanic) {
      this.#dependencies.cover();
    }
    try {
      await this.#ask(action, isPanic ? COVER_MS : ACT_MS);
    } catch (error) {
      if (!isPanic) {
        throw error;
      }
      this.#dependencies.log('warn', 'control.not_covered', { error });
      this.#endOutput();
    }
  }

  /** Handles the page's report on an action; ignored without a waiting caller. */
  acted(id: number, error: WireError | null): void {
    this.#waiting.get(id)?.(error === null ? null : fromWireError(error));
  }

  /** Rejects pending actions, because the page is gone. */
  pageLeft(): void {
    for (const settle of this.#waiting.values()) {
      settle(new AppError('cancelled', 'The window of Guise was closed or loaded anew.'));
    }
  }

  #endOutput(): void {
    const { live, microphone, changer } = this.#dependencies;
    live.endSession();
    microphone.rest();
    changer.pageLeft();
  }

  async #ask(action: LiveAction, limitMs: number): Promise<void> {
    this.#count += 1;
    const id = this.#count;
    const answer = Promise.withResolvers<void>();
    this.#waiting.set(id, (error) => (error === null ? answer.resolve() : answer.reject(error)));
    const late = setTimeout(() => {
      answer.reject(new AppError('render_timeout', 'The window of Guise did not answer in time.'));
    }, limitMs);
    try {
      this.#dependencies.ask(id, action);
      await answer.promise;
    } finally {
      clearTimeout(late);
      this.#waiting.delete(id);
    }
  }
}
