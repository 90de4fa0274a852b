import { join } from 'node:path';
import { AppError } from '../../base/errors.ts';
import type { RateTier } from '../../contract/api/limits.ts';
import type { Account } from './account.ts';
import type { Core } from '../start/core.ts';
import { withMigrationLock } from '../store/start-order.ts';
import { findSecretFile, writeSecretFile } from './secret-file.ts';

/**
 * Returns the owner's account: the oldest one. Creates it when there is none, also when several services start
 * at once.
 */
export async function openFirstAccount(
  core: Pick<Core, 'listAccounts' | 'createAccount' | 'context'>,
  tier: RateTier,
): Promise<Account> {
  const [known] = await core.listAccounts();
  return (
    known ??
    withMigrationLock(core.context.store.db, async () => {
      const [first] = await core.listAccounts();
      return first ?? core.createAccount({ name: 'owner', tier });
    })
  );
}

/** The key in the file `first-key` of the data folder, which scripts of this machine may use. */
export interface FirstKey {
  /** Null when it was revoked; removing the file makes a new one. */
  readonly secret: string | null;
  /** True when this call created the key. */
  readonly isNew: boolean;
}

/** Reads the first key of a service; makes one when the folder has none. */
export async function openFirstKey(
  core: Pick<Core, 'createKey' | 'authenticate'>,
  accountId: string,
  folder: string,
): Promise<FirstKey> {
  const known = (await findSecretFile(toFirstKeyPath(folder)))?.trim() ?? null;
  if (known !== null) {
    return { secret: (await findKeyId(core, known)) === null ? null : known, isNew: false };
  }
  const { secret } = await core.createKey({ accountId, name: 'first' });
  await writeFirstKey(folder, secret);
  return { secret, isNew: true };
}

/** Path of the first key. */
export function toFirstKeyPath(folder: string): string {
  return join(folder, 'first-key');
}

/**
 * Creates a key for one run of the program that starts the service; it is never written to disk. The previous
 * run's key is revoked.
 */
export async function createRunKey(
  core: Pick<Core, 'listKeys' | 'createKey' | 'revokeKey'>,
  accountId: string,
): Promise<string> {
  const name = 'app';
  for (const key of await core.listKeys(accountId)) {
    if (key.name === name && key.revokedAtMs === null) {
      await core.revokeKey(accountId, key.id);
    }
  }
  return (await core.createKey({ accountId, name })).secret;
}

/** Returns whether a key is the one in the file `first-key`. */
export async function isFirstKey(
  core: Pick<Core, 'authenticate'>,
  folder: string,
  keyId: string,
): Promise<boolean> {
  const secret = (await findSecretFile(toFirstKeyPath(folder)))?.trim();
  return secret !== undefined && (await findKeyId(core, secret)) === keyId;
}

/** Replaces the key in the file `first-key`. */
export function writeFirstKey(folder: string, secret: string): Promise<void> {
  return writeSecretFile(toFirstKeyPath(folder), `${secret}\n`);
}

/** Id of the valid key with this secret; null when there is none. */
async function findKeyId(core: Pick<Core, 'authenticate'>, secret: string): Promise<string | null> {
  try {
    return (await core.authenticate(secret)).keyId;
  } catch (error) {
    if (error instanceof AppError && error.code === 'unauthorized') {
      return null;
    }
    throw error;
  }
}
