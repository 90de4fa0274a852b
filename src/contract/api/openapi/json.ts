/** A JSON object of the document. */
export interface OpenApiObject {
  readonly [name: string]: JsonValue | undefined;
}

/** Any JSON of the document; undefined fields are left out when it is written. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | OpenApiObject;

/** Returns whether a value is a JSON object, neither an array nor null. */
export function isJsonObject(value: JsonValue | undefined): value is OpenApiObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads a field as an object; empty when it is not an object. */
export function readObject(value: OpenApiObject, name: string): OpenApiObject {
  const field = value[name];
  return isJsonObject(field) ? field : {};
}

/** Reads a field as text; empty when it is not text. */
export function readText(value: OpenApiObject, name: string): string {
  const field = value[name];
  return typeof field === 'string' ? field : '';
}

/** Reads a field as a list; empty when it is not a list. */
export function listAt(value: OpenApiObject, name: string): readonly JsonValue[] {
  const field = value[name];
  return Array.isArray(field) ? field : [];
}
