import type { AppError, ErrorCode } from '../../../base/errors.ts';
import type { CloseReason } from '../../../contract/api/sockets.ts';

const reasons: Partial<Record<ErrorCode, Exclude<CloseReason, 'normal'>>> = {
  invalid_input: 'bad_message',
  unsupported_format: 'bad_message',
  input_too_large: 'bad_message',
  rate_limited: 'bad_message',
  unauthorized: 'token',
  forbidden: 'token',
  not_found: 'token',
  insufficient_credits: 'balance',
};

/**
 * Close reason after an error. Errors without a close code of their own, such as `at_capacity`, close as
 * `internal`; the preceding `error` message contains the code itself.
 */
export function toCloseReason({ code }: Pick<AppError, 'code'>): Exclude<CloseReason, 'normal'> {
  return reasons[code] ?? 'internal';
}
