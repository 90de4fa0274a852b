import * as z from 'zod';

/* Typed arrays in JSON as base64, for other processes: compact and bit-exact. */

const packed = z
  .base64()
  .transform((text): ArrayBuffer => new Uint8Array(Buffer.from(text, 'base64')).buffer);

/** Schema of a Float32Array that {@link packValues} wrote. */
export const packedFloats = packed.transform((bytes): Float32Array => new Float32Array(bytes));

/** Schema of a Float64Array that {@link packValues} wrote. */
export const packedDoubles = packed.transform((bytes): Float64Array => new Float64Array(bytes));

/** Schema of a Uint16Array that {@link packValues} wrote. */
export const packedShorts = packed.transform((bytes): Uint16Array => new Uint16Array(bytes));

/** Schema of a Uint8Array that {@link packValues} wrote. */
export const packedBytes = packed.transform((bytes): Uint8Array => new Uint8Array(bytes));

/** Serialises a value as JSON, with typed arrays as base64 of their bytes. */
export function packValues(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    ArrayBuffer.isView(part)
      ? Buffer.from(part.buffer, part.byteOffset, part.byteLength).toString('base64')
      : part,
  );
}
