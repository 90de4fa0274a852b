import type { Db } from './db.ts';

/** What is kept under a name about the database as a whole; null when nothing is. */
export async function findMetaValue(db: Db, key: string): Promise<string | null> {
  const row = await db.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirst();
  return row?.value ?? null;
}

/** Adds a value under a name where there is none yet; answers the one that stands there from now on. */
export async function insertMetaValue(db: Db, key: string, value: string): Promise<string> {
  await db
    .insertInto('meta')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  return (await findMetaValue(db, key)) ?? value;
}
