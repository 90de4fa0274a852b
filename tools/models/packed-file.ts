import { z } from 'zod';
import { AppError } from '../../src/base/errors.ts';

const indexSchema = z.array(
  z.object({ filename: z.string(), start: z.number().int(), end: z.number().int() }),
);

/**
 * Extracts a file from an Emscripten package. `index` is the loader script beside it, which lists the offsets of files.
 * Throws `unsupported_format` when the package does not contain the file.
 */
export function unpackFile(packed: Uint8Array, index: string, name: string): Uint8Array {
  const list = /"files":\s*(\[[^[\]]*\])/.exec(index)?.[1];
  const files = indexSchema.safeParse(list === undefined ? null : JSON.parse(list));
  const entry = files.data?.find(({ filename }) => filename.endsWith(`/${name}`));
  if (entry === undefined || entry.end > packed.length) {
    throw new AppError('unsupported_format', `The package of models does not hold ${name}.`);
  }
  return packed.subarray(entry.start, entry.end);
}
