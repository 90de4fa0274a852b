import { AppError } from '../../../base/errors.ts';
import { faultDetails } from '../../../base/faults.ts';
import {
  type CloseReason,
  type SessionEndReason,
  sessionEndReasons,
} from '../../../contract/api/sockets.ts';
import type { LiveSessionState } from './stream-session.ts';
import { toCloseReason } from '../socket/close-reason.ts';

/** Reason of a run's end, and close reason of its connection; a normal close without `close`. */
export interface SessionEnding {
  readonly reason: SessionEndReason;
  readonly close?: { readonly code: Exclude<CloseReason, 'normal'>; readonly error: AppError };
}

/** The customer canceled the job. */
export const canceledEnding: SessionEnding = {
  reason: 'canceled',
  close: { code: 'token', error: new AppError('cancelled', 'The session was canceled.') },
};

/** Ending of a session without frames and messages. */
export function toIdleEnding(idleMs: number): SessionEnding {
  const text = `No picture of the camera and no message came for ${Math.round(idleMs / 1000)} s.`;
  return { reason: 'idle', close: { code: 'idle', error: new AppError('cancelled', text) } };
}

/** Ending of a session whose funded time is used up. */
export function toUsedUpEnding(maxDurationSec: number): SessionEnding {
  const text = `The funded ${maxDurationSec} s are used up.`;
  const error = new AppError('insufficient_credits', text, {
    details: faultDetails('time_used_up'),
  });
  return { reason: 'time_used_up', close: { code: 'time_used_up', error } };
}

/** Ending after an unrecoverable failure. A bug is reported as `internal_error`, without its text. */
export function toFailedEnding(cause: unknown): SessionEnding {
  const error =
    cause instanceof AppError
      ? cause
      : new AppError('internal_error', 'The session failed inside the service.', { cause });
  return { reason: 'failed', close: { code: toCloseReason(error), error } };
}

/** Ending of a run whose session was ended elsewhere. */
export function toEndingElsewhere({
  endReason,
}: Pick<LiveSessionState, 'endReason'>): SessionEnding {
  if (endReason === 'canceled') {
    return canceledEnding;
  }
  if (endReason === 'expired') {
    const text = 'The session did not begin to stream in time.';
    return { reason: 'expired', close: { code: 'idle', error: new AppError('cancelled', text) } };
  }
  const error = new AppError('unauthorized', 'The session was ended elsewhere.', {
    details: faultDetails('session_over'),
  });
  const reason = sessionEndReasons.find((known) => known === endReason) ?? 'failed';
  return { reason, close: { code: 'token', error } };
}
