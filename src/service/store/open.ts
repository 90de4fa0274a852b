import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { Kysely, PostgresDialect } from 'kysely';
import { type ClientConfig, type CustomTypesConfig, Pool, type PoolConfig, types } from 'pg';
import { type Clock, systemClock } from '../../base/clock.ts';
import { InvariantError } from '../../base/errors.ts';
import { makePrivateFolder } from '../../client/private-files.ts';
import { backUp, backUpDaily, renewBackups, sweepDrafts } from './sqlite/backup.ts';
import { isCorruptionError, isOpenDatabaseIntact } from './sqlite/corruption.ts';
import { preallocateLog } from './sqlite/preallocate-log.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations/all.ts';
import type { Engine, Migration } from './migrations/migration.ts';
import { toStatementError } from './sqlite/sqlite-errors.ts';
import { acquireOwnerLock } from './sqlite/owner-lock.ts';
import { damageError, hasLostDatabase } from './sqlite/recover.ts';
import {
  withTimeouts,
  defaultPostgresTimeouts,
  type PostgresTimeouts,
} from './postgres-timeouts.ts';
import { allowDirectRuns } from './prepared.ts';
import type { Schema } from './schema.ts';
import { createLocalSignals, openPostgresSignals, type Signals } from './signals.ts';
import { NodeSqliteDialect } from './sqlite/sqlite-dialect.ts';
import type { Db } from './db.ts';

/** An open store. */
export interface Store {
  readonly db: Db;
  readonly engine: Engine;
  /** Wakes waiting workers and notifies owners of cancelled jobs, across services on PostgreSQL. */
  readonly signals: Signals;
  /**
   * A number that stays the same only while nothing in the store changes; null when that is not known:
   * while a transaction is open, and always on PostgreSQL, where other services write too.
   */
  version(): number | null;
  /**
   * Writes a backup of the database when the newest is older than a day; on PostgreSQL backups are the
   * operator's. Throws the fault of a corrupt database.
   */
  backUpDaily(): Promise<void>;
  /**
   * Removes deleted rows from the database files and its backups. On a PostgreSQL server, remains until the
   * next vacuum and backups are the operator's responsibility.
   */
  eraseDeleted(): Promise<void>;
  close(): Promise<void>;
}

/** Options of {@link openSqlite}. */
export interface SqliteOptions {
  /** Data folder; made when missing. Exactly one process may have it open. */
  readonly folder: string;
  readonly clock?: Clock | undefined;
  /** Steps of the schema; the product's own when absent. */
  readonly steps?: readonly Migration[] | undefined;
  /** Called before slow work, with its maximum duration in milliseconds. */
  readonly onPreparing?: ((maxDurationMs: number) => void) | undefined;
}

/**
 * Opens the store in a folder: `guise.db`, in WAL mode with every commit on the disk
 * (`synchronous=FULL`: NORMAL is 2.7 times faster, and may lose acknowledged money on a power cut).
 * Throws `storage_failed` when another process has the folder, a newer version made it, or the database is damaged
 * (`details.reason = 'store_damaged'`; `recover.ts` is the way out). Before an upgrade a copy is written to `backups/`.
 */
export async function openSqlite(options: SqliteOptions): Promise<Store> {
  const { folder, clock = systemClock, steps = migrations, onPreparing } = options;
  makePrivateFolder(folder);
  const lock = acquireOwnerLock(folder);
  try {
    const backups = { folder: join(folder, 'backups'), clock };
    sweepDrafts(backups.folder);
    if (hasLostDatabase(folder)) {
      throw damageError(folder);
    }
    const database = await openSound(folder, onPreparing);
    const dialect = new NodeSqliteDialect(database);
    const db = new Kysely<Schema>({ dialect });
    allowDirectRuns(db, dialect.connection);
    let copying: Promise<unknown> = Promise.resolve();
    const close = async (): Promise<void> => {
      await copying.catch(() => undefined); // The caller of the copy has its error.
      await db.destroy();
      lock.release();
    };
    try {
      await migrate(db, {
        engine: 'sqlite',
        steps,
        beforeUpgrade: async (schemaVersion) => {
          await announce(folder, onPreparing);
          backUp(database, { ...backups, schemaVersion });
          await announce(folder, onPreparing);
        },
      });
    } catch (error) {
      await db.destroy();
      throw isCorruptionError(error) ? damageError(folder, error) : error;
    }
    const preallocate = (): void =>
      preallocateLog(join(folder, 'guise.db-wal'), WAL_PAGES * WAL_FRAME_BYTES);
    preallocate();
    // Uses the only connection, so that no transaction is open.
    const eraseDeleted = (): Promise<void> =>
      db.connection().execute(async () => {
        // A copy in progress may have started before the deletion.
        await copying.catch(() => undefined);
        renewBackups(database, backups);
        database.exec('pragma wal_checkpoint(truncate)');
        preallocate();
      });
    const version = (): number | null => dialect.version();
    const copyDaily = async (): Promise<void> => {
      copying = backUpDaily(database, backups);
      await copying;
    };
    const signals = createLocalSignals();
    return { db, engine: 'sqlite', signals, version, backUpDaily: copyDaily, eraseDeleted, close };
  } catch (error) {
    lock.release();
    throw toStatementError(error);
  }
}

