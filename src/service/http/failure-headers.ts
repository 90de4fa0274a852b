import { toErrorBody, toFaultHeader } from '../../contract/api/errors.ts';
import { headerNames } from '../../contract/api/headers.ts';

/** Seconds after which a refused client should try a full service again. */
const CAPACITY_RETRY_SEC = 2;

const written = {
  errorDetails: headerNames.errorDetails.toLowerCase(),
  retryAfter: headerNames.retryAfter.toLowerCase(),
};

/** Headers of the reply that reports a failure, by their names in lower case; they replace those of a rate. */
export function listFailureHeaders(failure: unknown): Readonly<Record<string, string>> {
  const fault = toFaultHeader(failure);
  const isFull = toErrorBody(failure).error.code === 'at_capacity';
  return {
    ...(fault !== null && { [written.errorDetails]: fault }),
    ...(isFull && { [written.retryAfter]: String(CAPACITY_RETRY_SEC) }),
  };
}
