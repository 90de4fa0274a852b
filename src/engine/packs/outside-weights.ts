import { realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import { AppError } from '../../base/errors.ts';
import { isInside } from './find-files.ts';

/**
 * Checks the external weight files of a model and returns their total size in bytes. Throws `unsupported_format` when
 * one is missing or outside the model's folder: a model must not be able to make the program read other files.
 */
export async function checkOutsideWeights(
  modelPath: string,
  names: readonly string[],
): Promise<number> {
  const folder = await realpath(dirname(modelPath));
  let sizeBytes = 0;
  for (const name of names) {
    const parts = name.split(/[/\\]/);
    const isPlain = name !== '' && !isAbsolute(name) && !/^[a-z]:/i.test(name);
    if (!isPlain || parts.includes('..') || name.includes('\0')) {
      throw createRefusal(`It keeps weights outside of its folder (${name.slice(0, 80)}).`);
    }
    const real = await realpath(join(folder, name)).catch(() => null);
    if (real === null) {
      throw createRefusal(`The file of its weights is missing: ${name.slice(0, 80)}.`);
    }
    const facts = await stat(real);
    if (!isInside(folder, real) || !facts.isFile()) {
      throw createRefusal(`It keeps weights outside of its folder (${name.slice(0, 80)}).`);
    }
    sizeBytes += facts.size;
  }
  return sizeBytes;
}

function createRefusal(text: string): AppError {
  return new AppError('unsupported_format', text);
}
