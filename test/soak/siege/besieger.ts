import { setTimeout as pause } from 'node:timers/promises';
import { callOperation, type HttpCall, type HttpReply } from '../../contract/support/http-call.ts';
import type { SiegeAccount, SiegeService } from './siege-service-host.ts';
import type { AttackLog } from '../attack-log.ts';

/** Context of all attackers. */
export interface ChaosRun {
  readonly service: SiegeService;
  readonly log: AttackLog;
  readonly random: () => number;
  /** Aborted when the attack is over. */
  readonly signal: AbortSignal;
  /** Returns whether the disk is full, or was a moment ago. */
  readonly isDiskFull: () => boolean;
}

type Operation = Parameters<typeof callOperation>[1];

/** Longest permitted reply time on a fully loaded machine. */
const ANSWER_MS = 90_000;

/**
 * Calls an operation for an account. Null when the service was away; 503 and 507 are answers while the disk is full,
 * any other 5xx must not be.
 */
export async function callService(
  { service, log, isDiskFull }: ChaosRun,
  account: SiegeAccount,
  operation: Operation,
  call: Omit<HttpCall, 'key'> = {},
): Promise<HttpReply | null> {
  const name = `${operation.method} ${operation.path}`;
  if (service.upMs === null) {
    return null;
  }
  const timer = new AbortController();
  const wasFull = isDiskFull();
  try {
    const reply = await Promise.race([
      callOperation(service.baseUrl, operation, { ...call, key: account.secret }),
      pause(ANSWER_MS, null, { signal: timer.signal }),
    ]);
    if (reply === null) {
      log.wrong(`${name} had no answer within ${ANSWER_MS / 1000} s`);
      return null;
    }
    log.count(`answers ${reply.status}`);
    if (reply.status >= 500) {
      const isExcused = (wasFull || isDiskFull()) && [503, 507].includes(reply.status);
      if (!isExcused) {
        log.wrong(`${name}: ${reply.status} ${reply.code} ${reply.message}`);
      }
    }
    return reply;
  } catch (error) {
    if (!service.isDisturbed) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      log.wrong(`${name} broke: ${String(cause)}`);
    }
    log.count('calls that found the service away');
    return null;
  } finally {
    timer.abort();
  }
}

/** Repeats an action until the attack is over, with pauses of up to this many milliseconds. */
export async function repeatUntilEnd(
  { signal, random, log, service }: ChaosRun,
  pauseMs: number,
  act: () => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    if (service.upMs !== null) {
      await act().catch((error: unknown) => {
        const how = error instanceof Error ? (error.stack ?? error.message) : String(error);
        log.wrong(`the siege itself failed: ${how}`);
      });
    }
    await pause(pauseMs * (0.2 + random() * 0.8), null, { signal }).catch(() => null);
  }
}

/** Picks a random item of a list. */
export function pickOne<T>(random: () => number, list: readonly T[]): T {
  const found = list[Math.floor(random() * list.length)];
  if (found === undefined) {
    throw new Error('There is nothing to pick.');
  }
  return found;
}

/** Waits for something for a while; null when it does not come, or fails because the service was away. */
export async function awaitFor<T>(work: Promise<T>, ms: number): Promise<T | null> {
  const timer = new AbortController();
  try {
    return await Promise.race([
      work.catch(() => null),
      pause(ms, null, { signal: timer.signal }).catch(() => null),
    ]);
  } finally {
    timer.abort();
  }
}
