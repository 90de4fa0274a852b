import type { Db } from '../db.ts';

/** Reads a value about the whole database; null when it is not set. */
export async function findMetaValue(db: Db, key: string): Promise<string | null> {
  const row = await db.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirst();
  return row?.value ?? null;
}

/** Sets a value unless it exists; returns the stored one. */
export async function insertMetaValue(db: Db, key: string, value: string): Promise<string> {
  await db
    .insertInto('meta')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  return (await findMetaValue(db, key)) ?? value;
}
