import { type AppError, toWireError, type WireError } from '../../base/errors.ts';
import { fromSocketError, type ReceivedFailure } from '../../contract/api/errors.ts';
import { type CloseReason, closeCodes } from '../../contract/api/sockets.ts';
import type { LiveEndReason } from '../../contract/ipc/live.ts';
import type { SwapLinkEnd } from './swap-link.ts';

/** End of a session, for the user. */
export interface SessionEnd {
  readonly reason: LiveEndReason;
  /** Null for a normal end. */
  readonly error: WireError | null;
  /** True when the connection to the service was lost, so that a new session may take over. */
  readonly isService: boolean;
}

/** Last messages of the service before it closed. */
export interface LastServerMessages {
  readonly reason?: string | undefined;
  readonly error?: ReceivedFailure | undefined;
}

const byCloseReason: Readonly<Record<CloseReason, LiveEndReason>> = {
  normal: 'stopped',
  bad_message: 'failed',
  token: 'failed',
  balance: 'balance',
  idle: 'idle',
  time_used_up: 'time_used_up',
  internal: 'failed',
};

const byReason: Readonly<Record<string, LiveEndReason>> = {
  client_closed: 'stopped',
  time_used_up: 'time_used_up',
  balance: 'balance',
  idle: 'idle',
  expired: 'idle',
  canceled: 'stopped',
  replaced: 'replaced',
  service_stopping: 'service_stopping',
  failed: 'failed',
};

/** Derives the session's end from the socket's close code and the messages before it. */
export function toSessionEnd(
  { closeCode, refusal, error }: SwapLinkEnd,
  last: LastServerMessages,
): SessionEnd {
  if (error !== null) {
    return { reason: 'failed', error: toWireError(error), isService: false };
  }
  const meant = findCloseReason(closeCode);
  const reason =
    (last.reason === undefined ? undefined : byReason[last.reason]) ??
    (meant === null ? 'lost' : byCloseReason[meant]);
  const isRefused = refusal !== null && refusal.httpStatus < 500;
  return {
    reason,
    error: findError(reason, last.error, refusal?.error ?? null),
    isService:
      reason === 'lost' ||
      reason === 'service_stopping' ||
      (meant === 'token' && reason !== 'stopped') ||
      isRefused,
  };
}

function findCloseReason(code: number | null): CloseReason | null {
  return (
    Object.keys(byCloseReason)
      .filter(isCloseReason)
      .find((name) => closeCodes[name] === code) ?? null
  );
}

function isCloseReason(name: string): name is CloseReason {
  return name in closeCodes;
}

function findError(
  reason: LiveEndReason,
  last: LastServerMessages['error'],
  refused: AppError | null,
): WireError | null {
  if (last !== undefined && (reason === 'failed' || reason === 'lost')) {
    return toWireError(fromSocketError(last, 'processing_failed'));
  }
  if (reason === 'failed') {
    return { code: 'processing_failed', message: 'The service ended the session.' };
  }
  if (reason !== 'lost') {
    return null;
  }
  return refused === null
    ? { code: 'service_unreachable', message: 'The service did not answer any more.' }
    : toWireError(refused);
}
