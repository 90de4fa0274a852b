import type { Kysely, Transaction } from 'kysely';
import type { Schema } from './schema.ts';

/** Executor of statements: the database, or one of its transactions. */
export type Db = Kysely<Schema>;

/** A transaction, required by functions whose changes belong together. */
export type Tx = Transaction<Schema>;
