import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { AppError } from '../../../base/errors.ts';
import { STYLE_SIZE } from '../../packs/recognise/voices/kokoro-signature.ts';
import { STYLE_ROW_BYTES } from '../../packs/voice-files/kokoro-voices.ts';
import { readNpy } from '../../packs/voice-files/npy.ts';
import type { StyleTable } from '../../packs/voice-files/speech-models.ts';
import { listZip, readZipEntry } from '../../packs/voice-files/zip-file.ts';

/** Reads the style vectors of a voice, row by row. Throws `unsupported_format` when they cannot be read. */
export async function readStyles(table: StyleTable): Promise<Float32Array<ArrayBuffer>> {
  const values = table.entry === null ? await readPlain(table) : await readEntry(table);
  if (values.length === 0 || values.length % STYLE_SIZE !== 0) {
    const problem = 'holds no styles of 256 numbers each';
    throw new AppError('unsupported_format', `${basename(table.path)} ${problem}.`);
  }
  return values;
}

/** Returns the style for a number of letters: the row with that index, or the last. */
export function selectStyle(
  styles: Float32Array<ArrayBuffer>,
  letters: number,
): Float32Array<ArrayBuffer> {
  const row = Math.min(Math.max(letters, 0), styles.length / STYLE_SIZE - 1);
  return styles.slice(row * STYLE_SIZE, (row + 1) * STYLE_SIZE);
}

async function readEntry({ path, entry }: StyleTable): Promise<Float32Array<ArrayBuffer>> {
  const found = (await listZip(path)).find(({ name }) => name === entry);
  if (found === undefined) {
    throw new AppError('unsupported_format', `${basename(path)} does not hold ${entry ?? ''}.`);
  }
  return readNpy(await readZipEntry(path, found), `${found.name} in ${basename(path)}`).values;
}

async function readPlain({ path, start, rows }: StyleTable): Promise<Float32Array<ArrayBuffer>> {
  const handle = await open(path, 'r').catch((cause: unknown) => {
    throw new AppError('unsupported_format', `${basename(path)} cannot be opened.`, { cause });
  });
  try {
    const bytes = new Uint8Array(rows * STYLE_ROW_BYTES);
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, start);
    if (bytesRead < bytes.length) {
      throw new AppError('unsupported_format', `${basename(path)} was cut off.`);
    }
    return new Float32Array(bytes.buffer);
  } finally {
    await handle.close();
  }
}
