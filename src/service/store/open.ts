import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import { type ClientConfig, type CustomTypesConfig, Pool, types } from 'pg';
import { type Clock, systemClock } from '../../base/clock.ts';
import { InvariantError } from '../../base/errors.ts';
import { backUp } from './backup.ts';
import { layOutLog } from './lay-out-log.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations/all.ts';
import type { Engine, Migration } from './migrations/migration.ts';
import { takeOwnerLock } from './owner-lock.ts';
import { allowDirectRuns } from './prepared.ts';
import type { Schema } from './schema.ts';
import { createLocalSignals, openPostgresSignals, type Signals } from './signals.ts';
import { NodeSqliteDialect } from './sqlite-dialect.ts';

/** What statements run on: the database, or one transaction of it. */
export type Db = Kysely<Schema>;
/** One transaction; what must change together takes this. */
export type Tx = Transaction<Schema>;

/** An open store. */
export interface Store {
  readonly db: Db;
  readonly engine: Engine;
  /** Wakes waiting workers and tells owners about cancelled jobs, across services on PostgreSQL. */
  readonly signals: Signals;
  /**
   * A number that stays the same only while nothing in the store changes; null when that is not known:
   * while a transaction is open, and always on PostgreSQL, where other services write too.
   */
  version(): number | null;
  close(): Promise<void>;
}

/** How to open {@link openSqlite}. */
export interface SqliteOptions {
  /** Data folder; made when missing. Exactly one process may have it open. */
  readonly folder: string;
  readonly clock?: Clock | undefined;
  /** Steps of the schema; the product's own when absent. */
  readonly steps?: readonly Migration[] | undefined;
}

/**
 * Opens the store in a folder: `guise.db`, in WAL mode with every commit on the disk
 * (`synchronous=FULL`: NORMAL is 2.7 times faster, and may lose acknowledged money on a power cut).
 * Throws `storage_failed` when another process has the folder or a newer version made it. Before an
 * upgrade a copy is written to `backups/`.
 */
export async function openSqlite(options: SqliteOptions): Promise<Store> {
  const { folder, clock = systemClock, steps = migrations } = options;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = takeOwnerLock(folder);
  try {
    const database = new DatabaseSync(join(folder, 'guise.db'), { timeout: 5000 });
    database.exec(pragmas);
    const dialect = new NodeSqliteDialect(database);
    const db = new Kysely<Schema>({ dialect });
    allowDirectRuns(db, dialect.connection);
    const close = async (): Promise<void> => {
      await db.destroy();
      lock.release();
    };
    try {
      await migrate(db, {
        engine: 'sqlite',
        steps,
        beforeUpgrade: async (schemaVersion) => {
          await backUp(database, { folder: join(folder, 'backups'), schemaVersion, clock });
        },
      });
    } catch (error) {
      await db.destroy();
      throw error;
    }
    layOutLog(join(folder, 'guise.db-wal'), WAL_PAGES * WAL_FRAME_BYTES);
    const version = (): number | null => dialect.version();
    return { db, engine: 'sqlite', signals: createLocalSignals(), version, close };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** A checkpoint every 4000 pages instead of 1000: pages that many commits touch are copied back less often. */
const WAL_PAGES = 4000;
/** A page and its header. */
const WAL_FRAME_BYTES = 4120;

const pragmas = `
  pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on;
  pragma cache_size = -8000; pragma wal_autocheckpoint = ${WAL_PAGES}; pragma journal_size_limit = 67108864`;

/** How to open {@link openPostgres}. */
export interface PostgresOptions {
  /** `postgres://…`, or a socket folder and names. */
  readonly connection: string | ClientConfig;
  /** Connections of this service; one more listens for signals. */
  readonly maxConnections?: number | undefined;
  readonly steps?: readonly Migration[] | undefined;
}

/**
 * Opens the store on a PostgreSQL server, which any number of services may share. Backups before an
 * upgrade are the operator's (`pg_dump`).
 */
export async function openPostgres(options: PostgresOptions): Promise<Store> {
  const config: ClientConfig = {
    ...(typeof options.connection === 'string'
      ? { connectionString: options.connection }
      : options.connection),
    types: typeParsers,
  };
  const pool = new Pool({ ...config, max: options.maxConnections ?? 8 });
  // An idle connection that the server drops is replaced by the pool at the next query.
  pool.on('error', () => undefined);
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  try {
    await migrate(db, {
      engine: 'postgres',
      steps: options.steps ?? migrations,
      beforeUpgrade: () => Promise.resolve(),
    });
    const signals = await openPostgresSignals(pool, config);
    const close = async (): Promise<void> => {
      await signals.close();
      await db.destroy();
    };
    return { db, engine: 'postgres', signals, version: () => null, close };
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

const typeParsers: CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === types.builtins.INT8 || oid === types.builtins.NUMERIC
      ? readSafeInteger
      : types.getTypeParser(oid, format),
};

/** BIGINT and sums of it; the store keeps whole numbers within 2^53 only. */
function readSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) {
    throw new InvariantError('A number of the database is not a safe integer.');
  }
  return value;
}
