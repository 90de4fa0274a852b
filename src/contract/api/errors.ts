import * as z from 'zod';
import {
  AppError,
  type ErrorCode,
  type ErrorDetails,
  isDiskFull,
  isErrorCode,
  toWireError,
} from '../../base/errors.ts';
import { selectFault, toServiceDetails } from '../../base/faults.ts';

/**
 * The error codes of the REST API with the HTTP statuses they may have; the first is the usual one.
 *
 * `invalid_input` has two. 422: the request alone shows what is wrong (unknown field, wrong type,
 * value out of range, missing field, a key used again with another body). 400: the request is well
 * formed, but not acceptable as things are (finished job, stage that does not match, `file_key` that
 * is not the caller's, a callback target the operator does not allow), or its body cannot be read at
 * all. {@link refusedByState} marks the second kind.
 *
 * `internal_error` is 507 while the disk of the service is full, which its operator can do something about.
 */
export const apiErrors = {
  unauthorized: { statuses: [401], meaning: 'Missing, invalid or revoked API key.' },
  forbidden: { statuses: [403], meaning: 'The key is not allowed to perform the action.' },
  insufficient_credits: { statuses: [402], meaning: 'The balance is too low.' },
  invalid_input: { statuses: [422, 400], meaning: 'A field failed validation.' },
  unsupported_format: { statuses: [400], meaning: 'The uploaded file type is not supported.' },
  input_too_large: { statuses: [400], meaning: 'An asset exceeds the size or duration limit.' },
  capability_unavailable: { statuses: [400], meaning: 'The capability is not enabled.' },
  not_found: { statuses: [404], meaning: "It does not exist or is not the caller's." },
  rate_limited: { statuses: [429], meaning: 'Too many requests with this key. Back off, retry.' },
  at_capacity: { statuses: [429], meaning: 'All slots are taken. Safe to retry shortly.' },
  internal_error: {
    statuses: [500, 507],
    meaning: 'A fault of the service; 507 while its disk is full. Safe to retry.',
  },
} as const satisfies Partial<Record<ErrorCode, ApiErrorShape>>;

/** See {@link apiErrors}. */
export interface ApiErrorShape {
  readonly statuses: readonly [number, ...number[]];
  readonly meaning: string;
}

/** A code of {@link apiErrors}. */
export type ApiErrorCode = keyof typeof apiErrors;

/** All codes of {@link apiErrors}, in the order of the specification. */
export const apiErrorCodes = Object.keys(apiErrors).filter(isApiErrorCode);

/** Returns whether a text is an error code of the REST API. */
function isApiErrorCode(code: string): code is ApiErrorCode {
  return Object.hasOwn(apiErrors, code);
}

/** Codes of failed jobs with their meaning. */
export const jobFailures = {
  face_not_detected: 'No usable face in an input.',
  unsupported_format: 'The file type is not supported.',
  input_too_large: 'An asset exceeds the size or duration limit.',
  content_rejected: 'An input violated the content policy.',
  render_timeout: 'The render took too long and was cancelled. Safe to retry, refunded.',
  processing_failed: 'The render failed for another reason. Refunded.',
} as const satisfies Partial<Record<ErrorCode, string>>;

/** A code of {@link jobFailures}. */
export type JobFailureCode = keyof typeof jobFailures;

/** All codes of {@link jobFailures}, in the order of the specification. */
export const jobFailureCodes = Object.keys(jobFailures).filter(isJobFailureCode);

/** Returns whether a text is a failure code of jobs. */
export function isJobFailureCode(code: string): code is JobFailureCode {
  return Object.hasOwn(jobFailures, code);
}

/** Facts of a failure beside its sentence, from which a client builds a text in the user's language. */
export const failureDetailsSchema = z.record(
  z.string().max(64),
  z.union([z.string().max(500), z.number(), z.boolean(), z.null()]),
);

/** Body of every refusal, as the service sends it. */
export const errorBodySchema = z
  .object({
    error: z.object({ code: z.enum(apiErrorCodes), message: z.string() }),
  })
  .meta({ id: 'ErrorBody', description: 'Branch on `code`, never on `message`.' });

/** See {@link errorBodySchema}. */
export type ErrorBody = z.output<typeof errorBodySchema>;

const STATE_REFUSAL = 'refused_by_state';

