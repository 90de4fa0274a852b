import { type Kysely, sql } from 'kysely';
import { AppError, invariant } from '../../base/errors.ts';
import type { Engine, Migration } from './migrations/migration.ts';
import type { Schema } from './schema.ts';

/** Any number, the same in every release: PostgreSQL lines up services that start together by it. */
export const MIGRATION_LOCK = 727_410_293;

/** Options of {@link migrate}. */
export interface MigrateOptions {
  readonly engine: Engine;
  /** All steps in order. */
  readonly steps: readonly Migration[];
  /** Called once before the first step on a store that holds data already. */
  readonly beforeUpgrade: (fromVersion: number) => Promise<void>;
}

/**
 * Brings a store to the newest schema; each step is one transaction. Throws `storage_failed` when a
 * newer program made the store.
 */
export async function migrate(db: Kysely<Schema>, options: MigrateOptions): Promise<void> {
  const { steps } = options;
  invariant(
    steps.every((step, index) => step.version === index + 1),
    'Migrations are numbered without a gap.',
  );
  const from = await readVersion(db);
  if (from > steps.length) {
    throw new AppError(
      'storage_failed',
      `A newer version of Guise made this store (schema ${from}); this version knows up to ${steps.length}. Start the newer version or choose another data folder.`,
      { details: { reason: 'store_is_newer', schema: from, known: steps.length } },
    );
  }
  const open = steps.filter((step) => step.version > from);
  if (from > 0 && open.length > 0) {
    await options.beforeUpgrade(from);
  }
  for (const step of open) {
    await db.transaction().execute((trx) => runStep(trx, step, options.engine));
  }
}

async function runStep(trx: Kysely<Schema>, step: Migration, engine: Engine): Promise<void> {
  if (engine === 'postgres') {
    await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(trx);
    if ((await readVersion(trx)) >= step.version) {
      return; // Another service that started at the same time has run it.
    }
  }
  await sql`create table if not exists meta(key text primary key, value text not null)`.execute(
    trx,
  );
  await step.up(trx, engine);
  await sql`insert into meta(key, value) values ('schema_version', ${String(step.version)})
    on conflict (key) do update set value = excluded.value`.execute(trx);
}

/** 0 for an empty database. */
async function readVersion(db: Kysely<Schema>): Promise<number> {
  const tables = await db.introspection.getTables();
  if (!tables.some((table) => table.name === 'meta')) {
    return 0;
  }
  const { rows } = await sql<{
    value: string;
  }>`select value from meta where key = 'schema_version'`.execute(db);
  return Number(rows[0]?.value ?? 0);
}
