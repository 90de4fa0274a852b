/** A statement of one connection that is ready to run. */
export interface DirectStatement {
  /** Runs it at once; no rows when it answers none. */
  run(values: readonly unknown[]): unknown[];
}

/** The only connection of a database, below Kysely. */
export interface DirectConnection {
  /** True when a transaction is open on the connection. */
  readonly isTransaction: boolean;
  prepare(text: string): DirectStatement;
}
