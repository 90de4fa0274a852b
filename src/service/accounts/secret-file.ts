import { randomBytes } from 'node:crypto';
import { chmod, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../base/errors.ts';
import { MASTER_KEY_BYTES } from './seal.ts';
import { isMissing, toStorageError } from '../store/storage-error.ts';

/** Reads a file that only its owner may read; null when it does not exist. */
export async function findSecretFile(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    return isMissing(error) ? null : toStorageError(error);
  }
}

/** Writes a file that only its owner may read, whole or not at all. */
export async function writeSecretFile(path: string, text: string): Promise<void> {
  const draft = `${path}.new`;
  try {
    await rm(draft, { force: true });
    await writeFile(draft, text, { mode: 0o600, flag: 'wx', flush: true });
    await chmod(draft, 0o600);
    await rename(draft, path);
  } catch (error) {
    toStorageError(error);
  }
}

/**
 * Reads the key in `master.key` of a data folder; null when there is none. Throws `vault_unavailable` when it
 * is damaged.
 */
export async function findMasterKey(folder: string): Promise<Uint8Array | null> {
  const path = toPath(folder);
  const text = await findSecretFile(path);
  return text === null ? null : parseMasterKey(text, path);
}

/** Makes the key of a data folder. Without it sealed secrets are lost and old links stop working. */
export async function makeMasterKey(folder: string): Promise<Uint8Array> {
  const key = randomBytes(MASTER_KEY_BYTES);
  await writeSecretFile(toPath(folder), `${key.toString('base64')}\n`);
  return key;
}

/** Parses a base64 master key; errors name `source`. */
export function parseMasterKey(text: string, source: string): Uint8Array {
  const key = Buffer.from(text.trim(), 'base64');
  if (key.byteLength !== MASTER_KEY_BYTES) {
    throw new AppError(
      'vault_unavailable',
      `${source} holds no master key; it has to be ${MASTER_KEY_BYTES} bytes in base64.`,
    );
  }
  return key;
}

function toPath(folder: string): string {
  return join(folder, 'master.key');
}
