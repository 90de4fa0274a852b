import { AppError } from '../../base/errors.ts';
import type { ObsRemedy } from '../../contract/obs.ts';

/** Reason for a missing connection to OBS, with its remedy. */
export class ObsProblem extends AppError {
  readonly remedy: ObsRemedy;

  constructor(remedy: ObsRemedy, message: string, cause?: unknown) {
    super(remedy === 'update_obs' ? 'capability_unavailable' : 'service_unreachable', message, {
      cause,
      details: { remedy },
    });
    this.remedy = remedy;
  }
}

/** Close codes of obs-websocket 5 (its protocol, "WebSocketCloseCode"). */
const AUTHENTICATION_FAILED = 4009;
const UNSUPPORTED_RPC_VERSION = 4010;

/** Maps a refused connection to its remedy; `hasPassword`: whether a password was sent. */
export function toObsProblem(cause: unknown, port: number, hasPassword: boolean): ObsProblem {
  if (cause instanceof ObsProblem) {
    return cause;
  }
  const code = findErrorCode(cause);
  if (code === AUTHENTICATION_FAILED) {
    return hasPassword
      ? new ObsProblem('correct_password', 'OBS does not take this password.', cause)
      : new ObsProblem('enter_password', 'OBS asks for the password of its server.', cause);
  }
  if (code === UNSUPPORTED_RPC_VERSION) {
    return new ObsProblem('update_obs', 'This OBS speaks another version of the protocol.', cause);
  }
  if (String(cause).includes('ECONNREFUSED')) {
    return new ObsProblem('start_obs', `Nothing listens on port ${port} of this computer.`, cause);
  }
  return new ObsProblem('check_port', `What listens on port ${port} is not OBS.`, cause);
}

function findErrorCode(cause: unknown): number | null {
  const code: unknown = cause instanceof Error && 'code' in cause ? cause.code : null;
  return typeof code === 'number' ? code : null;
}
