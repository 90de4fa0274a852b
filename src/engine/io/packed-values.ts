import * as z from 'zod';

/* Typed arrays in JSON as base64, for other processes: compact and bit-exact. */

const packed = z
  .base64()
  .transform((text): ArrayBuffer => new Uint8Array(Buffer.from(text, 'base64')).buffer);

/** Refuses bytes that end within a value, as of a damaged file. */
const packedIn = (bytesPerValue: number): typeof packed =>
  packed.refine(({ byteLength }) => byteLength % bytesPerValue === 0);

/** Schema of a Float32Array that {@link packValues} wrote. */
export const packedFloats = packedIn(Float32Array.BYTES_PER_ELEMENT).transform(
  (bytes): Float32Array => new Float32Array(bytes),
);

/** Schema of a Float64Array that {@link packValues} wrote. */
export const packedDoubles = packedIn(Float64Array.BYTES_PER_ELEMENT).transform(
  (bytes): Float64Array => new Float64Array(bytes),
);

/** Schema of a Uint16Array that {@link packValues} wrote. */
export const packedShorts = packedIn(Uint16Array.BYTES_PER_ELEMENT).transform(
  (bytes): Uint16Array => new Uint16Array(bytes),
);

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
