import { AppError } from '../../base/errors.ts';
import { faultDetails } from '../../base/faults.ts';
import type { CallOptions, MethodAnswer, MethodQuestion, Peer } from '../../base/peer/peer.ts';
import type { EmbeddedMethods } from '../../contract/embedded.ts';

/** Options of a service call. */
export interface QuestionWatch extends Pick<CallOptions, 'signal' | 'onProgress'> {
  /** Longest silence about it. */
  readonly silenceMs: number;
}

/**
 * Calls the running service. Throws its refusal, and `service_unreachable` when it does not run or is silent.
 */
export type CallService = <Name extends keyof EmbeddedMethods>(
  method: Name,
  question: MethodQuestion<EmbeddedMethods[Name]>,
  watch: QuestionWatch,
) => Promise<MethodAnswer<EmbeddedMethods[Name]>>;

/** Calls a service that is not killed for its silence: the watchdog decides whether it hangs. */
export function toCallService(findPeer: () => Peer<EmbeddedMethods>): CallService {
  return async (method, question, { silenceMs, signal, onProgress }) => {
    const peer = findPeer();
    const silent = Promise.withResolvers<never>();
    const stop = new AbortController();
    const late = setTimeout(() => {
      silent.reject(createUnansweredError());
      stop.abort();
    }, silenceMs);
    const answer = peer.call(method, question, {
      signal: signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]),
      onProgress: (progress) => {
        late.refresh();
        onProgress?.(progress);
      },
    });
    try {
      return await Promise.race([answer, silent.promise]);
    } finally {
      clearTimeout(late);
    }
  };
}

/** Error of pending calls whose answer will not come. */
export function createUnansweredError(): AppError {
  return new AppError('service_unreachable', 'The service of this computer did not answer.', {
    details: faultDetails('local_service'),
  });
}
