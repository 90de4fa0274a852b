import { hkdfSync } from 'node:crypto';
import { AppError } from '../../base/errors.ts';
import type { Store } from '../store/open.ts';
import { findMetaValue, insertMetaValue } from '../store/statements/meta-statements.ts';
import { findMasterKey, makeMasterKey } from './secret-file.ts';

const META_KEY = 'master_key_check';

/**
 * Returns the key that seals secrets and signs links: `given`, else the one in `master.key` of the data folder,
 * created when missing. Services that share a PostgreSQL database share the key: the first one stores a check
 * value there that reveals a different key. Throws `vault_unavailable` when the key differs, or when there is
 * none here.
 */
export async function openMasterKey(
  store: Pick<Store, 'db' | 'engine'>,
  folder: string,
  given: Uint8Array | null | undefined,
): Promise<Uint8Array> {
  const known = given ?? (await findMasterKey(folder));
  if (store.engine === 'sqlite') {
    return known ?? makeMasterKey(folder);
  }
  if (known === null && (await findMetaValue(store.db, META_KEY)) !== null) {
    throw new AppError(
      'vault_unavailable',
      'Another service made this database with its own master key. Set GUISE_MASTER_KEY to that key, which lies in master.key of its data folder.',
      { details: { reason: 'no_master_key' } },
    );
  }
  const key = known ?? (await makeMasterKey(folder));
  const check = toCheck(key);
  const left = await findMetaValue(store.db, META_KEY);
  if ((left ?? (await insertMetaValue(store.db, META_KEY, check))) !== check) {
    throw new AppError(
      'vault_unavailable',
      'This master key is not the one of the database: links and webhook secrets of its other services could not be read. Set GUISE_MASTER_KEY to the key they have.',
      { details: { reason: 'other_master_key' } },
    );
  }
  return key;
}

/** Check value that distinguishes keys without revealing anything about them. */
function toCheck(key: Uint8Array): string {
  return Buffer.from(hkdfSync('sha256', key, '', 'guise master key check', 32)).toString(
    'base64url',
  );
}
