import * as z from 'zod';

/** Largest binary message between page and main, in bytes; more goes through files or in pieces. */
export const maxChunkBytes = 102_400;

/** Bytes of one message. */
export const chunkSchema = z
  .instanceof(Uint8Array)
  .refine(({ byteLength }) => byteLength <= maxChunkBytes, `At most ${maxChunkBytes} bytes.`);
