import { AppError } from '../../base/errors.ts';

/**
 * State of a camera or microphone.
 *
 *     off ──start──▶ starting ──▶ on ──unplugged──▶ ended
 *      ▲                │          │
 *      └────stop────────┴──────────┘
 *                       └──▶ blocked │ missing │ busy │ failed   (start again from each)
 */
export type DeviceState = 'off' | 'starting' | 'on' | DeviceFailure;

/** Reason why a device delivers nothing. */
export type DeviceFailure = 'blocked' | 'missing' | 'busy' | 'ended' | 'failed';

const failures: Readonly<Record<string, DeviceFailure>> = {
  NotAllowedError: 'blocked',
  SecurityError: 'blocked',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotReadableError: 'busy',
  AbortError: 'failed',
};

/** Maps a rejection of `getUserMedia`, or of main where it opens the microphone, to a device failure. */
export function toDeviceFailure(error: unknown): DeviceFailure {
  if (error instanceof AppError && error.code === 'not_found') {
    return 'missing';
  }
  return (error instanceof Error ? failures[error.name] : undefined) ?? 'failed';
}

/** Returns whether a state requires a remedy. */
export function isFailure(state: DeviceState): state is DeviceFailure {
  return state !== 'off' && state !== 'starting' && state !== 'on';
}
