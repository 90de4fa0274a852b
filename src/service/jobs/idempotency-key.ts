import { createHash } from 'node:crypto';
import { AppError } from '../../base/errors.ts';
import { limits } from '../../contract/api/limits.ts';
import type { Json, JsonObject } from './job.ts';

/** The value of the header `Idempotency-Key`, bare or quoted. Throws `invalid_input` for other forms. */
export function parseIdempotencyKey(header: string): string {
  const quoted = /^"(.*)"$/.exec(header);
  const key = quoted?.[1] ?? header;
  if (!/^[\x20-\x7e]+$/.test(key) || key.length > limits.idempotencyKeyChars) {
    throw new AppError(
      'invalid_input',
      `Idempotency-Key has to be 1 to ${limits.idempotencyKeyChars} printable ASCII characters.`,
    );
  }
  return key;
}

/** Hex SHA-256 of what a submit asks for: the order of fields does not matter, everything else does. */
export function fingerprint(
  endpoint: string,
  body: JsonObject,
  callbackUrl: string | null,
): string {
  return createHash('sha256')
    .update(canonical([endpoint, body, callbackUrl]))
    .digest('hex');
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
