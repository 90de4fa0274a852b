import { sql } from 'kysely';
import type { Engine, Migration } from './migration.ts';

/** The first set of tables. */
export const tables: Migration = {
  version: 1,
  async up(db, engine) {
    for (const statement of [
      ...createTables(dialects[engine]),
      ...createLaterTables(dialects[engine]),
      ...createIndexes,
      ...appendOnly(engine),
    ]) {
      await sql.raw(statement).execute(db);
    }
  },
};

/** Spelling of the types that differ between the engines. */
const dialects: Readonly<
  Record<Engine, { identity: string; bytes: string; real: string; keyed: string }>
> = {
  postgres: {
    identity: 'bigint generated always as identity primary key',
    bytes: 'bytea',
    real: 'double precision',
    keyed: '',
  },
  sqlite: {
    identity: 'integer primary key autoincrement',
    bytes: 'blob',
    real: 'real',
    // A table whose key is its access path needs no second tree beside it; PostgreSQL has no such choice.
    keyed: ' without rowid',
  },
};

const account = 'text not null references accounts(id)';
const job = 'references jobs(id)';

/** Accounts, money and jobs. */
function createTables({ identity, real, keyed }: (typeof dialects)[Engine]): string[] {
  return [
    `create table accounts(
      id text primary key, name text not null, tier text not null check(tier in ('default','pro')),
      balance_micros bigint not null check(balance_micros >= 0),
      held_micros bigint not null check(held_micros >= 0),
      spent_micros bigint not null check(spent_micros >= 0),
      topped_up_micros bigint not null check(topped_up_micros >= 0),
      created_at_ms bigint not null,
      check(balance_micros + held_micros = topped_up_micros - spent_micros))`,
    `create table api_keys(
      id text primary key, account_id ${account}, name text not null, key_hash text not null unique,
      prefix text not null, last4 text not null, scopes text not null,
      created_at_ms bigint not null, revoked_at_ms bigint)`,
    `create table ledger_lines(
      id ${identity}, entry text not null, account_id ${account},
      book text not null check(book in ('external','balance','held','revenue')),
      amount_micros bigint not null check(amount_micros <> 0), at_ms bigint not null,
      unique(entry, book))`,
    `create table jobs(
      id text primary key, account_id ${account}, kind text not null check(kind in ('render','live')),
      feature text not null, endpoint text not null,
      status text not null check(status in ('queued','processing','succeeded','failed','canceled')),
      queue_state text not null check(queue_state in ('ready','leased','parked','done')),
      input text not null, run_after_ms bigint not null, lease_owner text, lease_until_ms bigint,
      fence bigint not null, attempt bigint not null, progress ${real} not null, stage text,
      preview_key text, output_key text,
      charged_micros bigint not null check(charged_micros >= 0), price text not null,
      error_code text, error_message text, report text, callback_url text,
      created_at_ms bigint not null, started_at_ms bigint, finished_at_ms bigint,
      check((queue_state = 'done') = (status in ('succeeded','failed','canceled'))),
      check(charged_micros = 0 or status = 'succeeded'))`,
    `create table holds(
      id text primary key ${job}, account_id ${account},
      amount_micros bigint not null check(amount_micros >= 0),
      state text not null check(state in ('open','posted','voided')),
      cost_micros bigint not null check(cost_micros >= 0 and cost_micros <= amount_micros),
      opened_at_ms bigint not null, closed_at_ms bigint,
      check(state = 'posted' or cost_micros = 0))${keyed}`,
    `create table idempotency(
      account_id ${account}, key text not null, fingerprint text not null,
      job_id text not null, created_at_ms bigint not null, primary key(account_id, key))${keyed}`,
  ];
}

/** Tables that jobs and accounts refer to: files, webhooks, live sessions. */
function createLaterTables({ identity, bytes, keyed }: (typeof dialects)[Engine]): string[] {
  return [
    `create table blobs(
      hash text primary key, size_bytes bigint not null,
      refcount bigint not null check(refcount >= 0), created_at_ms bigint not null)${keyed}`,
    `create table files(
      file_key text primary key, account_id ${account},
      role text not null check(role in ('upload','output','preview')), job_id text ${job},
      blob_hash text not null references blobs(hash),
      kind text not null check(kind in ('image','audio','video')), mime text not null,
      size_bytes bigint not null, facts text not null, declared_name text,
      created_at_ms bigint not null, deleted_at_ms bigint)${keyed}`,
    `create table job_files(
      job_id text not null ${job}, file_key text not null references files(file_key),
      primary key(job_id, file_key))${keyed}`,
    `create table webhook_deliveries(
      id text primary key, job_id text not null unique ${job}, account_id ${account},
      url text not null, body ${bytes} not null,
      state text not null check(state in ('pending','delivered','given_up')),
      attempt bigint not null, next_at_ms bigint not null, lease_until_ms bigint,
      created_at_ms bigint not null, finished_at_ms bigint)`,
    `create table webhook_attempts(
      id ${identity}, delivery_id text not null references webhook_deliveries(id),
      attempt bigint not null, at_ms bigint not null, duration_ms bigint not null,
      http_status bigint, problem text)`,
    `create table webhook_secrets(
      account_id text primary key references accounts(id), current_sealed ${bytes} not null,
      previous_sealed ${bytes}, previous_valid_until_ms bigint, rotated_at_ms bigint not null)`,
    `create table live_sessions(
      id text primary key ${job}, account_id ${account}, feature text not null,
      status text not null check(status in ('created','joined','streaming','ended')),
      token_hash text not null unique, parameters text not null,
      max_duration_sec bigint not null, streamed_ms bigint not null check(streamed_ms >= 0),
      ready_at_ms bigint, expires_at_ms bigint not null, started_at_ms bigint, seen_at_ms bigint,
      ended_at_ms bigint, end_reason text)`,
  ];
}

// Each index is a page more in most commits; these are the ones that statements need.
const createIndexes = [
  'create index jobs_claim on jobs(queue_state, run_after_ms, id, account_id)',
  'create index jobs_of_account on jobs(account_id, created_at_ms, id)',
  "create index ledger_revenue on ledger_lines(account_id, at_ms) where book = 'revenue'",
  'create index api_keys_of_account on api_keys(account_id)',
  'create index files_of_blob on files(blob_hash)',
  'create index job_files_of_file on job_files(file_key)',
  'create index deliveries_due on webhook_deliveries(state, next_at_ms)',
  'create index deliveries_of_account on webhook_deliveries(account_id, created_at_ms)',
  'create index attempts_of_delivery on webhook_attempts(delivery_id)',
  'create index live_sessions_open on live_sessions(status, expires_at_ms)',
];

function appendOnly(engine: Engine): string[] {
  if (engine === 'sqlite') {
    return ['update', 'delete'].map(
      (act) => `create trigger ledger_lines_no_${act} before ${act} on ledger_lines
        begin select raise(abort, 'ledger lines are append-only'); end`,
    );
  }
  return [
    `create function refuse_ledger_change() returns trigger language plpgsql as
      $$ begin raise exception 'ledger lines are append-only'; end $$`,
    `create trigger ledger_lines_append_only before update or delete on ledger_lines
      for each row execute function refuse_ledger_change()`,
  ];
}
