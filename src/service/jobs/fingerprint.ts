import { createHash } from 'node:crypto';
import { AppError } from '../../base/errors.ts';
import type { Json, JsonObject } from '../../base/json.ts';

/** Hex SHA-256 of a request's content: the order of fields does not matter, everything else does. */
export function fingerprint(
  endpoint: string,
  body: JsonObject,
  callbackUrl: string | null,
): string {
  return createHash('sha256')
    .update(canonical([endpoint, body, callbackUrl]))
    .digest('hex');
}

/** Throws `invalid_input` when an Idempotency-Key is used again with a different request. */
export function requireSameRequest(earlier: { readonly fingerprint: string }, print: string): void {
  if (earlier.fingerprint !== print) {
    throw new AppError(
      'invalid_input',
      'This Idempotency-Key was used for a different request. Use a new key for a new request.',
    );
  }
}

function canonical(value: Json): string {
  if (isList(value)) {
    return `[${value.map(canonical).join(',')}]`;
  }
  if (typeof value === 'object' && value !== null) {
    const fields = Object.keys(value)
      .toSorted()
      .map((field) => `${JSON.stringify(field)}:${canonical(value[field] ?? null)}`);
    return `{${fields.join(',')}}`;
  }
  return JSON.stringify(value);
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
