import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type LimitNode,
  type QueryCompiler,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  ValueNode,
} from 'kysely';
import { InvariantError } from '../../../base/errors.ts';
import { toStatementError } from './sqlite-errors.ts';
import type { DirectConnection, DirectStatement } from '../direct-connection.ts';

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
   * Counts statements that may have written: a cached read is valid while the count stays the same.
   * Null while a transaction is open, since its writes may be rolled back.
   */
  version(): number | null {
    return this.#database.isTransaction ? null : this.#connection.writes;
  }

  /** The connection below Kysely, for prepared statements. */
  get connection(): DirectConnection {
    return this.#connection;
  }

  createDriver(): Driver {
    return new NodeSqliteDriver(this.#database, this.#connection);
  }

  createQueryCompiler(): QueryCompiler {
    return new NodeSqliteCompiler();
  }

  createAdapter(): SqliteAdapter {
    return new SqliteAdapter();
  }

  createIntrospector(db: Kysely<unknown>): SqliteIntrospector {
    return new SqliteIntrospector(db);
  }
}

/**
 * Compiles limits as literals: SQLite plans a statement with `limit ?` at every run, because the plan may
 * depend on the number, which makes a claim 33 µs instead of 9 µs.
 */
class NodeSqliteCompiler extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    const { limit } = node;
    if (ValueNode.is(limit) && Number.isSafeInteger(limit.value)) {
      this.append(`limit ${String(limit.value)}`);
    } else {
      super.visitLimit(node);
    }
  }
}

const begin = CompiledQuery.raw('begin immediate');
const commit = CompiledQuery.raw('commit');
const rollback = CompiledQuery.raw('rollback');

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
    await connection.executeQuery(begin);
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(commit);
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // SQLite rolls back by itself on some errors, such as a full disk.
    if (this.#database.isTransaction) {
      await connection.executeQuery(rollback);
    }
  }

  async releaseConnection(): Promise<void> {
    // There is only one connection.
  }

  async destroy(): Promise<void> {
    this.#database.close();
  }
}

class NodeSqliteConnection implements DatabaseConnection, DirectConnection {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, NodeSqliteStatement>();
  /** Statements so far that were not plainly a reading one. */
  writes = 0;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  get isTransaction(): boolean {
    return this.#database.isTransaction;
  }

  prepare(text: string): NodeSqliteStatement {
    return new NodeSqliteStatement(this, this.#database.prepare(text));
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      return Promise.resolve(this.#find(query.sql).execute<R>(query.parameters));
    } catch (error) {
      return Promise.reject(error instanceof Error ? error : new Error(String(error)));
    }
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new InvariantError('Rows are read in pages, never streamed.');
  }

  #find(text: string): NodeSqliteStatement {
    const known = this.#statements.get(text);
    if (known !== undefined) {
      this.#statements.delete(text);
      this.#statements.set(text, known);
      return known;
    }
    const made = this.prepare(text);
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

class NodeSqliteStatement implements DirectStatement {
  readonly #connection: NodeSqliteConnection;
  readonly #statement: StatementSync;
  readonly #hasRows: boolean;
  readonly #canWrite: boolean;

  constructor(connection: NodeSqliteConnection, statement: StatementSync) {
    this.#connection = connection;
    this.#statement = statement;
    this.#hasRows = statement.columns().length > 0;
    this.#canWrite = !/^\s*select\s/i.test(statement.sourceSQL);
  }

  run(values: readonly unknown[]): unknown[] {
    if (this.#hasRows) {
      return this.#read(values);
    }
    this.#change(values);
    return [];
  }

  execute<R>(values: readonly unknown[]): QueryResult<R> {
    if (this.#hasRows) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Kysely types the rows by the query
      const rows = this.#read(values) as R[];
      return { rows, numAffectedRows: BigInt(rows.length) };
    }
    return { rows: [], numAffectedRows: BigInt(this.#change(values)) };
  }

  #read(values: readonly unknown[]): unknown[] {
    this.#countWrite();
    try {
      return this.#statement.all(...values.map(toSqliteValue));
    } catch (error) {
      throw toStatementError(error);
    }
  }

  #change(values: readonly unknown[]): number | bigint {
    this.#countWrite();
    try {
      return this.#statement.run(...values.map(toSqliteValue)).changes;
    } catch (error) {
      throw toStatementError(error);
    }
  }

  #countWrite(): void {
    if (this.#canWrite) {
      this.#connection.writes += 1;
    }
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
