import type { Kysely, Transaction } from 'kysely';
import type { Schema } from './schema.ts';

/** What statements run on: the database, or one transaction of it. */
export type Db = Kysely<Schema>;

/** One transaction; what must change together takes this. */
export type Tx = Transaction<Schema>;
