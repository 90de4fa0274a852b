import { join } from 'node:path';
import { AppError } from '../base/errors.ts';
import type { RateTier } from '../contract/api/limits.ts';
import type { Account } from './accounts/account.ts';
import type { Core } from './core.ts';
import { findSecretFile, writeSecretFile } from './secret-file.ts';

/** The account of whoever owns the service: the oldest; made when there is none. */
export async function openFirstAccount(
  core: Pick<Core, 'listAccounts' | 'createAccount'>,
  tier: RateTier,
): Promise<Account> {
  const [first] = await core.listAccounts();
  return first ?? core.createAccount({ name: 'owner', tier });
}

/** The key in the file `first-key` of the data folder, which scripts of this machine may use. */
export interface FirstKey {
  /** Null when it was revoked and nobody put a new one there. */
  readonly secret: string | null;
  /** Whether it was made just now. */
  readonly isNew: boolean;
}

/** Reads the first key of a service; makes one when the account has no key at all. */
export async function openFirstKey(
  core: Pick<Core, 'listKeys' | 'createKey' | 'authenticate'>,
  accountId: string,
  folder: string,
): Promise<FirstKey> {
  const path = firstKeyPath(folder);
  const known = (await findSecretFile(path))?.trim() ?? null;
  if (known !== null && (await isValid(core, known))) {
    return { secret: known, isNew: false };
  }
  if ((await core.listKeys(accountId)).length > 0) {
    return { secret: null, isNew: false };
  }
  const { secret } = await core.createKey({ accountId, name: 'first' });
  await writeSecretFile(path, `${secret}\n`);
  return { secret, isNew: true };
}

/** Where the first key lies. */
export function firstKeyPath(folder: string): string {
  return join(folder, 'first-key');
}

/**
 * A key for one run of the program that starts the service: made anew each time and never written
 * down. The one of the run before is revoked.
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

async function isValid(core: Pick<Core, 'authenticate'>, secret: string): Promise<boolean> {
  try {
    await core.authenticate(secret);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'unauthorized') {
      return false;
    }
    throw error;
  }
}
