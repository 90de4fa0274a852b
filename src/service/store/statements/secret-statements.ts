import type { Selectable } from 'kysely';
import type { Db } from '../db.ts';
import type { WebhookSecretsTable } from '../schema.ts';

/** Sealed secrets of an account. */
export async function findSecretRow(
  db: Db,
  accountId: string,
): Promise<Selectable<WebhookSecretsTable> | null> {
  const row = await db
    .selectFrom('webhook_secrets')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row ?? null;
}

/** Writes the secrets of an account, the first or a later time. */
export async function putSecretRow(db: Db, row: Selectable<WebhookSecretsTable>): Promise<void> {
  const { account_id: _, ...change } = row;
  await db
    .insertInto('webhook_secrets')
    .values(row)
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(change))
    .execute();
}
