import { AppError } from '../../base/errors.ts';
import type { LiveBypass } from '../../contract/ipc/live.ts';
import type { SwapRequest } from './swap-link.ts';

/** What a bypass works with. */
export interface BypassOptions {
  /** Sends a message to the service; throws while there is no connection. */
  readonly send: (message: SwapRequest) => void;
  /** Called at every change of the state. */
  readonly onState: (state: LiveBypass) => void;
  /** How long an answer is waited for, in milliseconds. */
  readonly answerMs?: number;
}

/** Whether a session lets the camera's own picture out; the states are drawn at `liveBypassSchema`. */
export interface Bypass {
  readonly state: () => LiveBypass;
  /** Resolves once the service took it. Throws what kept it from that, and ends the bypass then. */
  readonly begin: () => Promise<void>;
  /** Takes effect for every message that follows; it is sent until the service took it. */
  readonly end: () => void;
  /** What a connection says of it: in `session_join`, and in messages after that. */
  readonly greet: () => { readonly isOn: boolean; readonly messages: readonly SwapRequest[] };
  /** The service took a `passthrough` message. */
  readonly taken: () => void;
  /** The service did not take one. */
  readonly refused: (reason: AppError) => void;
  /** The connection is gone: whether the service took what was sent last is not known. */
  readonly lost: () => void;
  readonly close: () => void;
}

const ANSWER_MS = 5000;

/** Begins without a bypass. */
export function createBypass({ send, onState, answerMs = ANSWER_MS }: BypassOptions): Bypass {
  let state: LiveBypass = 'off';
  /** Messages of this connection that have no answer yet, the oldest first. */
  let unanswered: boolean[] = [];
  let beginning: PromiseWithResolvers<void> | null = null;
  let late: ReturnType<typeof setTimeout> | undefined;

  const enter = (next: LiveBypass): void => {
    if (next !== state) {
      state = next;
      onState(state);
    }
  };

  const say = (isOn: boolean): void => {
    send({ type: 'passthrough', enabled: isOn });
    unanswered.push(isOn);
  };

  /** A begin that failed may have taken effect all the same, so it is taken back. */
  const giveUp = (reason: AppError): void => {
    const given = beginning;
    beginning = null;
    end();
    given?.reject(reason);
  };

  const wait = (): void => {
    clearTimeout(late);
    late = setTimeout(() => {
      if (state === 'starting') {
        giveUp(new AppError('service_unreachable', 'The service did not answer.'));
      } else if (state === 'ending') {
        end();
      }
    }, answerMs);
  };

  function end(): void {
    const given = beginning;
    beginning = null;
    given?.reject(new AppError('cancelled', 'The bypass was ended.'));
    enter('ending');
    wait();
    try {
      say(false);
    } catch {
      // There is no connection: the next one begins with it.
    }
  }

  return {
    state: () => state,
    begin: async () => {
      say(true);
      const own = Promise.withResolvers<void>();
      beginning?.reject(new AppError('cancelled', 'The bypass was asked for again.'));
      beginning = own;
      enter('starting');
      wait();
      await own.promise;
    },
    end,
    greet: () => {
      unanswered = state === 'ending' ? [false] : [];
      return {
        isOn: state === 'on',
        messages: unanswered.map((enabled) => ({ type: 'passthrough', enabled })),
      };
    },
    taken: () => {
      const isOn = unanswered.shift();
      if (isOn === true && state === 'starting') {
        clearTimeout(late);
        enter('on');
        beginning?.resolve();
        beginning = null;
      } else if (isOn === false && state === 'ending' && !unanswered.includes(true)) {
        clearTimeout(late);
        enter('off');
      }
    },
    refused: (reason) => {
      if (unanswered.shift() === true && state === 'starting') {
        giveUp(reason);
      }
    },
    lost: () => {
      unanswered = [];
      if (state === 'starting') {
        giveUp(new AppError('service_unreachable', 'The connection to the service was lost.'));
      }
    },
    close: () => {
      clearTimeout(late);
      beginning?.reject(new AppError('cancelled', 'The session has ended.'));
      beginning = null;
    },
  };
}
