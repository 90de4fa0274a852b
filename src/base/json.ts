/** Plain JSON. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

/** A JSON object, such as a request body. */
export interface JsonObject {
  readonly [field: string]: Json;
}
