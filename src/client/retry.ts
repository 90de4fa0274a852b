import type { AppError } from '../base/errors.ts';
import { throwIfCancelled } from './deadline.ts';
import type { RetryPolicy, Timing } from './options.ts';

/** Outcome of one attempt. */
export type Attempt<T> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false;
      readonly error: AppError;
      /** True when the service certainly did nothing, so that any call may be repeated. */
      readonly isUntouched: boolean;
      /** Delay requested by the service; null when it requested none. */
      readonly retryAfterMs: number | null;
    };

/** Dependencies of {@link retry}. */
export interface RetryOptions {
  /** True when the call may be repeated even when the service may have acted on it. */
  readonly isRepeatable: boolean;
  readonly policy: RetryPolicy;
  readonly timing: Timing;
  readonly signal: AbortSignal | undefined;
}

/** Retries until success, until a retry is pointless or unsafe, or until the attempts are used up. */
export async function retry<T>(
  attempt: () => Promise<Attempt<T>>,
  { isRepeatable, policy, timing, signal }: RetryOptions,
): Promise<T> {
  for (let count = 1; ; count += 1) {
    throwIfCancelled(signal);
    const result = await attempt();
    if (result.ok) {
      return result.value;
    }
    const { error, isUntouched, retryAfterMs } = result;
    const isWorthIt = error.isRetryable && (isRepeatable || isUntouched);
    if (!isWorthIt || count >= policy.attempts) {
      throw error;
    }
    if (retryAfterMs !== null && retryAfterMs > policy.maxRetryAfterMs) {
      throw error;
    }
    await waitFor((retryAfterMs ?? 0) + toJitterMs(count, policy, timing), timing, signal);
  }
}

/** Waits; rejects with `cancelled` when the caller aborts. */
export async function waitFor(
  durationMs: number,
  timing: Timing,
  signal: AbortSignal | undefined,
): Promise<void> {
  try {
    await timing.sleep(durationMs, signal);
  } catch (error) {
    throwIfCancelled(signal);
    throw error;
  }
}

/** Random delay, also added to the one the service asked for: keeps many clients from retrying at once. */
function toJitterMs(count: number, policy: RetryPolicy, timing: Timing): number {
  const ceilingMs = Math.min(policy.firstDelayMs * 2 ** (count - 1), policy.maxDelayMs);
  return Math.round(ceilingMs * timing.random());
}
