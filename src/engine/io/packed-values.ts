import * as z from 'zod';

/* Arrays of numbers in JSON, as other processes read them: short, and exact to the bit. */

const packed = z
  .base64()
  .transform((text): ArrayBuffer => new Uint8Array(Buffer.from(text, 'base64')).buffer);

/** Floats that {@link packValues} wrote. */
export const packedFloats = packed.transform((bytes): Float32Array => new Float32Array(bytes));

/** The same of doubles. */
export const packedDoubles = packed.transform((bytes): Float64Array => new Float64Array(bytes));

/** The same of bytes. */
export const packedBytes = packed.transform((bytes): Uint8Array => new Uint8Array(bytes));

/** JSON in which arrays of numbers stand in base64. */
export function packValues(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    ArrayBuffer.isView(part)
      ? Buffer.from(part.buffer, part.byteOffset, part.byteLength).toString('base64')
      : part,
  );
}
