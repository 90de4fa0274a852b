import type { FastifyError } from 'fastify';
import { AppError } from '../../base/errors.ts';
import { refusedByState } from '../../contract/api/errors.ts';

/**
 * Maps an error of the HTTP layer to the error that is answered. The framework's own refusals (a body that is
 * too long, a URL that cannot be decoded, a malformed multipart body) become API codes; an {@link AppError}
 * passes; everything else is a bug and stays unchanged.
 */
export function toFailure(error: unknown): unknown {
  if (error instanceof AppError || !isFrameworkError(error)) {
    return error;
  }
  const text = frameworkTexts[error.code];
  if (text !== undefined) {
    return refusedByState(text, { cause: error.code });
  }
  const status = error.statusCode ?? 500;
  return status >= 400 && status < 500
    ? refusedByState('The request cannot be read.', { cause: error.code })
    : error;
}

const frameworkTexts: Readonly<Record<string, string>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'A JSON body may have at most 1 MB.',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The body is not as long as Content-Length says.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'The Content-Type header cannot be read.',
  FST_ERR_BAD_URL: 'The path is not a valid address; write a percent sign as %25.',
};

function isFrameworkError(error: unknown): error is FastifyError {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    error.code.startsWith('FST_')
  );
}
