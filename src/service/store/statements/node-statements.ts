import type { Insertable } from 'kysely';
import type { Db } from '../db.ts';
import type { NodeRow, NodesTable } from '../schema.ts';

/** Writes the state of a node; inserts its row if necessary. */
export async function upsertNode(db: Db, row: Insertable<NodesTable>): Promise<void> {
  const { url, features, state, slots, running, live_slots, seen_at_ms } = row;
  await db
    .insertInto('nodes')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ url, features, state, slots, running, live_slots, seen_at_ms }),
    )
    .execute();
}

/** Nodes that were seen since, those that began first in front. */
export async function listNodeRows(db: Db, sinceMs: number): Promise<NodeRow[]> {
  return db
    .selectFrom('nodes')
    .selectAll()
    .where('seen_at_ms', '>=', sinceMs)
    .orderBy('started_at_ms')
    .orderBy('id')
    .execute();
}

/** Marks a node as not seen since a time. */
export async function expireNode(db: Db, id: string, seenAtMs: number): Promise<void> {
  await db
    .updateTable('nodes')
    .set({ seen_at_ms: seenAtMs })
    .where('id', '=', id)
    .where('seen_at_ms', '>', seenAtMs)
    .execute();
}

/** Forgets nodes that were not seen since. */
export async function deleteOldNodes(db: Db, sinceMs: number): Promise<void> {
  await db.deleteFrom('nodes').where('seen_at_ms', '<', sinceMs).execute();
}