/** HTTP status of a service whose disk is full: insufficient storage. */
export const STATUS_DISK_FULL = 507;

/** An `invalid_input` that answers 400 instead of 422; {@link apiErrors} says when. */
export function refusedByState(message: string, details: ErrorDetails = {}): AppError {
  return new AppError('invalid_input', message, { details: { ...details, [STATE_REFUSAL]: true } });
}

/** HTTP status of a thrown value. Values without a code of the REST API are 500, or 507 for a full disk. */
export function toHttpStatus(error: unknown): number {
  if (isDiskFull(error)) {
    return STATUS_DISK_FULL;
  }
  const { code, details } = toWireError(error);
  if (!isApiErrorCode(code)) {
    return 500;
  }
  const isRefusedByState = code === 'invalid_input' && details?.[STATE_REFUSAL] === true;
  return isRefusedByState ? 400 : apiErrors[code].statuses[0];
}

/** Body for a thrown value. Values without a code of the REST API become a plain `internal_error`. */
export function toErrorBody(error: unknown): ErrorBody {
  if (isDiskFull(error)) {
    const message = 'The disk of the service is full. Try again when there is room.';
    return { error: { code: 'internal_error', message } };
  }
  const { code, message } = toWireError(error);
  return isApiErrorCode(code)
    ? { error: { code, message } }
    : {
        error: { code: 'internal_error', message: 'The service could not complete the request.' },
      };
}

/** Cuts the details of an error down to its fault, the only part that leaves the service. */
export function withFault(details: ErrorDetails | undefined): { details?: ErrorDetails } {
  return details === undefined ? {} : selectFault(toServiceDetails(details));
}

/**
 * Serialises the fault of an error as a header (JSON in ASCII), because the specification fixes the body.
 * Returns null without a fault, and for errors that do not concern the caller.
 */
export function toFaultHeader(error: unknown): string | null {
  const { code, details } = toWireError(error);
  const { details: fault } = isApiErrorCode(code) ? withFault(details) : {};
  return fault === undefined
    ? null
    : JSON.stringify(fault).replaceAll(
        /[^ -~]/g,
        (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
      );
}

/**
 * Parses a header written by {@link toFaultHeader} and drops everything else; returns empty details when it is
 * unreadable.
 */
export function parseFaultHeader(header: string | null): ErrorDetails {
  try {
    return withFault(failureDetailsSchema.parse(JSON.parse(header ?? '{}'))).details ?? {};
  } catch {
    return {};
  }
}

/** Code, text and facts of a failure, as received: the code may be one this version does not know. */
export interface ReceivedFailure {
  readonly code: string;
  readonly message: string;
  readonly details?: ErrorDetails | undefined;
}

/**
 * A refusal as a client reads it: any text as code, a missing message, and a bare string instead of
 * the object are accepted, further fields are ignored.
 */
export const receivedFailureSchema = z.union([
  z.string().transform((code): ReceivedFailure => ({ code, message: code })),
  z
    .object({
      code: z.string(),
      message: z.string().nullish(),
      details: failureDetailsSchema.optional().catch(undefined),
    })
    .transform(({ code, message, details }): ReceivedFailure => ({
      code,
      message: message ?? code,
      ...(details === undefined ? {} : { details }),
    })),
]);

/** See {@link receivedFailureSchema}. */
export const receivedErrorBodySchema = z.object({ error: receivedFailureSchema });

/**
 * The error for a received failure. A code this version does not know becomes `fallback` and stays
 * readable as `details.service_code`.
 */
export function fromReceivedFailure(
  failure: ReceivedFailure,
  fallback: ErrorCode,
  further: ErrorDetails = {},
): AppError {
  const details = { ...toServiceDetails(failure.details ?? {}), ...further };
  if (isApiErrorCode(failure.code) || isJobFailureCode(failure.code)) {
    return new AppError(failure.code, failure.message, { details });
  }
  return new AppError(fallback, failure.message, {
    details: { ...details, service_code: failure.code },
  });
}

/**
 * Builds the error for a failure that a service sent over a socket, where any code of {@link ErrorCode} may
 * occur.
 */
export function fromSocketError(failure: ReceivedFailure, fallback: ErrorCode): AppError {
  const { code, message, details } = failure;
  return new AppError(
    isErrorCode(code) ? code : fallback,
    message,
    details === undefined ? {} : { details: toServiceDetails(details) },
  );
}