/** Opens the file and checks all of it once. Throws when it is corrupt. */
async function openSound(
  folder: string,
  onPreparing: SqliteOptions['onPreparing'],
): Promise<DatabaseSync> {
  const path = join(folder, 'guise.db');
  await announce(folder, onPreparing);
  const database = new DatabaseSync(path, { timeout: 5000 });
  try {
    database.exec(pragmas);
    if (statSync(path).size <= MAX_CHECKED_BYTES && !isOpenDatabaseIntact(database)) {
      throw damageError(folder);
    }
    return database;
  } catch (error) {
    database.close();
    throw isCorruptionError(error) ? damageError(folder, error) : error;
  }
}

/** Announces how long a large database may keep this process silent. */
async function announce(folder: string, onPreparing: SqliteOptions['onPreparing']): Promise<void> {
  const facts = statSync(join(folder, 'guise.db'), { throwIfNoEntry: false });
  const sizeBytes = facts?.size ?? 0;
  if (sizeBytes > LARGE_BYTES) {
    onPreparing?.(START_MS + sizeBytes / SLOW_BYTES_PER_MS);
    await setImmediate(); // The message leaves before the work begins.
  }
}

/**
 * A complete check takes a second or two on a typical disk; larger databases are checked with their daily
 * backup.
 */
const MAX_CHECKED_BYTES = 512 * 2 ** 20;
/** Size from which an upgrade may take longer than a normal start. */
const LARGE_BYTES = 32 * 2 ** 20;
const START_MS = 60_000;
/** A slow disk, with everything read and written twice. */
const SLOW_BYTES_PER_MS = 2_000;

/** A checkpoint every 4000 pages instead of 1000: pages that many commits touch are copied back less often. */
const WAL_PAGES = 4000;
/** A page and its header. */
const WAL_FRAME_BYTES = 4120;

/** Deleted content is overwritten with zeros: faces and scripts must not stay in free pages. */
const pragmas = `
  pragma secure_delete = on; pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on;
  pragma cache_size = -8000; pragma wal_autocheckpoint = ${WAL_PAGES}; pragma journal_size_limit = 67108864`;

/** Options of {@link openPostgres}. */
export interface PostgresOptions {
  /** `postgres://…`, or a socket folder and names. */
  readonly connection: string | ClientConfig;
  /** Connections of this service; one more listens for signals. */
  readonly maxConnections?: number | undefined;
  readonly steps?: readonly Migration[] | undefined;
  readonly timeouts?: PostgresTimeouts | undefined;
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
  const timeouts = options.timeouts ?? defaultPostgresTimeouts;
  await upgrade({ ...config, connectionTimeoutMillis: timeouts.connectMs }, options.steps);
  const boundedConfig = withTimeouts(config, timeouts);
  const pool = new Pool({ ...boundedConfig, max: options.maxConnections ?? 8 });
  // An idle connection that the server drops is replaced by the pool at the next query.
  pool.on('error', () => undefined);
  // A connection that breaks in use fails its query; without a listener it would also end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  try {
    const signals = await openPostgresSignals(pool, boundedConfig, timeouts.silenceMs / 3);
    const close = async (): Promise<void> => {
      await signals.close();
      await db.destroy();
    };
    return {
      db,
      engine: 'postgres',
      signals,
      version: () => null,
      backUpDaily: () => Promise.resolve(),
      eraseDeleted: () => Promise.resolve(),
      close,
    };
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/** Migrations may take any time: they run on a connection of their own. */
async function upgrade(config: PoolConfig, steps: readonly Migration[] = migrations) {
  const pool = new Pool({ ...config, max: 1 });
  pool.on('connect', (client) => client.on('error', () => undefined));
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  try {
    await migrate(db, { engine: 'postgres', steps, beforeUpgrade: () => Promise.resolve() });
  } finally {
    await db.destroy();
  }
}

const typeParsers: CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === types.builtins.INT8 || oid === types.builtins.NUMERIC
      ? readSafeInteger
      : types.getTypeParser(oid, format),
};

/** Parses BIGINT and sums of it; the store holds only integers within 2^53. */
function readSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) {
    throw new InvariantError('A number of the database is not a safe integer.');
  }
  return value;
}
