import { createHash } from 'node:crypto';
import type { Json, JsonObject } from '../../base/json.ts';

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
