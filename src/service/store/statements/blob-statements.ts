/*
 * A blob's row decides who may touch its bytes, so that no file is ever without them and none stay behind:
 *
 *   (no row) ──beginWrite──▶ written ──adoptBlob──▶ referenced ──releaseBlob──▶ unused
 *                               │ endWrite                                        │ ▲ written again
 *                               └────────────────────▶ unused ◀───────────────────┘ │
 *                                                        │ beginDelete              │
 *   (no row) ◀──finishDelete── deleting ◀────────────────┴──────────────────────────┘
 *
 * Bytes are stored and deleted outside of transactions. A writer waits for a deleter; a deleter passes by
 * what is written. Either counts for a limited time, in case its process dies; a mark that lies further ahead than
 * that time was made before the clock was set back, and counts no more.
 */
import { sql } from 'kysely';
import type { Db, Tx } from '../db.ts';
import { type Placeholders, prepareRow, prepareRows } from '../prepared.ts';

/** Longest time that storing bytes takes, retries included. */
const WRITE_MS = 3_600_000;
/** Longest time that deleting bytes takes. */
const DELETE_MS = 120_000;

/** Bytes about to be stored. */
export interface BlobWrite {
  /** Hex SHA-256. */
  readonly hash: string;
  readonly sizeBytes: number;
  readonly nowMs: number;
}

const addWriter = prepareRow(
  (
    db,
    write: Placeholders<BlobWrite & { readonly writtenByMs: number; readonly latestMs: number }>,
  ) =>
    db
      .insertInto('blobs')
      .values({
        hash: write.hash,
        size_bytes: write.sizeBytes,
        refcount: 0,
        created_at_ms: write.nowMs,
        writers: 1,
        written_by_ms: write.writtenByMs,
        deleting_until_ms: null,
      })
      .onConflict((conflict) =>
        conflict
          .column('hash')
          .doUpdateSet((eb) => ({
            writers: eb
              .case()
              .when('blobs.written_by_ms', '>', write.nowMs)
              .then(eb('blobs.writers', '+', 1))
              .else(1)
              .end(),
            written_by_ms: write.writtenByMs,
            deleting_until_ms: null,
          }))
          .where((eb) =>
            eb.or([
              eb('blobs.deleting_until_ms', 'is', null),
              eb('blobs.deleting_until_ms', '<=', write.nowMs),
              eb('blobs.deleting_until_ms', '>', write.latestMs),
            ]),
          ),
      )
      .returning('hash'),
);

/**
 * Announces that bytes are about to be stored; false while they are being deleted. It ends with
 * {@link adoptBlob} or {@link endWrite}.
 */
export async function beginWrite(db: Db, write: BlobWrite): Promise<boolean> {
  const { nowMs } = write;
  const times = { writtenByMs: nowMs + WRITE_MS, latestMs: nowMs + DELETE_MS };
  return (await addWriter(db, { ...write, ...times })) !== null;
}

/** Ends a write that did not result in a file. Returns true when nothing uses the blob any more. */
export async function endWrite(db: Db, hash: string): Promise<boolean> {
  const row = await db
    .updateTable('blobs')
    .set((eb) => ({ writers: eb('writers', '-', 1) }))
    .where('hash', '=', hash)
    .where('writers', '>', 0)
    .returning(['refcount', 'writers'])
    .executeTakeFirst();
  return row?.refcount === 0 && row.writers === 0;
}

const addReference = prepareRow((db, blob: Placeholders<BlobWrite>) =>
  db
    .insertInto('blobs')
    .values({
      hash: blob.hash,
      size_bytes: blob.sizeBytes,
      refcount: 1,
      created_at_ms: blob.nowMs,
      writers: 0,
      written_by_ms: 0,
      deleting_until_ms: null,
    })
    .onConflict((conflict) =>
      conflict
        .column('hash')
        .doUpdateSet((eb) => ({
          refcount: eb('blobs.refcount', '+', 1),
          writers: eb
            .case()
            .when('blobs.writers', '>', 0)
            .then(eb('blobs.writers', '-', 1))
            .else(0)
            .end(),
        }))
        .where('blobs.deleting_until_ms', 'is', null),
    )
    .returning('hash'),
);

/** Turns a write into the reference of a file; false when it had expired and the bytes were deleted. */
export async function adoptBlob(tx: Tx, blob: BlobWrite): Promise<boolean> {
  return (await addReference(tx, blob)) !== null;
}

const removeReference = prepareRows((db, blob: Placeholders<{ readonly hash: string }>) =>
  db
    .updateTable('blobs')
    .set((eb) => ({ refcount: eb('refcount', '-', 1) }))
    .where('hash', '=', blob.hash),
);

/** Releases the reference of a file whose row is removed in the same transaction. */
export async function releaseBlob(tx: Tx, hash: string): Promise<void> {
  await removeReference(tx, { hash });
}

/** Lists at most `limit` unreferenced blobs without writers, excluding those that are being deleted. */
export async function listUnused(db: Db, nowMs: number, limit: number): Promise<string[]> {
  const rows = await selectUnowned(db, nowMs, limit).where('writers', '=', sql.lit(0)).execute();
  return rows.map(({ hash }) => hash);
}

/** Blobs that nothing refers to and whose writer died. Reads the whole table. */
export async function listAbandoned(db: Db, nowMs: number, limit: number): Promise<string[]> {
  const rows = await selectUnowned(db, nowMs, limit)
    .where('writers', '>', 0)
    .where('written_by_ms', '<=', nowMs)
    .execute();
  return rows.map(({ hash }) => hash);
}

function selectUnowned(db: Db, nowMs: number, limit: number) {
  return (
    db
      .selectFrom('blobs')
      .select('hash')
      // A literal, so that the partial index on unused blobs applies.
      .where('refcount', '=', sql.lit(0))
      .where((eb) =>
        eb.or([
          eb('deleting_until_ms', 'is', null),
          eb('deleting_until_ms', '<=', nowMs),
          eb('deleting_until_ms', '>', nowMs + DELETE_MS),
        ]),
      )
      .limit(limit)
  );
}

/** Marks an unused blob for deletion and returns the mark that ends it; null when it is in use. */
export async function beginDelete(db: Db, hash: string, nowMs: number): Promise<number | null> {
  const untilMs = nowMs + DELETE_MS;
  const row = await db
    .updateTable('blobs')
    .set({ deleting_until_ms: untilMs, writers: 0 })
    .where('hash', '=', hash)
    .where('refcount', '=', 0)
    .where((eb) => eb.or([eb('writers', '=', 0), eb('written_by_ms', '<=', nowMs)]))
    .where((eb) =>
      eb.or([
        eb('deleting_until_ms', 'is', null),
        eb('deleting_until_ms', '<=', nowMs),
        eb('deleting_until_ms', '>', untilMs),
      ]),
    )
    .returning('hash')
    .executeTakeFirst();
  return row === undefined ? null : untilMs;
}

/** Forgets a blob whose bytes were deleted under the mark. */
export async function finishDelete(db: Db, hash: string, mark: number): Promise<void> {
  await db
    .deleteFrom('blobs')
    .where('hash', '=', hash)
    .where('deleting_until_ms', '=', mark)
    .where('refcount', '=', 0)
    .execute();
}

/** Ends unfinished work of a predecessor, for a process that alone owns the store. */
export async function recoverBlobs(db: Db): Promise<void> {
  await db
    .updateTable('blobs')
    .set({ writers: 0, deleting_until_ms: null })
    .where((eb) => eb.or([eb('writers', '>', 0), eb('deleting_until_ms', 'is not', null)]))
    .execute();
}
