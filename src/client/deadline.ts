import { AppError } from '../base/errors.ts';
import { faultDetails } from '../base/faults.ts';

/** Ends one exchange with the service: when the caller aborts, or when it takes too long. */
export interface Deadline {
  /** Aborts with an `AppError`: `cancelled` or `service_unreachable`. */
  readonly signal: AbortSignal;
  /** Starts the time again, because bytes moved. */
  touch(): void;
  /** Stops the timer and detaches from the caller's signal. */
  close(): void;
}

/** Dependencies of {@link openDeadline}. */
export interface DeadlineOptions {
  readonly timeoutMs: number;
  /** Name of the peer in the error message. */
  readonly peer: string;
  readonly signal: AbortSignal | undefined;
}

/** Starts the time; the owner closes it. */
export function openDeadline({ timeoutMs, peer, signal }: DeadlineOptions): Deadline {
  const controller = new AbortController();
  const cancel = (): void => {
    controller.abort(cancelledError(signal?.reason));
  };
  const timer = setTimeout(() => {
    const text = `${peer} did not answer within ${Math.ceil(timeoutMs / 1000)} s.`;
    controller.abort(
      new AppError('service_unreachable', text, { details: { peer, ...faultDetails('timeout') } }),
    );
  }, timeoutMs);
  if (signal?.aborted === true) {
    cancel();
  }
  signal?.addEventListener('abort', cancel, { once: true });
  return {
    signal: controller.signal,
    touch: () => {
      timer.refresh();
    },
    close: () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
    },
  };
}

/** Error of a call that its caller aborted. */
function cancelledError(cause?: unknown): AppError {
  return new AppError('cancelled', 'The call was cancelled.', { cause });
}

/** Throws `cancelled` when the caller aborted. */
export function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) {
    throw cancelledError(signal.reason);
  }
}
