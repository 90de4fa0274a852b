import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryCompiler,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { InvariantError } from '../../base/errors.ts';

/** Prepared statements kept per connection; the oldest unused one goes first. */
const CACHED_STATEMENTS = 400;

/**
 * Kysely on one `node:sqlite` connection. Kysely's own mutex lines callers up, so a transaction is
 * never mixed with other statements; inside a transaction only its own handle may be used, the outer
 * one would wait forever.
 */
export class NodeSqliteDialect implements Dialect {
  readonly #database: DatabaseSync;
  readonly #connection: NodeSqliteConnection;

  /** The dialect owns `database` and closes it with Kysely's `destroy`. */
  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#connection = new NodeSqliteConnection(database);
  }

  /**
   * Grows with every statement that may have written, so that what was read is still so while it stays.
   * Null while a transaction is open: what it wrote may yet be undone.
   */
  version(): number | null {
    return this.#database.isTransaction ? null : this.#connection.writes;
  }

  createDriver(): Driver {
    return new NodeSqliteDriver(this.#database, this.#connection);
  }

  createQueryCompiler(): QueryCompiler {
    return new SqliteQueryCompiler();
  }

  createAdapter(): SqliteAdapter {
    return new SqliteAdapter();
  }

  createIntrospector(db: Kysely<unknown>): SqliteIntrospector {
    return new SqliteIntrospector(db);
  }
}

class NodeSqliteDriver implements Driver {
  readonly #database: DatabaseSync;
  readonly #connection: NodeSqliteConnection;

  constructor(database: DatabaseSync, connection: NodeSqliteConnection) {
    this.#database = database;
    this.#connection = connection;
  }

  async init(): Promise<void> {
    // The database is open already.
  }

  acquireConnection(): Promise<DatabaseConnection> {
    return Promise.resolve(this.#connection);
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    // IMMEDIATE: a transaction that first reads and then writes must not lose its snapshot midway.
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // SQLite rolls back by itself on some errors, such as a full disk.
    if (this.#database.isTransaction) {
      await connection.executeQuery(CompiledQuery.raw('rollback'));
    }
  }

  async releaseConnection(): Promise<void> {
    // There is only one.
  }

  async destroy(): Promise<void> {
    this.#database.close();
  }
}

interface CachedStatement {
  readonly statement: StatementSync;
  readonly hasRows: boolean;
  readonly mayWrite: boolean;
}

class NodeSqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, CachedStatement>();
  /** Statements so far that were not plainly a reading one. */
  writes = 0;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      return Promise.resolve(this.#execute<R>(query));
    } catch (error) {
      return Promise.reject(error instanceof Error ? error : new Error(String(error)));
    }
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new InvariantError('Rows are read in pages, never streamed.');
  }

  #execute<R>(query: CompiledQuery): QueryResult<R> {
    const { statement, hasRows, mayWrite } = this.#prepare(query.sql);
    if (mayWrite) {
      this.writes += 1;
    }
    const parameters = query.parameters.map(toSqliteValue);
    if (hasRows) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Kysely types the rows by the query
      const rows = statement.all(...parameters) as R[];
      return { rows, numAffectedRows: BigInt(rows.length) };
    }
    const { changes } = statement.run(...parameters);
    return { rows: [], numAffectedRows: BigInt(changes) };
  }

  #prepare(text: string): CachedStatement {
    const known = this.#statements.get(text);
    if (known !== undefined) {
      this.#statements.delete(text);
      this.#statements.set(text, known);
      return known;
    }
    const statement = this.#database.prepare(text);
    const hasRows = statement.columns().length > 0;
    const made = { statement, hasRows, mayWrite: !/^\s*select\s/i.test(text) };
    this.#statements.set(text, made);
    for (const oldest of this.#statements.keys()) {
      if (this.#statements.size <= CACHED_STATEMENTS) {
        break;
      }
      this.#statements.delete(oldest);
    }
    return made;
  }
}

function toSqliteValue(value: unknown): SQLInputValue {
  if (
    value === null ||
    typeof value === 'string' ||
    typeof value === 'number' ||
    typeof value === 'bigint' ||
    value instanceof Uint8Array
  ) {
    return value;
  }
  throw new InvariantError('SQLite takes texts, numbers, bytes and null only.');
}
