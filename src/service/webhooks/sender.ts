/** Sends one attempt of one delivery. Never throws for a fault of the receiver. */
import { errors, request, type Dispatcher } from 'undici';
import { parseRetryAfter } from '../../contract/api/headers.ts';
import { BlockedTargetError, deliveryLimits, type DeliveryLimits } from './guarded-agent.ts';

/** Reason why an attempt failed before or without a 2xx status. */
export type AttemptFailure =
  | 'blocked_target'
  | 'connect_timeout'
  | 'timeout'
  | 'connection_failed'
  | 'bad_reply'
  | 'not_accepted';

/** Outcome of an attempt. The reply's body is never stored: otherwise the sender of a webhook could read it. */
export interface AttemptOutcome {
  /** A 2xx status arrived; what follows it does not matter. */
  readonly isDelivered: boolean;
  readonly status: number | null;
  readonly failure: AttemptFailure | null;
  /** Code or message of the failure for the delivery log; never a part of the reply. */
  readonly detail: string | null;
  readonly durationMs: number;
  readonly retryAfterMs: number | null;
}

/** Sends one attempt. */
export type SendAttempt = (attempt: {
  readonly url: string;
  readonly body: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}) => Promise<AttemptOutcome>;

/** Makes the sender that goes over a guarded agent. `agent` stays the caller's to close. */
export function createSender(options: {
  readonly agent: Dispatcher;
  readonly nowMs: () => number;
  readonly limits?: DeliveryLimits | undefined;
}): SendAttempt {
  const limits = options.limits ?? deliveryLimits;
  return async ({ url, body, headers, signal }) => {
    const startedMs = options.nowMs();
    const total = AbortSignal.any([signal, AbortSignal.timeout(limits.totalMs)]);
    try {
      const reply = await request(url, {
        method: 'POST',
        body,
        headers,
        dispatcher: options.agent,
        signal: total,
      });
      await drop(reply.body, limits.replyBytes);
      const isDelivered = reply.statusCode >= 200 && reply.statusCode < 300;
      const after = reply.headers['retry-after'];
      return {
        isDelivered,
        status: reply.statusCode,
        failure: isDelivered ? null : 'not_accepted',
        detail: null,
        durationMs: options.nowMs() - startedMs,
        retryAfterMs: parseRetryAfter(typeof after === 'string' ? after : null, options.nowMs()),
      };
    } catch (error) {
      signal.throwIfAborted();
      return {
        isDelivered: false,
        status: null,
        ...toFailure(error),
        durationMs: options.nowMs() - startedMs,
        retryAfterMs: null,
      };
    }
  };
}

/** Discards the body: the status is known, so its failures do not matter. */
async function drop(reply: Dispatcher.ResponseData['body'], limitBytes: number): Promise<void> {
  try {
    let receivedBytes = 0;
    for await (const chunk of reply) {
      receivedBytes += Buffer.isBuffer(chunk) ? chunk.byteLength : 0;
      if (receivedBytes > limitBytes) {
        break;
      }
    }
  } catch {
    reply.destroy();
  }
}

function toFailure(error: unknown): { failure: AttemptFailure; detail: string } {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code =
    cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : null;
  if (cause instanceof BlockedTargetError) {
    return { failure: 'blocked_target', detail: cause.message };
  }
  if (cause instanceof errors.ConnectTimeoutError) {
    return { failure: 'connect_timeout', detail: cause.code };
  }
  if (isTimeout(cause)) {
    return { failure: 'timeout', detail: code ?? 'total' };
  }
  if (cause instanceof errors.HTTPParserError || cause instanceof errors.HeadersOverflowError) {
    return { failure: 'bad_reply', detail: cause.code };
  }
  return { failure: 'connection_failed', detail: code ?? 'unknown' };
}

function isTimeout(error: unknown): boolean {
  return (
    error instanceof errors.HeadersTimeoutError ||
    error instanceof errors.BodyTimeoutError ||
    (error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError'))
  );
}
