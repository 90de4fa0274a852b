/**
 * Every planned failure of Guise, once.
 *
 * `retryable` says whether the same request may work later without a change by the user.
 * The first block are the codes of the REST API (specification, "Errors"), the second the failure
 * codes of jobs, the third what only happens inside the app.
 */
export const errorCatalogue = {
  unauthorized: { retryable: false },
  forbidden: { retryable: false },
  insufficient_credits: { retryable: false },
  invalid_input: { retryable: false },
  unsupported_format: { retryable: false },
  input_too_large: { retryable: false },
  capability_unavailable: { retryable: false },
  not_found: { retryable: false },
  rate_limited: { retryable: true },
  at_capacity: { retryable: true },
  internal_error: { retryable: true },

  face_not_detected: { retryable: false },
  content_rejected: { retryable: false },
  render_timeout: { retryable: true },
  processing_failed: { retryable: true },

  cancelled: { retryable: false },
  service_unreachable: { retryable: true },
  bad_reply: { retryable: false },
  vault_unavailable: { retryable: true },
  key_mismatch: { retryable: false },
  storage_failed: { retryable: true },
} as const satisfies Record<string, { readonly retryable: boolean }>;

/** A code of {@link errorCatalogue}; callers branch on it, never on the message. */
export type ErrorCode = keyof typeof errorCatalogue;

/** Facts that belong to an error: plain data only, never a secret, never an object of a library. */
export type ErrorDetails = Readonly<Record<string, string | number | boolean | null>>;

/** An error as it crosses a process border. */
export interface WireError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details?: ErrorDetails | undefined;
}

/**
 * A planned failure. The message names what was wrong and what is allowed, in a full sentence;
 * it may be shown to the user when the interface has no better text for the code.
 */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly details: ErrorDetails | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: { readonly cause?: unknown; readonly details?: ErrorDetails } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.details = options.details;
  }

  /** True when the same request may succeed later without a change by the user. */
  get isRetryable(): boolean {
    return errorCatalogue[this.code].retryable;
  }
}

/** The `details.reason` of a `storage_failed` that ends when the disk has free space again. */
export const DISK_FULL = 'disk_full';

/** Returns whether an error reports that a disk is full. */
export function isDiskFull(error: unknown): error is AppError {
  return (
    error instanceof AppError &&
    error.code === 'storage_failed' &&
    error.details?.['reason'] === DISK_FULL
  );
}

/** A bug: a state that the code rules out. Never caught in order to continue, and its text is never shown. */
export class InvariantError extends Error {
  override readonly name = 'InvariantError';
}

/** Throws {@link InvariantError} when `condition` does not hold; `message` states what should. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (condition === false || condition === null || condition === undefined) {
    throw new InvariantError(message);
  }
}

/** Returns whether a string is a code of {@link errorCatalogue}. */
export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorCatalogue, code);
}

/**
 * The only way for an error out of a process. Planned failures keep code, message and details; a bug
 * loses its text, because that may hold paths, keys or stack traces.
 */
export function toWireError(error: unknown): WireError {
  if (error instanceof AppError) {
    return error.details === undefined
      ? { code: error.code, message: error.message }
      : { code: error.code, message: error.message, details: error.details };
  }
  return { code: 'internal_error', message: 'Something went wrong inside Guise.' };
}

/** The other end of {@link toWireError}: an error that can be thrown again. */
export function fromWireError(error: WireError): AppError {
  return new AppError(
    error.code,
    error.message,
    error.details === undefined ? {} : { details: error.details },
  );
}
