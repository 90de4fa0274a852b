import { open } from 'node:fs/promises';
import type * as z from 'zod';
import { AppError } from '../../base/errors.ts';

/* Files of values, one a line in JSON, of which a reader may need a part. */

/** The lines of a file that are still to come. */
export type ValueLines = AsyncIterator<string>;

const CHUNK_BYTES = 1_048_576;

/** Reads lines of a file, from its first on. */
export async function withLines<Value>(
  path: string,
  read: (lines: ValueLines) => Promise<Value>,
): Promise<Value> {
  const handle = await open(path);
  try {
    const lines = handle.readLines({ autoClose: false, highWaterMark: CHUNK_BYTES });
    return await read(lines[Symbol.asyncIterator]());
  } finally {
    await handle.close();
  }
}

/** The value of a line. Throws `processing_failed` where there is none that is like that. */
export function parseLine<Value>(
  schema: z.ZodType<Value>,
  { done, value }: IteratorResult<string>,
): Value {
  const parsed = done === true ? null : schema.safeParse(JSON.parse(value));
  if (parsed?.success !== true) {
    throw new AppError('processing_failed', 'What was prepared for the video cannot be read.');
  }
  return parsed.data;
}
