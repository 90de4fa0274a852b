import type { JsonObject } from '../../../base/json.ts';

/** A parsed body in stored form: plain JSON without absent fields. */
export function toInput(body: Readonly<Record<string, unknown>>): JsonObject {
  const entries = Object.entries(body).filter(([, value]) => value !== undefined);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the contract parsed it from JSON, and its defaults are JSON too
  return Object.fromEntries(entries) as JsonObject;
}
