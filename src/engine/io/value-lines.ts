import { open } from 'node:fs/promises';
import type * as z from 'zod';

/* Files with one JSON value per line, which readers may read in part. */

/** Remaining lines of a file. */
export type ValueLines = AsyncIterator<string>;

const CHUNK_BYTES = 1_048_576;

/**
 * Opens a file and passes its lines to `read`; null when {@link parseLine} meets a line that does not match its
 * schema.
 */
export async function withLines<Value>(
  path: string,
  read: (lines: ValueLines) => Promise<Value>,
): Promise<Value | null> {
  const handle = await open(path);
  try {
    const lines = handle.readLines({ autoClose: false, highWaterMark: CHUNK_BYTES });
    return await read(lines[Symbol.asyncIterator]());
  } catch (error) {
    if (error instanceof OtherLine) {
      return null;
    }
    throw error;
  } finally {
    await handle.close();
  }
}

/** Thrown for a line that does not match its schema or is no JSON, and for a missing line. */
class OtherLine extends Error {}

/** Parses a line; only for `read` of {@link withLines}, which turns its error into null. */
export function parseLine<Value>(
  schema: z.ZodType<Value>,
  { done, value }: IteratorResult<string>,
): Value {
  const parsed = done === true ? null : schema.safeParse(parseJson(value));
  if (parsed?.success !== true) {
    throw new OtherLine();
  }
  return parsed.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new OtherLine('The line is no JSON.', { cause: error });
  }
}
