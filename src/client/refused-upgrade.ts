import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '../base/errors.ts';
import { faultDetails } from '../base/faults.ts';
import { parseFaultHeader, STATUS_DISK_FULL } from '../contract/api/errors.ts';
import { headerNames } from '../contract/api/headers.ts';
import { toErrorCode } from './reply.ts';

/**
 * Builds the error of a socket upgrade that was answered with a status. The body is not awaited: the fault in
 * the headers completes the status. Without a fault, 401 means that the session token is no longer valid.
 */
export function toUpgradeRefusal(status: number, headers: IncomingHttpHeaders): AppError {
  const header = headers[headerNames.errorDetails.toLowerCase()];
  const fault = parseFaultHeader(typeof header === 'string' ? header : null);
  const code = status === 429 ? 'at_capacity' : toErrorCode(status);
  return new AppError(code, `The service refused the connection with HTTP ${status}.`, {
    details: { ...toFaultDetails(status), ...fault, http_status: status },
  });
}

function toFaultDetails(status: number): AppError['details'] {
  switch (status) {
    case 401:
      return faultDetails('session_over');
    case STATUS_DISK_FULL:
      return faultDetails('service_disk_full');
    default:
      return {};
  }
}
