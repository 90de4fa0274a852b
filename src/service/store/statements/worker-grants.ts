import { sql } from 'kysely';
import type { Db } from '../db.ts';
import type { Schema } from '../schema.ts';

/** Rights of a role on one table; a list of columns when not all of them may be written. */
interface TableGrant {
  readonly may: readonly ('select' | 'insert' | 'update' | 'delete')[];
  readonly columns?: readonly string[];
}

/**
 * Rights of a rendering node: it claims jobs, extends its leases and settles them. Money moves only within an
 * account, between held, spent and returned amounts: the node cannot write the column of payments, and the
 * table checks the sum.
 */
const grants: Readonly<Partial<Record<keyof Schema, TableGrant>>> = {
  meta: { may: ['select'] },
  accounts: { may: ['select'], columns: ['balance_micros', 'held_micros', 'spent_micros'] },
  jobs: {
    may: ['select'],
    columns: [
      'status',
      'queue_state',
      'run_after_ms',
      'lease_owner',
      'lease_until_ms',
      'fence',
      'attempt',
      'progress',
      'stage',
      'preview_key',
      'output_key',
      'charged_micros',
      'error_code',
      'error_message',
      'error_details',
      'segments',
      'report',
      'notes',
      'started_at_ms',
      'finished_at_ms',
    ],
  },
  holds: { may: ['select'], columns: ['state', 'cost_micros', 'closed_at_ms'] },
  ledger_lines: { may: ['insert'] },
  job_files: { may: ['select'] },
  segments: { may: ['select', 'insert', 'update', 'delete'] },
  files: { may: ['select', 'insert'] },
  blobs: {
    may: ['select', 'insert'],
    columns: ['refcount', 'writers', 'written_by_ms', 'deleting_until_ms'],
  },
  webhook_deliveries: { may: ['insert'] },
  nodes: { may: ['select', 'insert', 'update', 'delete'] },
  rate_buckets: { may: ['select', 'delete'] },
};

/** Rows that it reaches, where not all: renders, their results, and lines of the end of a job. */
const policies: Readonly<Partial<Record<keyof Schema, string>>> = {
  jobs: `using (kind = 'render')`,
  ledger_lines: `with check (entry like 'end:%' and book in ('held', 'balance', 'revenue'))`,
  files: `using (true) with check (role in ('output', 'preview'))`,
};

const POLICY = 'guise_worker';

/**
 * Gives a role of PostgreSQL that exists the rights of a node that only renders, and takes all others from it. By the
 * owner of the tables, whom the policies do not bind. Throws what PostgreSQL refuses.
 */
export async function grantWorker(db: Db, role: string): Promise<void> {
  const name = sql.id(role);
  await db.transaction().execute(async (tx) => {
    const run = (statement: ReturnType<typeof sql>): Promise<unknown> => statement.execute(tx);
    await run(sql`revoke all on all tables in schema public from ${name}`);
    await run(sql`grant usage on schema public to ${name}`);
    for (const [table, { may, columns = [] }] of Object.entries(grants)) {
      await run(sql`grant ${sql.raw(may.join(', '))} on ${sql.id(table)} to ${name}`);
      if (columns.length > 0) {
        const list = sql.join(columns.map((column) => sql.id(column)));
        await run(sql`grant update (${list}) on ${sql.id(table)} to ${name}`);
      }
    }
    for (const [table, rule] of Object.entries(policies)) {
      const target = sql.id(table);
      await run(sql`alter table ${target} enable row level security`);
      await run(sql`drop policy if exists ${sql.id(POLICY)} on ${target}`);
      await run(
        sql`create policy ${sql.id(POLICY)} on ${target} for all to ${name} ${sql.raw(rule)}`,
      );
    }
  });
}
