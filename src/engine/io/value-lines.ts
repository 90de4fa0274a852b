import { open } from 'node:fs/promises';
import type * as z from 'zod';

/* Files of values, one a line in JSON, of which a reader may need a part. */

/** The lines of a file that are still to come. */
export type ValueLines = AsyncIterator<string>;

const CHUNK_BYTES = 1_048_576;

/** Reads lines of a file, from its first on. Null where {@link parseLine} finds one that is not as it has to be. */
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

/** A line of another version, or none. */
class OtherLine extends Error {}

/** The value of a line, within {@link withLines}. */
export function parseLine<Value>(
  schema: z.ZodType<Value>,
  { done, value }: IteratorResult<string>,
): Value {
  const parsed = done === true ? null : schema.safeParse(JSON.parse(value));
  if (parsed?.success !== true) {
    throw new OtherLine();
  }
  return parsed.data;
}
