import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../base/errors.ts';
import { findSecretFile, writeSecretFile } from '../accounts/secret-file.ts';

/** Minimum length of a key; generated ones have 43 characters. */
const MIN_LENGTH = 16;

/**
 * The key that `/metrics` asks for: `configured` (from the environment), else the one in the file
 * `metrics-key` of the data folder, made when missing. Throws `invalid_input` for a short one.
 */
export async function openMetricsKey(
  folder: string,
  configured: string | undefined,
): Promise<string> {
  const path = join(folder, 'metrics-key');
  const key = configured ?? (await findSecretFile(path))?.trim() ?? (await createKey(folder, path));
  if (key.length < MIN_LENGTH) {
    const source = configured === undefined ? path : 'GUISE_METRICS_KEY';
    throw new AppError('invalid_input', `${source} needs ${MIN_LENGTH} characters or more.`);
  }
  return key;
}

async function createKey(folder: string, path: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const key = randomBytes(32).toString('base64url');
  await writeSecretFile(path, `${key}\n`);
  return key;
}

/** Returns whether an `Authorization` header carries the key; takes the same time for every wrong one. */
export function carriesKey(authorization: string | undefined, key: string): boolean {
  const received = /^Bearer ([^ ]+)$/i.exec(authorization ?? '')?.[1];
  return received !== undefined && timingSafeEqual(hash(received), hash(key));
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
