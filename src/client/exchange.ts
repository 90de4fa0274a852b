import { AppError } from '../base/errors.ts';
import { openDeadline } from './deadline.ts';
import type { ClientContext } from './options.ts';
import { readBody, toRefusal } from './reply.ts';
import type { Attempt } from './retry.ts';

/** A request as `fetch` takes it; `duplex` is needed for a streamed body. */
export type OutgoingRequest = RequestInit & { readonly duplex?: 'half' };

/** One attempt of a request. */
export interface Exchange {
  readonly url: string;
  /** Makes the request; it calls `touch` for bytes that go out. */
  readonly toInit: (touch: () => void) => OutgoingRequest;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/** A connection in use: its answer, and a call for every byte that moves. */
export interface Connection {
  readonly response: Response;
  readonly touch: () => void;
}

/** Error codes of connections that were never made: the service did not see the request. */
const unsent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/**
 * Sends a request once and reads the answer with `read`, both within the time limit. Redirects are not
 * followed, so that the key stays with the service. Errors come back as a failed {@link Attempt}.
 */
export async function exchange<T>(
  context: Pick<ClientContext, 'fetch' | 'timing'>,
  { url, toInit, timeoutMs, signal }: Exchange,
  read: (connection: Connection) => Promise<T>,
): Promise<Attempt<T>> {
  const peer = new URL(url).host;
  const deadline = openDeadline({ timeoutMs, peer, signal });
  try {
    const touch = (): void => {
      deadline.touch();
    };
    const init = { redirect: 'manual', ...toInit(touch), signal: deadline.signal } as const;
    const response = await context.fetch(url, init);
    if (!response.ok) {
      return toRefusal(response, await readBody(response), context.timing.nowMs());
    }
    return { ok: true, value: await read({ response, touch }) };
  } catch (error) {
    return toFailure(deadline.signal.aborted ? deadline.signal.reason : error, peer);
  } finally {
    deadline.close();
  }
}

function toFailure(thrown: unknown, peer: string): Attempt<never> {
  const planned = listCauses(thrown).find((cause) => cause instanceof AppError);
  if (planned !== undefined) {
    return { ok: false, error: planned, isUntouched: false, retryAfterMs: null };
  }
  const reason = findReason(thrown);
  const error = new AppError('service_unreachable', `${peer} could not be reached (${reason}).`, {
    cause: thrown,
    details: { peer, reason },
  });
  return { ok: false, error, isUntouched: unsent.has(reason), retryAfterMs: null };
}

/** Cause of a failed fetch: the error code of the system or transport, else its message. */
function findReason(thrown: unknown): string {
  const causes = listCauses(thrown);
  for (const cause of causes) {
    if ('code' in cause && typeof cause.code === 'string') {
      return cause.code;
    }
  }
  return causes.at(-1)?.message ?? 'unknown';
}

/** An error and what caused it, outermost first. */
function listCauses(thrown: unknown): readonly Error[] {
  const causes: Error[] = [];
  for (let cause = thrown; cause instanceof Error && causes.length < 5; cause = cause.cause) {
    causes.push(cause);
  }
  return causes;
}
