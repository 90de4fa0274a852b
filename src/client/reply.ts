import type * as z from 'zod';
import { AppError, type ErrorCode } from '../base/errors.ts';
import { faultDetails } from '../base/faults.ts';
import {
  fromReceivedFailure,
  parseFaultHeader,
  receivedErrorBodySchema,
  STATUS_DISK_FULL,
} from '../contract/api/errors.ts';
import { headerNames, parseRetryAfter } from '../contract/api/headers.ts';
import type { Attempt } from './retry.ts';

/** Largest JSON reply that is read, in bytes. */
const MAX_REPLY_BYTES = 16_777_216;

/** Codes for refusals without a readable body, such as those of a proxy in between. */
const codeByStatus: Readonly<Record<number, ErrorCode>> = {
  401: 'unauthorized',
  402: 'insufficient_credits',
  403: 'forbidden',
  404: 'not_found',
  413: 'input_too_large',
  422: 'invalid_input',
  429: 'rate_limited',
  500: 'internal_error',
  502: 'service_unreachable',
  503: 'service_unreachable',
  504: 'service_unreachable',
  [STATUS_DISK_FULL]: 'storage_failed',
};

/** The code of a refusal that says no other. */
export function toErrorCode(status: number): ErrorCode {
  return codeByStatus[status] ?? (status >= 500 ? 'internal_error' : 'bad_reply');
}

/** Reads the whole body, bounded. `onBytes` is called for every piece. */
export async function readBody(
  response: Response,
  onBytes: () => void = () => undefined,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const part of response.body ?? []) {
    onBytes();
    sizeBytes += part.byteLength;
    if (sizeBytes > MAX_REPLY_BYTES) {
      throw createBadReplyError(response, `has more than ${MAX_REPLY_BYTES / 1_048_576} MB`);
    }
    parts.push(part);
  }
  const body = new Uint8Array(sizeBytes);
  let offset = 0;
  for (const part of parts) {
    body.set(part, offset);
    offset += part.byteLength;
  }
  return body;
}

/** Parses a JSON reply with a tolerant schema. Throws `bad_reply` when it does not fit. */
export function parseReply<S extends z.ZodType>(
  response: Response,
  body: Uint8Array,
  schema: S,
): z.output<S> {
  const json = parseJson(body);
  if (json === undefined) {
    throw createBadReplyError(response, 'is not JSON');
  }
  const result = schema.safeParse(json);
  if (!result.success) {
    const field = result.error.issues[0]?.path.join('.') ?? '';
    throw createBadReplyError(
      response,
      field === '' ? 'has another form' : `has no valid ${field}`,
    );
  }
  return result.data;
}

/** The error of an answer that is not 2xx. */
export function toRefusal(response: Response, body: Uint8Array, nowMs: number): Attempt<never> {
  const { status } = response;
  const parsed = receivedErrorBodySchema.safeParse(parseJson(body));
  const fallback = toErrorCode(status);
  // Some services send 0 with every reply.
  const retryAfterMs = parseRetryAfter(response.headers.get('retry-after'), nowMs) || null;
  const details = {
    ...parseFaultHeader(response.headers.get(headerNames.errorDetails)),
    http_status: status,
    ...(retryAfterMs === null ? {} : { retry_after_ms: retryAfterMs }),
    ...(parsed.success ? {} : { is_unreadable: true }),
  };
  // A full disk (507) differs from other internal errors by its status only, and has advice of its own.
  const failure = parsed.success ? parsed.data.error : null;
  const isFull = status === STATUS_DISK_FULL && failure?.code === 'internal_error';
  const error =
    failure !== null && !isFull
      ? fromReceivedFailure(failure, fallback, details)
      : new AppError(
          fallback,
          failure?.message ?? `The service answered ${status} without a readable error.`,
          { details: isFull ? { ...details, ...faultDetails('service_disk_full') } : details },
        );
  return { ok: false, error, isUntouched: status === 429, retryAfterMs };
}

/**
 * Returns whether the service itself sent this code in the API's format; an error of a proxy in between has only its
 * status.
 */
export function isOwnRefusal({ details }: Pick<AppError, 'details'>): boolean {
  return details?.['service_code'] === undefined && details?.['is_unreadable'] !== true;
}

/** The error of an answer that cannot be understood. */
export function createBadReplyError(response: Response, problem: string): AppError {
  return new AppError('bad_reply', `The answer of the service ${problem}.`, {
    details: { http_status: response.status },
  });
}

/** Parses JSON; undefined when it is invalid. */
function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}
