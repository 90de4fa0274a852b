import type { Insertable, Selectable } from 'kysely';
import type { MaybePromise } from '../../../base/maybe-promise.ts';
import type { RateTier } from '../../../contract/api/limits.ts';
import type { Db, Tx } from '../db.ts';
import { type Placeholders, prepareRow } from '../prepared.ts';
import { needsRowLocks } from '../row-locks.ts';
import type { AccountRow, AccountsTable, ApiKeysTable } from '../schema.ts';

/** Adds an account. */
export async function insertAccount(db: Db, row: Insertable<AccountsTable>): Promise<void> {
  await db.insertInto('accounts').values(row).execute();
}

/** An account by id. */
export async function findAccountRow(db: Db, accountId: string): Promise<AccountRow | null> {
  const row = await db
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', accountId)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Serialises with others that lock the account until the transaction ends; SQLite has one writer at a time
 * anyway.
 */
export async function lockAccount(tx: Tx, accountId: string): Promise<void> {
  if (needsRowLocks(tx)) {
    const account = tx.selectFrom('accounts').select('id').where('id', '=', accountId);
    await account.forNoKeyUpdate().execute();
  }
}

/** Every account, oldest first. */
export async function listAccountRows(db: Db): Promise<AccountRow[]> {
  return db.selectFrom('accounts').selectAll().orderBy('created_at_ms').orderBy('id').execute();
}

/** Changes the tier of an account; returns whether it exists. */
export async function updateTier(db: Db, accountId: string, tier: RateTier): Promise<boolean> {
  const result = await db
    .updateTable('accounts')
    .set({ tier })
    .where('id', '=', accountId)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Adds a key. */
export async function insertKey(db: Db, row: Insertable<ApiKeysTable>): Promise<void> {
  await db.insertInto('api_keys').values(row).execute();
}

/** Owner of a key, as far as a request needs it. */
export interface KeyOwner {
  readonly id: string;
  readonly account_id: string;
  readonly scopes: string;
  readonly tier: RateTier;
}

const selectKeyOwner = prepareRow((db, key: Placeholders<{ readonly keyHash: string }>) =>
  db
    .selectFrom('api_keys as k')
    .innerJoin('accounts as a', 'a.id', 'k.account_id')
    .select(['k.id', 'k.account_id', 'k.scopes', 'a.tier'])
    .where('k.key_hash', '=', key.keyHash)
    .where('k.revoked_at_ms', 'is', null),
);

/** An unrevoked key by its hash. */
export function findKeyOwner(db: Db, keyHash: string): MaybePromise<KeyOwner | null> {
  return selectKeyOwner(db, { keyHash });
}

/** A key of an account, revoked or not. */
export async function findKeyRow(
  db: Db,
  accountId: string,
  keyId: string,
): Promise<Selectable<ApiKeysTable> | null> {
  const row = await db
    .selectFrom('api_keys')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', keyId)
    .executeTakeFirst();
  return row ?? null;
}

/** Keys of an account, oldest first. */
export async function listKeyRows(db: Db, accountId: string): Promise<Selectable<ApiKeysTable>[]> {
  return db
    .selectFrom('api_keys')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at_ms')
    .orderBy('id')
    .execute();
}

/** Revokes a key that is not; whether this call did it. */
export async function revokeKeyRow(db: Db, keyId: string, nowMs: number): Promise<boolean> {
  const result = await db
    .updateTable('api_keys')
    .set({ revoked_at_ms: nowMs })
    .where('id', '=', keyId)
    .where('revoked_at_ms', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
