import { hash, randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import { AppError } from '../../base/errors.ts';
import { createId } from '../../base/ids.ts';
import { type MaybePromise, chainMaybe } from '../../base/maybe-promise.ts';
import { type Scope, scopes as allScopes } from '../../contract/api/kit.ts';
import type { ServiceContext } from '../service-context.ts';
import {
  findKeyOwner,
  findKeyRow,
  insertKey,
  type KeyOwner,
  listKeyRows,
  revokeKeyRow,
} from '../store/statements/account-statements.ts';
import type { Db } from '../store/db.ts';
import type { ApiKeysTable } from '../store/schema.ts';
import type { ApiKey, Caller, CreatedKey } from './account.ts';
import { forgetKeys, readThroughKeyCache } from './key-cache.ts';

/** Start of every key, so that scanners find a leaked one. */
const PREFIX = 'guise_';
const SECRET_BYTES = 32;

/** A key to make. */
export interface KeyRequest {
  readonly accountId: string;
  readonly name: string;
  /** All scopes when absent. */
  readonly scopes?: readonly Scope[] | undefined;
}

/** Makes a key. Its secret is in the answer and nowhere else. */
export async function createKey(context: ServiceContext, request: KeyRequest): Promise<CreatedKey> {
  return addKey(context.store.db, request, context.clock.nowMs());
}

/** Keys of an account, revoked ones included, oldest first. */
export async function listKeys(context: ServiceContext, accountId: string): Promise<ApiKey[]> {
  return (await listKeyRows(context.store.db, accountId)).map(toKey);
}

/** Revokes a key; it fails from the next request on. A revoked key stays unchanged. */
export async function revokeKey(
  context: ServiceContext,
  accountId: string,
  keyId: string,
): Promise<ApiKey> {
  await requireKey(context.store.db, accountId, keyId);
  await revokeKeyRow(context.store.db, keyId, context.clock.nowMs());
  forgetKeys(context.store);
  return toKey(await requireKey(context.store.db, accountId, keyId));
}

/** Replaces a key by a new one with the same name and scopes; the old one fails at once. */
export async function rotateKey(
  context: ServiceContext,
  accountId: string,
  keyId: string,
): Promise<CreatedKey> {
  const nowMs = context.clock.nowMs();
  const created = await context.store.db.transaction().execute(async (tx) => {
    const old = toKey(await requireKey(tx, accountId, keyId));
    if (!(await revokeKeyRow(tx, keyId, nowMs))) {
      throw new AppError('invalid_input', 'The key is revoked; create a new one instead.');
    }
    return addKey(tx, { accountId, name: old.name, scopes: old.scopes }, nowMs);
  });
  forgetKeys(context.store);
  return created;
}

/**
 * Returns the owner of a secret. Throws `unauthorized` when it is unknown or revoked. `keyHash` is the secret's
 * hash, for callers that have already computed it.
 */
export function authenticate(
  { store }: ServiceContext,
  secret: string,
  keyHash = hashSecret(secret),
): MaybePromise<Caller> {
  const caller = readThroughKeyCache(store, keyHash, () =>
    chainMaybe(findKeyOwner(store.db, keyHash), (owner) =>
      owner === null ? null : toCaller(owner),
    ),
  );
  return chainMaybe(caller, requireCaller);
}

function requireCaller(caller: Caller | null): Caller {
  if (caller === null) {
    throw new AppError('unauthorized', 'The API key is not valid. Check it, or create a new one.');
  }
  return caller;
}

function toCaller(owner: KeyOwner): Caller {
  return {
    keyId: owner.id,
    accountId: owner.account_id,
    tier: owner.tier,
    scopes: readScopes(owner.scopes),
  };
}

/** Throws `forbidden` when a caller's key lacks a scope. */
export function requireScope(caller: Caller, scope: Scope): void {
  if (!caller.scopes.includes(scope)) {
    throw new AppError('forbidden', `This key lacks the scope ${scope}.`);
  }
}

/** Hex SHA-256 of a key or session token: they are random, so a slow hash would add nothing. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret);
}

async function addKey(db: Db, request: KeyRequest, nowMs: number): Promise<CreatedKey> {
  // Hex: the last four characters name a key on a command line, where "-abc" would be an option.
  const secret = PREFIX + randomBytes(SECRET_BYTES).toString('hex');
  const scopes = allScopes.filter((scope) => request.scopes?.includes(scope) ?? true);
  const row: Selectable<ApiKeysTable> = {
    id: createId(),
    account_id: request.accountId,
    name: request.name,
    key_hash: hashSecret(secret),
    prefix: secret.slice(0, PREFIX.length + 4),
    last4: secret.slice(-4),
    scopes: JSON.stringify(scopes),
    created_at_ms: nowMs,
    revoked_at_ms: null,
  };
  await insertKey(db, row);
  return { key: toKey(row), secret };
}

async function requireKey(
  db: Db,
  accountId: string,
  keyId: string,
): Promise<Selectable<ApiKeysTable>> {
  const row = await findKeyRow(db, accountId, keyId);
  if (row === null) {
    throw new AppError('not_found', 'There is no such key.');
  }
  return row;
}

function toKey(row: Selectable<ApiKeysTable>): ApiKey {
  return {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    scopes: readScopes(row.scopes),
    prefix: row.prefix,
    last4: row.last4,
    createdAtMs: row.created_at_ms,
    revokedAtMs: row.revoked_at_ms,
  };
}

function readScopes(column: string): readonly Scope[] {
  const names: unknown = JSON.parse(column);
  return Array.isArray(names) ? allScopes.filter((scope) => names.includes(scope)) : [];
}
